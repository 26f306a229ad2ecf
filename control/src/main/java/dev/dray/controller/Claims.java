package dev.dray.controller;

import dev.dray.api.json.Json;
import dev.dray.api.meta.ResourceVersions;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Resources;
import dev.dray.framework.claim.GeneratedClaims;
import dev.dray.informer.Informer;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;

/**
 * The known claims: reported by the informer, or written here and not reported yet.
 *
 * <p>A claim that was just created must not be created again because the watch is slow. A claim
 * that the informer has not reported for long may have been deleted unnoticed, because the watch
 * had to start over; it is forgotten then, and its owner is looked at again.
 */
final class Claims {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final Informer<ResourceClaim> informer;
  private final EventLoop loop;
  private final Consumer<KnownObject<ResourceClaim>> forgotten;
  private final SequencedMap<String, Written> written = new LinkedHashMap<>();
  private final Index byOwner = new Index();
  private boolean sweeping;
  private boolean stopped;

  private record Written(KnownObject<ResourceClaim> claim, Instant at) {}

  Claims(
      Informer<ResourceClaim> informer,
      EventLoop loop,
      Consumer<KnownObject<ResourceClaim>> forgotten) {
    this.informer = informer;
    this.loop = loop;
    this.forgotten = forgotten;
  }

  Optional<KnownObject<ResourceClaim>> find(String key) {
    var told = informer.find(key);
    var own = written.get(key);
    return own == null || (told.isPresent() && newer(told.get(), own.claim()))
        ? told
        : Optional.of(own.claim());
  }

  private static boolean newer(KnownObject<ResourceClaim> told, KnownObject<ResourceClaim> own) {
    return !ResourceVersions.isOlder(
        told.metadata().resourceVersion(), own.metadata().resourceVersion());
  }

  /** Returns the claim that was generated for an entry of this pod. */
  Optional<KnownObject<ResourceClaim>> madeFor(String podUid, String entry) {
    for (var key : byOwner.of(podUid)) {
      var claim = find(key).filter(it -> isFor(it, podUid, entry));
      if (claim.isPresent()) {
        return claim;
      }
    }
    return Optional.empty();
  }

  /** Returns the keys of all known claims that were generated for this pod. */
  List<String> madeFor(String podUid) {
    return byOwner.of(podUid);
  }

  static boolean isFor(KnownObject<ResourceClaim> claim, String podUid, String entry) {
    var owner = PodEntries.owner(claim.metadata());
    return owner.isPresent()
        && owner.get().uid().equals(podUid)
        && entry.equals(claim.metadata().annotations().get(GeneratedClaims.ENTRY));
  }

  /** Takes in a claim from the API's answer. */
  KnownObject<ResourceClaim> wrote(Json.Obj tree) {
    var claim = Resources.CLAIMS.read(tree);
    var told = informer.find(claim.key());
    if (told.isEmpty() || !newer(told.get(), claim)) {
      written.putLast(claim.key(), new Written(claim, loop.now()));
      index(claim);
      sweepLater();
    }
    return claim;
  }

  void told(KnownObject<ResourceClaim> claim) {
    index(claim);
    var own = written.get(claim.key());
    if (own != null && newer(claim, own.claim())) {
      written.remove(claim.key());
    }
  }

  void toldRemoved(KnownObject<ResourceClaim> claim) {
    var own = written.get(claim.key());
    if (own != null && own.claim().metadata().uid().equals(claim.metadata().uid())) {
      written.remove(claim.key());
    }
    unindex(claim);
  }

  private void index(KnownObject<ResourceClaim> claim) {
    PodEntries.owner(claim.metadata()).ifPresent(owner -> byOwner.add(owner.uid(), claim.key()));
  }

  /**
   * Removes the claim from the index, unless one of the same name and owner exists, which has the
   * same entry.
   */
  private void unindex(KnownObject<ResourceClaim> claim) {
    var owner = PodEntries.owner(claim.metadata());
    if (owner.isPresent()) {
      var uid = owner.get().uid();
      var still = find(claim.key()).flatMap(it -> PodEntries.owner(it.metadata()));
      if (still.isEmpty() || !still.get().uid().equals(uid)) {
        byOwner.remove(uid, claim.key());
      }
    }
  }

  private void sweepLater() {
    if (!sweeping && !stopped) {
      sweeping = true;
      loop.after(LONG, this::sweep);
    }
  }

  private void sweep() {
    sweeping = false;
    if (stopped) {
      return;
    }
    var before = loop.now().minus(LONG);
    while (!written.isEmpty() && !written.firstEntry().getValue().at().isAfter(before)) {
      var claim = written.pollFirstEntry().getValue().claim();
      unindex(claim);
      forgotten.accept(claim);
    }
    if (!written.isEmpty()) {
      sweepLater();
    }
  }

  void stop() {
    stopped = true;
    written.clear();
  }
}

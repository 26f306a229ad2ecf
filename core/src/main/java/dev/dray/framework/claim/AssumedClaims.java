package dev.dray.framework.claim;

import static java.util.Objects.requireNonNull;

import dev.dray.api.core.Pod;
import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.ResourceVersions;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.ledger.Ledger;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The claims of a live cluster: what informers reported, what a server answered to writes, and what
 * is in flight between the two. Mutable.
 *
 * <p>A claim counts once, by its UID. In flight it counts with the devices that are about to be
 * written; once it is known to be allocated, with those that are known.
 */
public final class AssumedClaims implements ClaimLister {
  private static final int MOST_GONE = 10_000;

  /** The listener for pools of which something was taken or given back. */
  public interface Watcher {
    void taken(PoolId pool);

    void givenBack(PoolId pool);
  }

  /** A claim with devices that are not written yet, and the pods for which they will be. */
  private record Flight(ResourceClaim claim, Set<String> pods) {}

  private final Watcher watcher;
  private final Map<String, ResourceClaim> told = new HashMap<>();
  private final Map<String, ResourceClaim> written = new HashMap<>();
  private final Map<String, Flight> flights = new HashMap<>();

  /** The id of the claim in flight that stands for a pod's extended resources, by pod. */
  private final Map<String, String> extendedFlights = new HashMap<>();

  /** The keys of claims that stand for a pod's extended resources, by pod. */
  private final Map<String, SortedSet<String>> extended = new HashMap<>();

  /** The claims that were deleted lately: an answer to a write may arrive after that. */
  private final Set<String> gone = new LinkedHashSet<>();

  private Ledger ledger = Ledger.empty();

  public AssumedClaims(Watcher watcher) {
    this.watcher = watcher;
  }

  public Ledger ledger() {
    return ledger;
  }

  /** Returns the ledger that the informers' claims alone would give. */
  public Ledger rebuilt() {
    return Ledger.of(told.values());
  }

  @Override
  public Optional<ResourceClaim> claim(String namespace, String name) {
    return known(ClaimStore.key(namespace, name));
  }

  @Override
  public Optional<ResourceClaim> madeFor(String podUid, String entry) {
    return Optional.empty();
  }

  @Override
  public Optional<ResourceClaimTemplate> template(String namespace, String name) {
    return Optional.empty();
  }

  private Optional<ResourceClaim> known(String key) {
    var answer = written.get(key);
    return Optional.ofNullable(answer != null ? answer : told.get(key));
  }

  /** Takes in a claim that an informer reports. */
  public void put(ResourceClaim claim) {
    var key = ClaimStore.key(claim.metadata());
    var before = known(key);
    told.put(key, claim);
    var answer = written.get(key);
    if (answer != null && !isOlder(claim, answer)) {
      written.remove(key);
    }
    link(claim);
    follow(key, before);
  }

  /** Drops a claim that an informer reports as deleted. */
  public void remove(ResourceClaim claim) {
    var key = ClaimStore.key(claim.metadata());
    var before = known(key);
    removeSame(told, key, claim);
    removeSame(written, key, claim);
    gone.add(Ledger.id(claim));
    if (gone.size() > MOST_GONE) {
      gone.remove(gone.iterator().next());
    }
    follow(key, before);
  }

  private static void removeSame(
      Map<String, ResourceClaim> claims, String key, ResourceClaim claim) {
    claims.computeIfPresent(key, (_, it) -> Ledger.id(it).equals(Ledger.id(claim)) ? null : it);
  }

  /** Takes in a server's answer to a write. */
  public void answered(ResourceClaim stored) {
    var key = ClaimStore.key(stored.metadata());
    var before = known(key);
    boolean outdated = before.filter(known -> isOlder(stored, known)).isPresent();
    if (outdated || gone.contains(Ledger.id(stored))) {
      return;
    }
    written.put(key, stored);
    link(stored);
    follow(key, before);
  }

  private static boolean isOlder(ResourceClaim one, ResourceClaim other) {
    return ResourceVersions.isOlder(
        one.metadata().resourceVersion(), other.metadata().resourceVersion());
  }

  /** Moves the claim in flight for extended resources to the UID that the server gave it. */
  private void link(ResourceClaim claim) {
    var pod = extendedFor(claim);
    var before = pod.map(extendedFlights::get);
    var id = Ledger.id(claim);
    if (before.isEmpty() || before.get().equals(id) || !flights.containsKey(before.get())) {
      return;
    }
    var flight = requireNonNull(flights.remove(before.get()));
    flights.put(id, new Flight(claim.withStatus(flight.claim().status()), flight.pods()));
    extendedFlights.put(pod.get(), id);
    enter(before.get(), ClaimStore.key(flight.claim().metadata()));
    enter(id, ClaimStore.key(claim.metadata()));
  }

  private static Optional<String> extendedFor(ResourceClaim claim) {
    return GeneratedClaims.isExtended(claim)
        ? ClaimStore.controller(claim.metadata()).map(owner -> owner.uid())
        : Optional.empty();
  }

  private void follow(String key, Optional<ResourceClaim> before) {
    var now = known(key);
    before.flatMap(AssumedClaims::extendedFor).ifPresent(pod -> drop(extended, pod, key));
    now.flatMap(AssumedClaims::extendedFor)
        .ifPresent(pod -> extended.computeIfAbsent(pod, _ -> new TreeSet<>()).add(key));
    before.map(Ledger::id).ifPresent(id -> enter(id, key));
    now.map(Ledger::id).ifPresent(id -> enter(id, key));
  }

  private static void drop(Map<String, SortedSet<String>> sets, String of, String one) {
    sets.computeIfPresent(of, (_, set) -> set.remove(one) && set.isEmpty() ? null : set);
  }

  /** Updates the ledger to the claim as it is now, and tells the watcher of pools that changed. */
  private void enter(String id, String key) {
    var before = ledger.claim(id);
    var after = holding(id, key);
    var old = ledger;
    ledger = after.map(old::with).orElseGet(() -> old.without(id));
    var held = before.map(AssumedClaims::pools).orElse(Set.of());
    var touched = new LinkedHashSet<>(held);
    after.ifPresent(claim -> touched.addAll(pools(claim)));
    for (var pool : touched) {
      if (isOther(old, ledger, pool)) {
        if (held.contains(pool)) {
          watcher.givenBack(pool);
        } else {
          watcher.taken(pool);
        }
      }
    }
  }

  // A ledger keeps the same object for the usage of a pool as long as nothing of it changes.
  @SuppressWarnings("ReferenceEquality")
  private static boolean isOther(Ledger before, Ledger after, PoolId pool) {
    return before.usage(pool) != after.usage(pool);
  }

  private Optional<ResourceClaim> holding(String id, String key) {
    return known(key)
        .filter(claim -> Ledger.id(claim).equals(id))
        .filter(claim -> claim.status().allocation().isPresent())
        .or(() -> Optional.ofNullable(flights.get(id)).map(Flight::claim));
  }

  private static Set<PoolId> pools(ResourceClaim claim) {
    var pools = new LinkedHashSet<PoolId>();
    claim
        .status()
        .allocation()
        .ifPresent(
            it ->
                it.devices()
                    .results()
                    .forEach(result -> pools.add(new PoolId(result.driver(), result.pool()))));
    return pools;
  }

  /** Returns whether devices were chosen for the claim that are not known to be written yet. */
  public boolean isInProcess(ResourceClaim claim) {
    return claim.status().allocation().isEmpty() && flights.containsKey(Ledger.id(claim));
  }

  /** Puts the claim in flight for the pod. */
  public void launch(ResourceClaim claim, Pod pod) {
    var id = Ledger.id(claim);
    flights.computeIfAbsent(id, _ -> new Flight(claim, new LinkedHashSet<>())).pods().add(id(pod));
    enter(id, ClaimStore.key(claim.metadata()));
  }

  /** Puts the claim that stands for the pod's extended resources in flight. */
  public void launchExtended(ResourceClaim claim, Pod pod) {
    extendedFlights.put(id(pod), Ledger.id(claim));
    launch(claim, pod);
    extended.getOrDefault(id(pod), new TreeSet<>()).stream()
        .flatMap(key -> known(key).stream())
        .findFirst()
        .ifPresent(this::link);
  }

  /** Adds the pod to those for which a shared claim is in flight, if it is. */
  public void join(ResourceClaim claim, Pod pod) {
    var flight = flights.get(Ledger.id(claim));
    if (flight != null) {
      flight.pods().add(id(pod));
    }
  }

  /** Ends the flight of the claim for the pod. */
  public void land(ResourceClaim claim, Pod pod) {
    land(Ledger.id(claim), pod);
  }

  public void landExtended(Pod pod) {
    Optional.ofNullable(extendedFlights.remove(id(pod))).ifPresent(id -> land(id, pod));
  }

  private void land(String id, Pod pod) {
    var flight = flights.get(id);
    if (flight != null && flight.pods().remove(id(pod)) && flight.pods().isEmpty()) {
      flights.remove(id);
      enter(id, ClaimStore.key(flight.claim().metadata()));
    }
  }

  /**
   * Returns a claim that was created for the pod's extended resources by an attempt that failed.
   */
  public Optional<ResourceClaim> leftover(Pod pod) {
    return extended.getOrDefault(pod.metadata().uid(), new TreeSet<>()).stream()
        .flatMap(key -> known(key).stream())
        .filter(claim -> !claim.spec().devices().requests().isEmpty())
        .findFirst();
  }

  public static String id(Pod pod) {
    var metadata = pod.metadata();
    return metadata.uid().isEmpty() ? ClaimStore.key(metadata) : metadata.uid();
  }
}

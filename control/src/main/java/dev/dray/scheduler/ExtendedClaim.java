package dev.dray.scheduler;

import dev.dray.api.core.Pod;
import dev.dray.api.json.Json;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.client.Call;
import dev.dray.client.KnownObject;
import dev.dray.client.Reply;
import dev.dray.client.Resources;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Creates the claim that stands for extended resources of a pod.
 *
 * <p>Its name follows from the pod, unlike upstream's, to which servers append random letters: if
 * no answer comes, the claim can be looked up.
 */
final class ExtendedClaim {
  private static final int MOST_TRIES = 10;
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final Binder binder;
  private final Pod pod;
  private final ResourceClaim wanted;
  private final Consumer<KnownObject<ResourceClaim>> made;
  private final Consumer<String> failed;
  private int tries;

  private ExtendedClaim(
      Binder binder,
      Pod pod,
      ResourceClaim wanted,
      Consumer<KnownObject<ResourceClaim>> made,
      Consumer<String> failed) {
    this.binder = binder;
    this.pod = pod;
    this.wanted = wanted;
    this.made = made;
    this.failed = failed;
  }

  static void create(
      Binder binder,
      Pod pod,
      ResourceClaim wanted,
      Consumer<KnownObject<ResourceClaim>> made,
      Consumer<String> failed) {
    new ExtendedClaim(binder, pod, wanted, made, failed).send();
  }

  private void send() {
    var tree =
        Resources.tree(wanted)
            .without("status")
            .without(List.of("metadata", "uid"))
            .without(List.of("metadata", "creationTimestamp"))
            .without(List.of("metadata", "resourceVersion"))
            .without(List.of("metadata", "finalizers"));
    binder
        .api()
        .send(
            Call.create(Resources.CLAIMS, pod.metadata().namespace(), tree),
            reply -> {
              switch (reply) {
                case Reply.Done(var created) -> done(created);
                case Reply.Refused refused when refused.isAlreadyThere() || refused.code() >= 500 ->
                    look(refused);
                case Reply.Refused refused -> fail(refused);
                case Reply.Unanswered _ -> look(reply);
              }
            });
  }

  private void done(Json.Obj created) {
    binder.metrics().created(true);
    var claim = Resources.CLAIMS.read(created);
    binder.claimWrites().note(claim);
    made.accept(claim);
  }

  private void fail(Reply reply) {
    binder.metrics().created(false);
    failed.accept(
        "create claim for extended resources %s: %s"
            .formatted(wanted.metadata().name(), reply.problem()));
  }

  /** Looks for the claim: it may have been created, now or by an earlier attempt. */
  private void look(Reply why) {
    if (++tries >= MOST_TRIES) {
      fail(why);
      return;
    }
    var call = Call.get(Resources.CLAIMS, pod.metadata().namespace(), wanted.metadata().name());
    binder
        .api()
        .send(
            call,
            reply -> {
              switch (reply) {
                case Reply.Done(var found) -> take(found, why);
                case Reply.Refused refused when refused.isNotFound() -> again(this::send);
                case Reply.Refused _, Reply.Unanswered _ -> again(() -> look(why));
              }
            });
  }

  private void again(Runnable task) {
    binder.loop().after(PAUSE.multipliedBy(1L << Math.min(tries, 6)), task);
  }

  private void take(Json.Obj found, Reply why) {
    var claim = Resources.CLAIMS.read(found);
    boolean ours =
        claim.metadata().deletionTimestamp().isEmpty()
            && claim.metadata().ownerReferences().stream()
                .anyMatch(it -> it.uid().equals(pod.metadata().uid()));
    if (ours) {
      done(found);
    } else {
      fail(why);
    }
  }
}

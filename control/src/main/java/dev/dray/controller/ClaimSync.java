package dev.dray.controller;

import dev.dray.api.core.Pod;
import dev.dray.api.json.Json;
import dev.dray.api.meta.OwnerReference;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimConsumerReference;
import dev.dray.client.Call;
import dev.dray.client.KnownObject;
import dev.dray.client.Reply;
import dev.dray.client.Resources;
import dev.dray.controller.WorkQueue.Outcome;
import dev.dray.framework.claim.Reservations;
import dev.dray.informer.Informer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Removes reservations of pods that are gone or done from a claim. With the last one its devices
 * are given back, and a claim that was generated for such a pod is deleted.
 *
 * <p>Watches of pods and claims are not in step. A pod is taken to be gone only if its deletion was
 * seen or the API says so now: its reservation may be younger than everything known of pods here,
 * and without it the devices would go to another pod while it runs.
 */
final class ClaimSync {
  private static final List<String> RESERVED_FOR = List.of("status", "reservedFor");
  private static final List<String> ALLOCATION = List.of("status", "allocation");
  private static final List<String> FINALIZERS = List.of("metadata", "finalizers");

  private final ControllerCalls controllerCalls;
  private final Informer<Pod> pods;
  private final Claims claims;
  private final RecentUids gone;

  ClaimSync(ControllerCalls controllerCalls, Informer<Pod> pods, Claims claims, RecentUids gone) {
    this.controllerCalls = controllerCalls;
    this.pods = pods;
    this.claims = claims;
    this.gone = gone;
  }

  void sync(String key, Consumer<Outcome> then) {
    var claim = claims.find(key);
    if (claim.isEmpty()) {
      then.accept(new Outcome.Finished());
      return;
    }
    new Task(claim.get(), then).begin();
  }

  /** The state of a pod that something refers to, as it is known here. */
  private enum State {
    MAY_RUN,
    DONE,
    UNKNOWN
  }

  private State stateOf(String namespace, String name, String uid) {
    if (gone.has(uid)) {
      return State.DONE;
    }
    var pod = pods.find(namespace, name);
    if (pod.isEmpty() || !pod.get().metadata().uid().equals(uid)) {
      return State.UNKNOWN;
    }
    return PodEntries.done(pod.get().value()) ? State.DONE : State.MAY_RUN;
  }

  /** The work for one claim. */
  private final class Task {
    private final Consumer<Outcome> then;
    private final List<ResourceClaimConsumerReference> users;
    private final boolean[] leaves;

    /** The claim as the API last reported it. */
    private KnownObject<ResourceClaim> claim;

    private int open = 1;
    private String problem = "";

    Task(KnownObject<ResourceClaim> claim, Consumer<Outcome> then) {
      this.claim = claim;
      this.then = then;
      users = claim.value().status().reservedFor();
      leaves = new boolean[users.size()];
    }

    private String namespace() {
      return claim.metadata().namespace();
    }

    private void finished() {
      then.accept(new Outcome.Finished());
    }

    private void failed(String what, Reply reply) {
      then.accept(
          new Outcome.Failed("%s of claim %s: %s".formatted(what, claim.key(), reply.problem())));
    }

    void begin() {
      for (int i = 0; i < users.size(); i++) {
        var user = users.get(i);
        if (user.apiGroup().isEmpty() && user.resource().equals("pods")) {
          switch (stateOf(namespace(), user.name(), user.uid())) {
            case MAY_RUN -> {}
            case DONE -> leaves[i] = true;
            case UNKNOWN -> ask(i);
          }
        }
        // Other kinds of consumers are not known here, so their reservations are kept.
      }
      oneLess();
    }

    private void ask(int number) {
      open++;
      var user = users.get(number);
      controllerCalls.send(
          Call.get(Resources.PODS, namespace(), user.name()),
          reply -> {
            switch (reply) {
              case Reply.Done(var pod) ->
                  leaves[number] = !pod.text("metadata", "uid").equals(user.uid());
              case Reply.Refused refused when refused.isNotFound() -> leaves[number] = true;
              case Reply.Refused _, Reply.Unanswered _ ->
                  problem = "look for pod %s: %s".formatted(user.name(), reply.problem());
            }
            oneLess();
          });
    }

    private void oneLess() {
      if (--open > 0) {
        return;
      }
      if (!problem.isEmpty()) {
        then.accept(new Outcome.Failed(problem));
        return;
      }
      var remaining = remaining();
      boolean unused = remaining.isEmpty();
      if (remaining.size() < users.size()) {
        release(remaining);
      } else if (unused && guarded() && claim.metadata().deletionTimestamp().isPresent()) {
        if (claim.value().status().allocation().isPresent()) {
          updateStatus(claim.tree().without(ALLOCATION), this::unguard);
        } else {
          unguard();
        }
      } else if (unused) {
        deleteIfOwnerIsDone();
      } else {
        finished();
      }
    }

    private boolean guarded() {
      return claim.metadata().finalizers().contains(Reservations.FINALIZER);
    }

    private List<Json> remaining() {
      var items = claim.tree().items("status", "reservedFor");
      var remaining = new ArrayList<Json>();
      for (int i = 0; i < users.size(); i++) {
        if (!leaves[i]) {
          remaining.add(items.get(i));
        }
      }
      return remaining;
    }

    /**
     * Removes the other reservations. This fails if the claim has changed since; then another look
     * decides.
     */
    private void release(List<Json> remaining) {
      if (!remaining.isEmpty()) {
        updateStatus(claim.tree().with(RESERVED_FOR, Json.of(remaining)), this::finished);
        return;
      }
      var unreserved = claim.tree().without(RESERVED_FOR);
      if (guarded()) {
        updateStatus(unreserved.without(ALLOCATION), this::unguard);
      } else {
        updateStatus(unreserved, this::deleteIfOwnerIsDone);
      }
    }

    private void updateStatus(Json.Obj tree, Runnable next) {
      controllerCalls.send(
          Call.updateStatus(Resources.CLAIMS, tree),
          reply -> {
            switch (reply) {
              case Reply.Done(var now) -> {
                claim = claims.wrote(now);
                next.run();
              }
              case Reply.Refused refused when refused.isNotFound() -> finished();
              case Reply.Refused _, Reply.Unanswered _ -> failed("status", reply);
            }
          });
    }

    /** Removes the finalizer: a claim without devices may be deleted. */
    private void unguard() {
      if (!guarded() || claim.value().status().allocation().isPresent()) {
        deleteIfOwnerIsDone();
        return;
      }
      var others =
          claim.metadata().finalizers().stream()
              .filter(it -> !it.equals(Reservations.FINALIZER))
              .toList();
      boolean last = others.isEmpty() && claim.metadata().deletionTimestamp().isPresent();
      var tree =
          others.isEmpty()
              ? claim.tree().without(FINALIZERS)
              : claim.tree().with(FINALIZERS, Json.strings(others));
      controllerCalls.send(
          Call.update(Resources.CLAIMS, tree),
          reply -> {
            switch (reply) {
              case Reply.Done _ when last -> finished();
              case Reply.Done(var now) -> {
                claim = claims.wrote(now);
                deleteIfOwnerIsDone();
              }
              case Reply.Refused refused when refused.isNotFound() -> finished();
              case Reply.Refused _, Reply.Unanswered _ -> failed("finalizer", reply);
            }
          });
    }

    /**
     * Deletes a claim whose owner is done. The collector does so as well, but only once the pod is
     * deleted, which may take long.
     */
    private void deleteIfOwnerIsDone() {
      var owner = PodEntries.owner(claim.metadata());
      if (owner.isEmpty() || claim.metadata().deletionTimestamp().isPresent()) {
        finished();
        return;
      }
      switch (stateOf(namespace(), owner.get().name(), owner.get().uid())) {
        case MAY_RUN -> finished();
        case DONE -> delete();
        case UNKNOWN -> deleteIfReplaced(owner.get());
      }
    }

    /**
     * Deletes the claim if its owner was replaced or is gone. A pod that is not known at all may be
     * too young; otherwise the collector deletes the claim.
     */
    private void deleteIfReplaced(OwnerReference owner) {
      if (pods.find(namespace(), owner.name()).isEmpty()) {
        finished();
        return;
      }
      controllerCalls.send(
          Call.get(Resources.PODS, namespace(), owner.name()),
          reply -> {
            switch (reply) {
              case Reply.Done(var pod) when pod.text("metadata", "uid").equals(owner.uid()) ->
                  finished();
              case Reply.Done _ -> delete();
              case Reply.Refused refused when refused.isNotFound() -> delete();
              case Reply.Refused _, Reply.Unanswered _ -> failed("owner", reply);
            }
          });
    }

    private void delete() {
      controllerCalls.send(
          Call.delete(
              Resources.CLAIMS, namespace(), claim.metadata().name(), claim.metadata().uid()),
          reply -> {
            switch (reply) {
              case Reply.Done _ -> finished();
              case Reply.Refused refused when refused.isNotFound() -> finished();
              case Reply.Refused _, Reply.Unanswered _ -> failed("deletion", reply);
            }
          });
    }
  }
}

package dev.dray.controller;

import dev.dray.api.core.Pod;
import dev.dray.api.json.Json;
import dev.dray.client.Call;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Reply;
import dev.dray.client.Resources;
import dev.dray.controller.TaintEviction.Item;
import dev.dray.controller.WorkQueue.Outcome;
import dev.dray.events.Events;
import dev.dray.informer.Informer;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Deletes pods when their eviction time has come. */
final class PodEvictor {
  private static final String REASON = "DeviceTaintManagerEviction";
  private static final String CONDITION = "DisruptionTarget";
  private static final String CONDITION_REASON = "DeletionByDeviceTaintManager";

  private final ControllerCalls controllerCalls;
  private final EventLoop loop;
  private final Events events;
  private final Informer<Pod> pods;
  private final EvictionMetrics metrics;
  private final Consumer<PodEviction> deleted;

  /** The pods to be evicted. */
  private final Map<Item.OfPod, PodEviction> pending = new LinkedHashMap<>();

  /** The UIDs of pods that were deleted here and still exist. */
  private final Set<String> leaving = new HashSet<>();

  /**
   * An evictor without pods; {@link #work} evicts them.
   *
   * @param deleted receives the cause whenever a pod was evicted
   */
  PodEvictor(
      ControllerCalls controllerCalls,
      EventLoop loop,
      Events events,
      Informer<Pod> pods,
      EvictionMetrics metrics,
      Consumer<PodEviction> deleted) {
    this.controllerCalls = controllerCalls;
    this.loop = loop;
    this.events = events;
    this.pods = pods;
    this.metrics = metrics;
    this.deleted = deleted;
  }

  boolean any() {
    return !pending.isEmpty();
  }

  /** Returns a view of the pods to be evicted, with their times. */
  Collection<Map.Entry<Item.OfPod, PodEviction>> pending() {
    return Collections.unmodifiableCollection(pending.entrySet());
  }

  /** Schedules the eviction of the pod. Returns false if it was deleted already. */
  boolean expect(KnownObject<Pod> pod, PodEviction podEviction) {
    if (leaving.contains(pod.metadata().uid())) {
      return false;
    }
    pending.put(Item.OfPod.of(pod), podEviction);
    return true;
  }

  /** Cancels the eviction of a pod that may stay after all, or ends by itself. */
  void cancel(KnownObject<Pod> pod) {
    boolean expected = pending.remove(Item.OfPod.of(pod)) != null;
    if (expected && TaintEviction.stays(pod.value())) {
      tell(pod, "Cancelling deletion");
    }
  }

  void gone(KnownObject<Pod> pod) {
    pending.remove(Item.OfPod.of(pod));
    leaving.remove(pod.metadata().uid());
  }

  private void tell(KnownObject<Pod> pod, String message) {
    events.tell(Resources.PODS, pod.metadata(), Events.Type.NORMAL, REASON, message);
  }

  void work(Item.OfPod item, Consumer<Outcome> then) {
    var podEviction = pending.get(item);
    var pod = pods.find(item.key()).filter(it -> it.metadata().uid().equals(item.uid()));
    if (podEviction == null || pod.isEmpty()) {
      then.accept(new Outcome.Finished());
      return;
    }
    var left = TaintEviction.until(podEviction.at(), loop);
    if (left.isPositive()) {
      then.accept(new Outcome.NotYet(left));
      return;
    }
    tell(pod.get(), "Marking for deletion");
    if (isMarked(pod.get())) {
      delete(item, podEviction, then);
    } else {
      mark(item, podEviction, then);
    }
  }

  private static boolean isMarked(KnownObject<Pod> pod) {
    return pod.tree().objects("status", "conditions").stream()
        .anyMatch(
            it ->
                it.text("type").equals(CONDITION)
                    && it.text("status").equals("True")
                    && it.text("reason").equals(CONDITION_REASON));
  }

  private void mark(Item.OfPod item, PodEviction podEviction, Consumer<Outcome> then) {
    var condition =
        Json.obj(
            "type",
            CONDITION,
            "status",
            "True",
            "reason",
            CONDITION_REASON,
            "message",
            "Device Taint manager: deleting due to NoExecute taint",
            "lastTransitionTime",
            loop.now().truncatedTo(ChronoUnit.SECONDS).toString());
    var patch =
        Json.obj(
            "metadata",
            Json.obj("uid", item.uid()),
            "status",
            Json.obj("conditions", Json.Arr.of(condition)));
    controllerCalls.send(
        Call.patch(
            Call.Verb.STRATEGIC_PATCH,
            Resources.PODS,
            item.namespace(),
            item.name(),
            "status",
            patch),
        reply -> {
          switch (reply) {
            case Reply.Done _ -> delete(item, podEviction, then);
            case Reply.Refused refused when refused.isNotFound() -> finish(item, then);
            case Reply.Refused _, Reply.Unanswered _ -> fail(item, reply, then);
          }
        });
  }

  private void delete(Item.OfPod item, PodEviction podEviction, Consumer<Outcome> then) {
    controllerCalls.send(
        Call.delete(Resources.PODS, item.namespace(), item.name(), item.uid()),
        reply -> {
          switch (reply) {
            case Reply.Done _ -> {
              metrics.deleted(Duration.between(podEviction.at(), loop.now()));
              if (pods.find(item.key()).filter(it -> isOf(item, it)).isPresent()) {
                leaving.add(item.uid());
              }
              finish(item, then);
              deleted.accept(podEviction);
            }
            case Reply.Refused refused when refused.isNotFound() -> finish(item, then);
            case Reply.Refused _, Reply.Unanswered _ -> fail(item, reply, then);
          }
        });
  }

  private static boolean isOf(Item.OfPod item, KnownObject<Pod> pod) {
    return pod.metadata().uid().equals(item.uid());
  }

  private void finish(Item.OfPod item, Consumer<Outcome> then) {
    pending.remove(item);
    then.accept(new Outcome.Finished());
  }

  private static void fail(Item.OfPod item, Reply reply, Consumer<Outcome> then) {
    then.accept(new Outcome.Failed("evict pod %s: %s".formatted(item.key(), reply.problem())));
  }
}

package dev.dray.scheduler;

import dev.dray.api.core.Pod;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.framework.SchedulerCache;
import dev.dray.framework.UnschedulableReason;
import dev.dray.scheduler.QueuedPod.Place;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides which pods are tried, and when: kube-scheduler's queueing hints, for groups of pods.
 *
 * <p>An event that might help any pod, or a changed inventory, is noted, and the next turn of the
 * scheduler stirs all groups: of each the first pod is tried if {@link SchedulerCache#mightFit} has
 * hope for it. Any number of events before that turn cost one look. When the pod got a node, or
 * left, {@link #sendAhead} tries the next. A changed claim wakes the pods that name it. Pods that
 * came to nodes wake groups with affinity, and may split groups.
 */
final class WakeUps {
  private static final Logger LOG = System.getLogger(WakeUps.class.getName());

  /** The number of waiting pods whose reason is looked at again in one round. */
  private static final int MOST_LOOKS = 100;

  private final EventLoop loop;
  private final SchedulerCache cache;
  private final SchedulingQueue queue;
  private final Runnable kick;
  private long returns;
  private long arrivals;
  private long changes;
  private @Nullable QueueEvent noted;

  /**
   * @param kick has the scheduler take a turn soon
   */
  WakeUps(EventLoop loop, SchedulerCache cache, SchedulingQueue queue, Runnable kick) {
    this.loop = loop;
    this.cache = cache;
    this.queue = queue;
    this.kick = kick;
  }

  /** Notes an event that might help waiting pods; they are looked at in the next turn. */
  void note(QueueEvent why) {
    noteInTurn(why);
    kick.run();
  }

  /** Does the same within a turn, before it looks at waiting pods. */
  void noteInTurn(QueueEvent why) {
    changes++;
    noted = why;
  }

  /** Returns how many events were noted. */
  long changes() {
    return changes;
  }

  /** Looks at all groups if an event was noted. */
  void stir() {
    var why = noted;
    if (why != null) {
      noted = null;
      queue.stir(this::mightFit, why, loop.now());
    }
  }

  /**
   * Notes that resources or devices came back, if they did: that may happen with any report of a
   * pod, even that it got to its node.
   */
  void noteReturns() {
    long now = cache.returns();
    if (now != returns) {
      returns = now;
      note(QueueEvent.ROOM_FREED);
    }
    meetNewcomers();
  }

  /**
   * Takes in pods that came to nodes or changed there. Waiting pods may have affinity to them, or
   * they may have affinity terms that match only some pods of a group, which is then split.
   */
  void meetNewcomers() {
    cache
        .takeRegrouped()
        .ifPresent(which -> queue.regroup(which, cache::group).forEach(this::sendAhead));
    long now = cache.arrivals();
    if (now != arrivals) {
      arrivals = now;
      if (queue.stirWithAffinity(this::mightFit, QueueEvent.POD_PLACED, loop.now())) {
        kick.run();
      }
    }
  }

  /** Tries the next pod of a group whose first got a node or left. */
  void sendAhead(WaitingGroup group) {
    queue.sendAhead(group, this::mightFit, QueueEvent.NEXT_OF_GROUP, loop.now());
    kick.run();
  }

  private boolean mightFit(Pod pod) {
    try {
      return cache.mightFit(pod);
    } catch (RuntimeException e) {
      // The decision fails in the same way, and reports it.
      LOG.log(
          Level.ERROR,
          "Cannot check whether any node may fit pod " + KnownObject.key(pod.metadata()),
          e);
      return true;
    }
  }

  /** Considers waiting pods that name the claim, which has changed. */
  void wakeNaming(String claim) {
    for (var pod : queue.naming(claim)) {
      if (pod.place() == Place.UNSCHEDULABLE || pod.place() == Place.GATED) {
        consider(pod, QueueEvent.CLAIM_CHANGED);
      }
    }
  }

  /** Gates pods that name the claim, which is gone. */
  void gateNaming(String claim) {
    for (var pod : queue.naming(claim)) {
      boolean waits =
          switch (pod.place()) {
            case ACTIVE, RESTING, UNSCHEDULABLE -> true;
            case NEW, BACKOFF, GATED, BINDING, GONE -> false;
          };
      if (waits) {
        notReady(pod).ifPresent(reason -> gate(pod, reason, QueueEvent.CLAIM_CHANGED));
      }
    }
  }

  /** Returns why the pod is not considered yet: it has scheduling gates, or lacks claims. */
  Optional<UnschedulableReason> notReady(QueuedPod pod) {
    var gates = pod.pod().spec().schedulingGates();
    return gates.isEmpty()
        ? cache.notReady(pod.pod())
        : Optional.of(new UnschedulableReason.Gated(gates));
  }

  /** Puts the pod where it will be tried, or gates it. */
  void consider(QueuedPod pod, QueueEvent why) {
    boolean movable =
        switch (pod.place()) {
          case NEW, UNSCHEDULABLE, GATED -> true;
          case ACTIVE, RESTING -> why == QueueEvent.POD_CHANGED;
          case BACKOFF, BINDING, GONE -> false;
        };
    if (!movable) {
      return;
    }
    var reason = notReady(pod);
    if (reason.isEmpty()) {
      queue.activate(pod, why, loop.now());
      kick.run();
    } else {
      gate(pod, reason.get(), why);
    }
  }

  void gate(QueuedPod pod, UnschedulableReason reason, QueueEvent why) {
    var led = queue.release(pod);
    queue.refused(pod, reason.plugins());
    if (pod.place() != Place.GATED) {
      queue.gate(pod, why, loop.now());
      led.ifPresent(this::sendAhead);
    }
  }

  /** Removes a pod that does not want a node any more. */
  void leave(QueuedPod pod) {
    var led = queue.release(pod);
    queue.leave(pod, loop.now());
    led.ifPresent(this::sendAhead);
  }

  /**
   * Tries waiting pods whose reason has changed, so that they are told anew: an event that does not
   * help a pod does not wake it, but may change why it waits. Some at a time, as there may be many.
   */
  void lookAtStale() {
    long version = cache.version();
    for (var pod : queue.takeTurns(MOST_LOOKS)) {
      if (pod.waiting().version() != version) {
        var before = pod.waiting().message();
        pod.waits(before, version);
        if (!waitsFor(pod).equals(Optional.of(before))) {
          queue.activate(pod, QueueEvent.REASON_CHANGED, loop.now());
          kick.run();
        }
      }
    }
  }

  private Optional<String> waitsFor(QueuedPod pod) {
    try {
      return cache.waitsFor(pod.pod(), loop.now()).map(UnschedulableReason::message);
    } catch (RuntimeException e) {
      // The decision fails in the same way, and reports it.
      LOG.log(Level.ERROR, "Cannot check what pod %s is waiting for".formatted(pod.key()), e);
      return Optional.empty();
    }
  }
}

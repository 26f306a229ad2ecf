package dev.dray.scheduler;

import dev.dray.api.json.Json;
import dev.dray.client.Api;
import dev.dray.client.Call;
import dev.dray.client.EventLoop;
import dev.dray.client.Reply;
import dev.dray.client.Resources;
import dev.dray.events.Events;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;

/**
 * Reports what becomes of pods, by events and by the condition {@code PodScheduled}.
 *
 * <p>Success and fields that were not considered are reported when there is time, as nothing waits
 * for them.
 */
final class Reports {
  private static final Logger LOG = System.getLogger(Reports.class.getName());
  private static final String SCHEDULED = "PodScheduled";
  private static final Duration REPEAT = Duration.ofMinutes(1);
  private static final Duration LATER = Duration.ofMillis(20);
  private static final Duration AGAIN = Duration.ofSeconds(5);
  private static final int MOST_WAITING = 50_000;
  private static final int AT_ONCE_IF_BUSY = 4;
  private static final int AT_ONCE = 100;

  private final Api api;
  private final EventLoop loop;
  private final Events events;
  private final SchedulerMetrics metrics;
  private final BooleanSupplier busy;
  private final Deque<Report> news = new ArrayDeque<>();
  private boolean timed;
  private boolean stopped;

  /** An event that is not urgent. */
  private record Report(QueuedPod pod, Events.Type type, String reason, String message) {}

  /**
   * @param busy whether there is more urgent work
   */
  Reports(Api api, EventLoop loop, Events events, SchedulerMetrics metrics, BooleanSupplier busy) {
    this.api = api;
    this.loop = loop;
    this.events = events;
    this.metrics = metrics;
    this.busy = busy;
  }

  void bound(QueuedPod pod, String node) {
    LOG.log(Level.DEBUG, () -> "Pod %s is bound to node %s".formatted(pod.key(), node));
    var message = "Successfully assigned %s to %s".formatted(pod.key(), node);
    add(new Report(pod, Events.Type.NORMAL, "Scheduled", message));
  }

  /** Reports that some of the pod's fields are ignored, which may surprise its owner. */
  void unconsidered(QueuedPod pod) {
    var message =
        "ignored: %s. The pod is scheduled as if these were not set"
            .formatted(String.join(", ", pod.pod().spec().unconsidered()));
    add(new Report(pod, Events.Type.WARNING, "FieldsNotConsidered", message));
  }

  private void add(Report item) {
    if (news.size() >= MOST_WAITING) {
      metrics.eventDropped();
      return;
    }
    news.add(item);
    soon();
  }

  private void soon() {
    if (!timed && !stopped) {
      timed = true;
      loop.after(LATER, this::tellNews);
    }
  }

  private void tellNews() {
    timed = false;
    int most = busy.getAsBoolean() ? AT_ONCE_IF_BUSY : AT_ONCE;
    for (int i = 0; i < most && !news.isEmpty(); i++) {
      tell(news.remove());
    }
    if (!news.isEmpty()) {
      soon();
    }
  }

  private void tell(Report item) {
    var metadata = item.pod().known().metadata();
    events.tell(Resources.PODS, metadata, item.type(), item.reason(), item.message());
  }

  /** Sends all waiting events at once, as there will be no later. */
  void stop() {
    stopped = true;
    while (!news.isEmpty()) {
      tell(news.remove());
    }
  }

  void pending(QueuedPod pod, String node) {
    events.tell(
        Resources.PODS,
        pod.known().metadata(),
        Events.Type.NORMAL,
        "BindingConditionsPending",
        "waiting for binding conditions for device on node " + node);
  }

  /**
   * Reports that the pod did not get a node. The same message is not repeated within a minute.
   *
   * @param reason {@code Unschedulable} or {@code SchedulerError}
   */
  void failed(QueuedPod pod, String reason, String message) {
    var now = loop.now();
    var told = pod.told();
    if (told == null || !told.message().equals(message) || !told.at().plus(REPEAT).isAfter(now)) {
      pod.told(message, now);
      events.tell(
          Resources.PODS,
          pod.known().metadata(),
          Events.Type.WARNING,
          "FailedScheduling",
          UnschedulableMessages.cut(message, UnschedulableMessages.LONGEST));
    }
    condition(pod, reason, message);
  }

  /** Writes the condition, unless it says so already. */
  void condition(QueuedPod pod, String reason, String message) {
    var wanted = new QueuedPod.Condition(reason, message);
    if (wanted.equals(pod.condition()) || isSaid(pod, wanted)) {
      return;
    }
    pod.condition(wanted);
    var metadata = pod.known().metadata();
    var patch =
        Json.obj(
            "metadata",
            Json.obj("uid", metadata.uid()),
            "status",
            Json.obj("conditions", Json.Arr.of(condition(pod, wanted))));
    api.send(
        Call.patch(
            Call.Verb.STRATEGIC_PATCH,
            Resources.PODS,
            metadata.namespace(),
            metadata.name(),
            "status",
            patch),
        reply -> noted(pod, wanted, reply));
  }

  private Json.Obj condition(QueuedPod pod, QueuedPod.Condition wanted) {
    var condition =
        Json.obj(
            "type",
            SCHEDULED,
            "status",
            "False",
            "reason",
            wanted.reason(),
            "message",
            wanted.message());
    boolean turned = !known(pod).text("status").equals("False");
    var now = loop.now().truncatedTo(ChronoUnit.SECONDS).toString();
    return turned ? condition.with("lastTransitionTime", Json.of(now)) : condition;
  }

  private static Json.Obj known(QueuedPod pod) {
    return pod.known().tree().objects("status", "conditions").stream()
        .filter(it -> it.text("type").equals(SCHEDULED))
        .findFirst()
        .orElse(Json.Obj.EMPTY);
  }

  /** Returns whether the pod's own status says so, and nothing else was written since. */
  private static boolean isSaid(QueuedPod pod, QueuedPod.Condition wanted) {
    var known = known(pod);
    return pod.condition() == null
        && known.text("status").equals("False")
        && known.text("reason").equals(wanted.reason())
        && known.text("message").equals(wanted.message());
  }

  /**
   * Schedules another try for a condition that could not be written: the pod may not be looked at
   * for long.
   */
  private void noted(QueuedPod pod, QueuedPod.Condition wanted, Reply reply) {
    if (reply instanceof Reply.Done || !wanted.equals(pod.condition())) {
      return;
    }
    LOG.log(
        Level.DEBUG,
        () -> "The condition of pod %s was not written: %s".formatted(pod.key(), reply.problem()));
    boolean pointless =
        reply instanceof Reply.Refused refused && (refused.isNotFound() || refused.isConflict());
    if (pointless) {
      pod.condition(null);
    } else {
      loop.after(AGAIN, () -> again(pod, wanted));
    }
  }

  private void again(QueuedPod pod, QueuedPod.Condition wanted) {
    if (!wanted.equals(pod.condition())) {
      return;
    }
    pod.condition(null);
    boolean waits =
        switch (pod.place()) {
          case NEW, ACTIVE, RESTING, BACKOFF, UNSCHEDULABLE, GATED -> true;
          case BINDING, GONE -> false;
        };
    if (waits && !stopped) {
      condition(pod, wanted.reason(), wanted.message());
    }
  }
}

package dev.dray.scheduler;

import dev.dray.api.resource.ResourceClaim;
import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.framework.SchedulerCache;
import dev.dray.framework.SchedulerCache.Decision;
import dev.dray.framework.UnschedulableReason;
import dev.dray.scheduler.QueuedPod.Place;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Decides on one pod at a time, and deals with what comes of it.
 *
 * <p>A chosen node is assumed at once and handed to the {@link Binder}. A pod that found none waits
 * in its group, or is gated. {@link Binder} reports how binding cycles end: a bound pod leaves the
 * queue; one that failed backs off, after its assumption was given back, or leaves if it is gone.
 */
final class SchedulingCycle {
  private static final Logger LOG = System.getLogger(SchedulingCycle.class.getName());

  /** The backoff after a pod's first failure; doubled with each further one. */
  private static final Duration FIRST_BACKOFF = Duration.ofSeconds(1);

  private static final Duration CONTESTED_BACKOFF = Duration.ofMillis(100);
  private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(10);

  private final EventLoop loop;
  private final SchedulerOptions options;
  private final SchedulerCache cache;
  private final SchedulingQueue queue;
  private final WakeUps wakeUps;
  private final Reports reports;
  private final SchedulerMetrics metrics;
  private final Orphans orphans;
  private final Deallocation deallocation;
  private final Binder binder;
  private final Runnable kick;

  /**
   * @param kick has the scheduler take a turn soon
   */
  SchedulingCycle(
      Api api,
      EventLoop loop,
      SchedulerOptions options,
      SchedulerCache cache,
      SchedulingQueue queue,
      WakeUps wakeUps,
      ClaimWriteQueue claimWrites,
      Reports reports,
      SchedulerMetrics metrics,
      Orphans orphans,
      Runnable kick) {
    this.loop = loop;
    this.options = options;
    this.cache = cache;
    this.queue = queue;
    this.wakeUps = wakeUps;
    this.reports = reports;
    this.metrics = metrics;
    this.orphans = orphans;
    this.kick = kick;
    deallocation = new Deallocation(claimWrites);
    binder = new Binder(api, loop, cache, claimWrites, options, metrics, new Results());
  }

  Binder binder() {
    return binder;
  }

  /** Decides on the pod. */
  void run(QueuedPod pod) {
    var start = loop.now();
    pod.attempt();
    queue.refused(pod, Set.of());
    if (pod.attempts() == 1 && !pod.pod().spec().unconsidered().isEmpty()) {
      reports.unconsidered(pod);
    }
    Decision decision;
    try {
      decision = cache.decide(pod.pod(), start);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "Scheduling pod " + pod.key() + " failed", e);
      queue.release(pod).ifPresent(wakeUps::sendAhead);
      fail(pod, "internal error: " + e, backoff(FIRST_BACKOFF, pod.errors() + 1), start);
      return;
    }
    boolean found = decision instanceof Decision.Chosen;
    metrics.decided(Duration.between(start, loop.now()), found, pod.profile());
    switch (decision) {
      case Decision.Chosen chosen -> place(pod, chosen, start);
      case Decision.Waits(var reason, var unavailable) -> wait(pod, reason, unavailable, start);
    }
  }

  private void place(QueuedPod pod, Decision.Chosen chosen, Instant start) {
    cache.assume(chosen);
    var led = queue.release(pod);
    queue.bind(pod, start);
    led.ifPresent(wakeUps::sendAhead);
    wakeUps.meetNewcomers();
    binder.bind(pod, chosen, start);
  }

  private void wait(
      QueuedPod pod, UnschedulableReason reason, List<ResourceClaim> unavailable, Instant start) {
    switch (reason) {
      case UnschedulableReason.Deleted _ -> wakeUps.leave(pod);
      case UnschedulableReason.Gated _, UnschedulableReason.ClaimsMissing _
          when wakeUps.notReady(pod).isPresent() ->
          wakeUps.gate(pod, reason, QueueEvent.ATTEMPT_FAILED);
      case UnschedulableReason.Gated _,
          UnschedulableReason.ClaimsMissing _,
          UnschedulableReason.Mistake _,
          UnschedulableReason.NoNode _ ->
          await(pod, reason, unavailable, start);
    }
  }

  private void await(
      QueuedPod pod, UnschedulableReason reason, List<ResourceClaim> unavailable, Instant start) {
    var led = queue.led(pod);
    var group = queue.await(pod, cache.group(pod.pod()), loop.now());
    queue.refused(pod, reason.plugins());
    pod.waits(reason.message(), cache.version());
    pod.countUnschedulable();
    var rest = backoff(FIRST_BACKOFF, pod.unschedulable());
    pod.restUntil(loop.now().plus(rest));
    led.filter(it -> !it.equals(group)).ifPresent(wakeUps::sendAhead);
    if (pod.claims().stream().anyMatch(binder::isAllocating)) {
      return; // It is tried again as soon as that claim is written, which is not worth an event.
    }
    metrics.attempted(
        SchedulerMetrics.Result.UNSCHEDULABLE, Duration.between(start, loop.now()), pod.profile());
    metrics.failed(label(reason));
    var done = deallocation.begin(pod, unavailable, why -> deallocationFailed(pod, why));
    reports.failed(pod, "Unschedulable", text(pod, group, reason, done));
    if (reason instanceof UnschedulableReason.NoNode none && none.tookTooLong()) {
      tryAgain(group, rest);
    }
  }

  /**
   * Tries the group again after a while: a search may finish in time without any change in the
   * cluster.
   */
  private void tryAgain(WaitingGroup group, Duration rest) {
    if (group.isToBeTriedAgain()) {
      return;
    }
    group.toBeTriedAgain(true);
    loop.after(
        rest,
        () -> {
          group.toBeTriedAgain(false);
          if (!binder.stopped()) {
            queue.sendAhead(group, _ -> true, QueueEvent.BACKOFF_COMPLETE, loop.now());
            kick.run();
          }
        });
  }

  /** Returns the label for metrics. */
  private static String label(UnschedulableReason reason) {
    return switch (reason) {
      case UnschedulableReason.NoNode _ -> "no_node";
      case UnschedulableReason.Mistake _ -> "mistake";
      case UnschedulableReason.ClaimsMissing _ -> "claims";
      case UnschedulableReason.Gated _ -> "gated";
      case UnschedulableReason.Deleted _ -> "deleted";
    };
  }

  /** Returns the message for the pod, composed once for a group unless something happened since. */
  private String text(QueuedPod pod, WaitingGroup group, UnschedulableReason reason, String done) {
    var headline = UnschedulableMessages.headline(reason, cache.nodes().size(), done);
    var namespace = pod.pod().metadata().namespace();
    var claims = explained(reason);
    var known = group.text();
    if (known != null && known.change() == wakeUps.changes() && known.reason().equals(headline)) {
      var same = known.with(namespace, claims);
      if (same.isPresent()) {
        return same.get();
      }
    }
    // Readers of a namespace's events may not know what other namespaces have.
    var explanations = reason.explanations().stream().map(it -> it.within(namespace)).toList();
    var text = UnschedulableMessages.explained(headline, explanations);
    group.text(new WaitingGroup.Text(headline, wakeUps.changes(), text, namespace, claims));
    return text;
  }

  private static List<String> explained(UnschedulableReason reason) {
    return reason instanceof UnschedulableReason.NoNode none
        ? none.explained().stream().map(it -> KnownObject.key(it.metadata())).toList()
        : List.of();
  }

  private void deallocationFailed(QueuedPod pod, String why) {
    LOG.log(Level.WARNING, () -> "Pod %s: %s".formatted(pod.key(), why));
    if (pod.place() == Place.UNSCHEDULABLE) {
      pod.countError();
      queue.backOff(pod, backoff(FIRST_BACKOFF, pod.errors()), loop.now());
      kick.run();
    }
  }

  private static Duration backoff(Duration first, int failures) {
    var rest = first;
    for (int i = 1; i < failures && rest.compareTo(LONGEST_BACKOFF) < 0; i++) {
      rest = rest.multipliedBy(2);
    }
    return rest.compareTo(LONGEST_BACKOFF) < 0 ? rest : LONGEST_BACKOFF;
  }

  private void fail(QueuedPod pod, String message, Duration rest, Instant start) {
    pod.countError();
    metrics.attempted(
        SchedulerMetrics.Result.ERROR, Duration.between(start, loop.now()), pod.profile());
    queue.backOff(pod, rest, loop.now());
    reports.failed(pod, "SchedulerError", message);
    kick.run();
  }

  /** Takes in the outcomes of binding cycles. */
  private final class Results implements Binder.Outcomes {
    @Override
    public void bound(QueuedPod pod, Decision.Chosen chosen, Instant start) {
      metrics.attempted(
          SchedulerMetrics.Result.SCHEDULED, Duration.between(start, loop.now()), pod.profile());
      metrics.scheduled(pod.attempts(), Duration.between(pod.since(), loop.now()));
      if (pod.place() == Place.BINDING) {
        queue.leave(pod, loop.now());
      }
      reports.bound(pod, chosen.node());
      wakeUps.noteReturns();
    }

    @Override
    public void released(QueuedPod pod, Decision.Chosen chosen) {
      wakeUps.note(QueueEvent.ROOM_FREED);
      chosen.allocated().forEach(it -> wakeUps.wakeNaming(KnownObject.key(it.metadata())));
    }

    @Override
    public void failed(QueuedPod pod, Binder.Failure failure, Instant start) {
      LOG.log(Level.DEBUG, () -> "Pod %s: %s".formatted(pod.key(), failure.message()));
      metrics.failed(
          switch (failure.sort()) {
            case CONTESTED -> "contested";
            case ERROR -> "binding";
            case GONE -> "gone";
          });
      if (pod.place() != Place.BINDING) {
        return;
      }
      if (failure.sort() == Binder.Failure.Sort.GONE || !options.isResponsibleFor(pod.pod())) {
        queue.leave(pod, loop.now());
        return;
      }
      var first =
          failure.sort() == Binder.Failure.Sort.CONTESTED ? CONTESTED_BACKOFF : FIRST_BACKOFF;
      fail(pod, failure.message(), backoff(first, pod.errors() + 1), start);
    }

    @Override
    public void unreserved(KnownObject<ResourceClaim> claim) {
      orphans.unreserved(claim);
    }

    @Override
    public void pending(QueuedPod pod, String node) {
      reports.pending(pod, node);
    }

    @Override
    public void roomFreed() {
      if (queue.hasNext()) {
        kick.run();
      }
    }
  }
}

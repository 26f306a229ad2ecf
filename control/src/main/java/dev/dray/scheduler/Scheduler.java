package dev.dray.scheduler;

import static java.util.Objects.requireNonNull;

import dev.dray.allocation.FilterTimeout;
import dev.dray.api.gate.Gate;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Resources;
import dev.dray.events.Events;
import dev.dray.framework.SchedulerCache;
import dev.dray.framework.UnschedulableReason;
import dev.dray.informer.Informers;
import dev.dray.ledger.Ledger;
import dev.dray.scheduler.QueuedPod.Place;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler that gives waiting pods a node and their claims devices, as kube-scheduler does. All
 * of it runs on one event loop.
 *
 * <p>One pod is decided on at a time. A decision is assumed at once and written while others are
 * decided on. Pods that found no node are tried again only when something happens that might help
 * them.
 *
 * <pre>{@code
 * informers                answers of the API            timers
 *     | EventHandlers          | EventHandlers.answered,    | backoff ends, goRound,
 *     v                        v SchedulingCycle            v lookAtGated
 * SchedulerCache <---- what is known changes ----> SchedulingQueue
 *     |                        |                            |
 *     +------------- WakeUps: remember and kick ------------+
 *                              v
 * turn    1. EventHandlers.settle        merge the inventory, if it changed
 *         2. SchedulingQueue.wakeRested  pods whose backoff has ended
 *         3. WakeUps.stir                look at the waiting groups, if an event was noted
 *         4. SchedulingCycle             the next pods: SchedulerCache.decide
 *              | Chosen: assume, Binder.bind              | Waits
 *              v                                          v
 *            BindingCycle --> claims and pod written    gated, or waits in a group; Reports
 * }</pre>
 *
 * <p><b>A turn</b> decides on at most {@code DECISIONS} pods, while the binder has room, and posts
 * another turn if there are more, so that informers get their turn in between. {@link #kick} posts
 * a turn unless one is posted already.
 *
 * <p><b>Timers</b> wake pods that have backed off, that waited very long ({@link #goRound}), whose
 * search timed out, or whose reason for waiting has changed.
 *
 * <p><b>Reported</b> are events about pods and their condition {@code PodScheduled} by {@link
 * Reports}, events about patches by {@link PatchEvents}, and metrics by {@link SchedulerMetrics}.
 */
public final class Scheduler {
  private static final Logger LOG = System.getLogger(Scheduler.class.getName());
  private static final Duration ROUNDS = Duration.ofSeconds(30);
  private static final Duration GATED_ROUNDS = Duration.ofSeconds(5);

  /** The number of pods decided on before informers get their turn. */
  private static final int DECISIONS = 8;

  /** The time that a gated pod waits before it is told, by condition or event, why it is gated. */
  private static final Duration GATED_FOR_LONG = Duration.ofSeconds(10);

  private final EventLoop loop;
  private final Informers informers;
  private final SchedulerMetrics metrics;
  private final SchedulerCache cache;
  private final SchedulingQueue queue;
  private final WakeUps wakeUps;
  private final Orphans orphans;
  private final Reports reports;
  private final SchedulingCycle cycle;
  private final Binder binder;
  private final EventHandlers handlers;
  private final PatchEvents patchEvents;
  private boolean started;
  private boolean synced;
  private boolean stopped;
  private boolean turnIsPosted;
  private @Nullable Instant wakesAt;
  private EventLoop.@Nullable Timer waking;

  public Scheduler(
      Api api,
      EventLoop loop,
      Informers informers,
      Events events,
      SchedulerOptions options,
      PrometheusRegistry registry) {
    this.loop = loop;
    this.informers = informers;
    metrics = new SchedulerMetrics(requireNonNull(registry, "registry"), options.gates());
    cache =
        new SchedulerCache(
            options.gates(),
            options.bindingTimeout(),
            filterTimeout(options, loop),
            options.scoringStrategy());
    queue = new SchedulingQueue(metrics);
    wakeUps = new WakeUps(loop, cache, queue, this::kick);
    reports = new Reports(api, loop, events, metrics, queue::isBusy);
    var claims = informers.of(Resources.CLAIMS);
    var claimWrites = new ClaimWriteQueue(api, loop, claims, this::answered);
    orphans = new Orphans(claimWrites);
    cycle =
        new SchedulingCycle(
            api,
            loop,
            options,
            cache,
            queue,
            wakeUps,
            claimWrites,
            reports,
            metrics,
            orphans,
            this::kick);
    binder = cycle.binder();
    handlers =
        new EventHandlers(
            loop, informers, options, cache, queue, wakeUps, claimWrites, binder, this::kick);
    var patches = informers.of(Resources.PATCHES);
    patchEvents = new PatchEvents(loop, events, patches, cache::standingNotices);
  }

  private static FilterTimeout filterTimeout(SchedulerOptions options, EventLoop loop) {
    var timeout = options.filterTimeout();
    if (timeout.isZero() || !options.gates().enabled(Gate.DRA_SCHEDULER_FILTER_TIMEOUT)) {
      return FilterTimeout.ENDLESS;
    }
    return () -> {
      var end = loop.now().plus(timeout);
      return () -> !loop.now().isBefore(end);
    };
  }

  private void answered(KnownObject<ResourceClaim> claim) {
    handlers.answered(claim);
  }

  /** Listens to informers and begins once they have synced. The informers are started elsewhere. */
  public void start() {
    if (started) {
      throw new IllegalStateException("The scheduler was started already.");
    }
    started = true;
    handlers.listen();
    informers.whenSynced(this::begin);
  }

  private void begin() {
    if (!stopped) {
      synced = true;
      informers.of(Resources.CLAIMS).all().forEach(orphans::unreserved);
      loop.after(ROUNDS, this::goRound);
      loop.after(GATED_ROUNDS, this::lookAtGated);
      patchEvents.start();
      kick();
    }
  }

  /** Stops. Writes under way are left as they are, for the next scheduler to find. */
  public void stop() {
    stopped = true;
    binder.stop();
    reports.stop();
    patchEvents.stop();
  }

  /** Returns the ledger as it is known here; for checks. */
  public Ledger ledger() {
    return cache.ledger();
  }

  /** Returns a ledger computed anew from the informers' claims alone; for checks. */
  public Ledger rebuilt() {
    return cache.rebuilt();
  }

  /** Returns whether no binding is under way and no pod is to be tried now. */
  public boolean isIdle() {
    return binder.underWay() == 0 && !queue.hasNext() && !turnIsPosted;
  }

  private void kick() {
    if (!turnIsPosted && synced && !stopped) {
      turnIsPosted = true;
      loop.post(this::turn);
    }
  }

  private void turn() {
    turnIsPosted = false;
    if (stopped) {
      return;
    }
    settle();
    queue.wakeRested(loop.now());
    wakeUps.stir();
    for (int i = 0; i < DECISIONS && binder.hasRoom(); i++) {
      var pod = queue.next();
      if (pod == null) {
        break;
      }
      cycle.run(pod);
    }
    if (queue.hasNext() && binder.hasRoom()) {
      kick();
    }
    wakeInTime();
    metrics.pending(
        queue.size(Place.ACTIVE),
        queue.size(Place.RESTING) + queue.size(Place.BACKOFF),
        queue.size(Place.UNSCHEDULABLE),
        queue.size(Place.GATED));
  }

  private void settle() {
    var noticed = handlers.mergeInventory();
    for (var notice : noticed) {
      LOG.log(Level.WARNING, () -> "%s: %s".formatted(notice.name(), notice.message()));
    }
    if (handlers.takePatchesChanged()) {
      patchEvents.tellNew(); // An edited patch is told of a fault again, even of the same one.
    } else {
      patchEvents.tell(noticed);
    }
  }

  /** Sets a timer for the next pod to leave backoff. */
  private void wakeInTime() {
    var next = queue.nextRested().orElse(null);
    if (next == null || next.equals(wakesAt)) {
      return;
    }
    if (waking != null) {
      waking.cancel();
    }
    wakesAt = next;
    var delay = Duration.between(loop.now(), next);
    waking =
        loop.after(
            delay.isNegative() ? Duration.ZERO : delay,
            () -> {
              wakesAt = null;
              kick();
            });
  }

  private void goRound() {
    if (!stopped) {
      if (queue.wakeForgotten(loop.now())) {
        kick();
      }
      orphans.release(this::isNamed);
      loop.after(ROUNDS, this::goRound);
    }
  }

  /** Returns whether a pod that has not ended names the claim, whatever its scheduler. */
  private boolean isNamed(String claim) {
    return !queue.naming(claim).isEmpty()
        || informers.of(Resources.PODS).all().stream()
            .map(KnownObject::value)
            .anyMatch(pod -> !pod.status().finished() && QueuedPod.claims(pod).contains(claim));
  }

  /** Tells pods that have been gated for long why they are not considered. */
  private void lookAtGated() {
    if (stopped) {
      return;
    }
    var before = loop.now().minus(GATED_FOR_LONG);
    for (var pod : queue.gated()) {
      if (pod.placedAt().isAfter(before)) {
        break;
      }
      tellGated(pod);
    }
    wakeUps.lookAtStale();
    loop.after(GATED_ROUNDS, this::lookAtGated);
  }

  private void tellGated(QueuedPod pod) {
    switch (wakeUps.notReady(pod).orElse(null)) {
      case null -> {}
      case UnschedulableReason.Gated gated ->
          reports.condition(pod, "SchedulingGated", UnschedulableMessages.headline(gated, 0, ""));
      case UnschedulableReason reason -> {
        var message = UnschedulableMessages.headline(reason, 0, "");
        if (pod.condition() == null || !pod.condition().message().equals(message)) {
          reports.failed(pod, "Unschedulable", message);
        }
      }
    }
  }
}

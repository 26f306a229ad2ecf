package dev.dray.scheduler;

import static java.util.Objects.requireNonNull;

import dev.dray.allocation.FilterTimeout;
import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gate;
import dev.dray.api.json.Json;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Resources;
import dev.dray.events.Events;
import dev.dray.framework.SchedulerCache;
import dev.dray.framework.SchedulerCache.Decision;
import dev.dray.framework.UnschedulableReason;
import dev.dray.informer.Informer;
import dev.dray.informer.Informers;
import dev.dray.informer.Listener;
import dev.dray.ledger.Ledger;
import dev.dray.scheduler.QueuedPod.Place;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
 *     | listeners              | answered, Results          | backoff ends, goRound,
 *     v                        v                            v lookAtGated
 * SchedulerCache <---- what is known changes ----> PodQueues
 *     |                        |                            |
 *     +--- noteEvent, changeInventory: remember and kick ---+
 *                              v
 * turn    1. settle          merge the inventory, if it changed
 *         2. wakeRested      pods whose backoff has ended
 *         3. lookAtWaiting   stir the waiting groups, if an event was noted
 *         4. attempt         the next pods: cache.decide
 *              | Chosen: cache.assume, Binder.bind        | Waits
 *              v                                          v
 *            BindingCycle --> claims and pod written    gated, or waits in a group; Reports
 * }</pre>
 *
 * <p><b>Listeners</b> tell the cache first. If the change might help waiting pods, {@link
 * #noteEvent} remembers the event and posts a {@link #turn}; any number of events before that turn
 * cost one look at the waiting groups. Slices, classes, patches and taint rules are only merged in
 * the turn.
 *
 * <p><b>A turn</b> decides on at most {@code DECISIONS} pods, while the binder has room, and posts
 * another turn if there are more, so that informers get their turn in between.
 *
 * <p><b>Waking.</b> A noted event, or a changed inventory, stirs all groups, and of each the first
 * pod is tried if {@link SchedulerCache#mightFit} has hope for it; when it got a node, or left,
 * {@link #sendAhead} tries the next. A changed claim wakes the pods that name it ({@link
 * #wakeNaming}). Pods that came to nodes wake groups with affinity, and may split groups ({@link
 * #meetNewcomers}). A changed class wakes every unschedulable pod. Timers wake pods that have
 * backed off, that waited very long ({@link #goRound}), whose search timed out ({@link #tryAgain}),
 * or whose reason for waiting has changed ({@link #lookAtStale}).
 *
 * <p><b>Answers.</b> {@link ClaimWriteQueue} reports each claim as the server answered it ({@link
 * #answered}), before or after informers do. {@link Binder} reports how binding cycles end, to
 * {@link Results}: a bound pod leaves the queues; one that failed backs off, after its assumption
 * was given back, or leaves if it is gone.
 *
 * <p><b>Reported</b> are events about pods and their condition {@code PodScheduled} by {@link
 * Reports}, events about patches by {@link PatchEvents}, and metrics by {@link SchedulerMetrics}.
 */
public final class Scheduler {
  private static final Logger LOG = System.getLogger(Scheduler.class.getName());

  /** The backoff after a pod's first failure; doubled with each further one. */
  private static final Duration FIRST_BACKOFF = Duration.ofSeconds(1);

  private static final Duration CONTESTED_BACKOFF = Duration.ofMillis(100);
  private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(10);
  private static final Duration ROUNDS = Duration.ofSeconds(30);
  private static final Duration GATED_ROUNDS = Duration.ofSeconds(5);
  private static final int MOST_LOOKS = 100;

  /** The number of pods decided on before informers get their turn. */
  private static final int DECISIONS = 8;

  /** The time that a gated pod waits before it is told, by condition or event, why it is gated. */
  private static final Duration GATED_FOR_LONG = Duration.ofSeconds(10);

  private final EventLoop loop;
  private final Informers informers;
  private final SchedulerOptions options;
  private final Set<String> names;
  private final SchedulerMetrics metrics;
  private final SchedulerCache cache;
  private final PodQueues queues;
  private final ClaimWriteQueue claimWrites;
  private final Binder binder;
  private final Reports reports;
  private final Deallocation deallocation;
  private final Orphans orphans = new Orphans();
  private final Informer<ResourceSlicePatch> patches;
  private final PatchEvents patchEvents;
  private boolean started;
  private boolean synced;
  private boolean stopped;
  private long returns;
  private long arrivals;
  private boolean turnIsPosted;
  private boolean inventoryChanged;
  private boolean classesChanged;
  private @Nullable QueueEvent stirredBy;
  private long changes;
  private @Nullable Instant wakesAt;
  private EventLoop.@Nullable Timer waking;

  public Scheduler(
      Api api,
      EventLoop loop,
      Informers informers,
      Events events,
      SchedulerOptions options,
      PrometheusRegistry registry) {
    this.loop = requireNonNull(loop, "loop");
    this.informers = requireNonNull(informers, "informers");
    requireNonNull(events, "events");
    this.options = requireNonNull(options, "options");
    requireNonNull(api, "api");
    names = new HashSet<>(options.names());
    metrics = new SchedulerMetrics(requireNonNull(registry, "registry"), options.gates());
    cache =
        new SchedulerCache(
            options.gates(),
            options.bindingTimeout(),
            filterTimeout(loop),
            options.scoringStrategy());
    queues = new PodQueues(metrics);
    claimWrites = new ClaimWriteQueue(api, loop, informers.of(Resources.CLAIMS), this::answered);
    binder = new Binder(api, loop, cache, claimWrites, options, metrics, new Results());
    reports = new Reports(api, loop, events, metrics, queues::isBusy);
    deallocation = new Deallocation(claimWrites);
    patches = informers.of(Resources.PATCHES);
    patchEvents = new PatchEvents(loop, events, patches, cache::standingNotices);
  }

  private FilterTimeout filterTimeout(EventLoop loop) {
    var timeout = options.filterTimeout();
    if (timeout.isZero() || !options.gates().enabled(Gate.DRA_SCHEDULER_FILTER_TIMEOUT)) {
      return FilterTimeout.ENDLESS;
    }
    return () -> {
      var end = loop.now().plus(timeout);
      return () -> !loop.now().isBefore(end);
    };
  }

  /** Listens to informers and begins once they have synced. The informers are started elsewhere. */
  public void start() {
    if (started) {
      throw new IllegalStateException("The scheduler was started already.");
    }
    started = true;
    informers.of(Resources.NODES).listen(Listener.of(this::nodeIs, this::nodeIsGone));
    informers
        .of(Resources.SLICES)
        .listen(
            Listener.of(
                it -> changeInventory(() -> cache.put(it.value())),
                it -> changeInventory(() -> cache.removeSlice(it.metadata().name()))));
    informers
        .of(Resources.CLASSES)
        .listen(
            Listener.of(
                it -> classChanged(cache.put(it.value())),
                it -> classChanged(cache.removeClass(it.metadata().name()))));
    informers
        .of(Resources.TAINT_RULES)
        .listen(
            Listener.of(
                it -> changeInventory(() -> cache.put(it.value())),
                it -> changeInventory(() -> cache.removeTaintRule(it.metadata().name()))));
    patches.listen(
        Listener.of(
            it -> changeInventory(() -> cache.put(it.value())),
            it -> changeInventory(() -> cache.removePatch(it.metadata().name()))));
    informers
        .of(Resources.NAMESPACES)
        .listen(Listener.of(this::namespaceIs, this::namespaceIsGone));
    informers.of(Resources.CLAIMS).listen(new ClaimListener());
    informers.of(Resources.PODS).listen(new PodListener());
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
    return binder.underWay() == 0 && !queues.hasNext() && !turnIsPosted;
  }

  // Reports of informers.

  private void nodeIs(KnownObject<Node> node) {
    if (cache.put(node.value())) {
      noteEvent(QueueEvent.NODE_CHANGED);
    }
  }

  private void nodeIsGone(KnownObject<Node> node) {
    if (cache.removeNode(node.metadata().name())) {
      noteEvent(QueueEvent.NODE_CHANGED);
    }
  }

  private void namespaceIs(KnownObject<Json.Obj> namespace) {
    var metadata = namespace.metadata();
    namespaceChanged(cache.putNamespace(metadata.name(), metadata.labels()));
  }

  private void namespaceIsGone(KnownObject<Json.Obj> namespace) {
    namespaceChanged(cache.removeNamespace(namespace.metadata().name()));
  }

  /** Affinity terms select namespaces by labels, and may select others now. */
  private void namespaceChanged(boolean other) {
    if (other) {
      noteEvent(QueueEvent.NAMESPACE_CHANGED);
      meetNewcomers();
    }
  }

  private void changeInventory(Runnable change) {
    change.run();
    inventoryChanged = true;
    kick();
  }

  private void classChanged(boolean other) {
    if (other) {
      classesChanged = true;
      inventoryChanged = true;
      kick();
    }
  }

  /** Notes an event that might help waiting pods; they are looked at in the next turn. */
  private void noteEvent(QueueEvent why) {
    changes++;
    stirredBy = why;
    kick();
  }

  private final class ClaimListener implements Listener<ResourceClaim> {
    @Override
    public void added(KnownObject<ResourceClaim> claim) {
      claimWrites.told(claim);
      cache.put(claim.value());
      settle(claim.value());
      wakeNaming(claim.key());
      binder.claimChanged(claim.key());
    }

    @Override
    public void changed(KnownObject<ResourceClaim> before, KnownObject<ResourceClaim> now) {
      claimWrites.told(now);
      cache.put(now.value());
      settle(now.value());
      if (gaveBack(before.value(), now.value())) {
        noteEvent(QueueEvent.CLAIM_RELEASED);
      }
      if (matters(before.value(), now.value())) {
        wakeNaming(now.key());
      }
      binder.claimChanged(now.key());
    }

    /**
     * Settles the claim: an informer may report a write before its answer arrives, and that answer
     * then wakes nobody.
     */
    private void settle(ResourceClaim claim) {
      if (claim.status().allocation().isPresent()) {
        binder.settled(claim);
      }
    }

    @Override
    public void removed(KnownObject<ResourceClaim> claim) {
      claimWrites.gone(claim);
      cache.removeClaim(claim.value());
      if (claim.value().status().allocation().isPresent()) {
        noteEvent(QueueEvent.CLAIM_RELEASED);
      }
      queues.naming(claim.key()).forEach(Scheduler.this::gateIfNotReady);
      binder.claimChanged(claim.key());
    }
  }

  private static boolean gaveBack(ResourceClaim before, ResourceClaim now) {
    return before.status().allocation().isPresent()
        && !before.status().allocation().equals(now.status().allocation());
  }

  /** Returns whether a change matters to pods that name the claim; further consumers do not. */
  private static boolean matters(ResourceClaim before, ResourceClaim now) {
    return !before.status().allocation().equals(now.status().allocation())
        || !before.status().devices().equals(now.status().devices())
        || before.status().reservedFor().size() > now.status().reservedFor().size()
        || !before.metadata().deletionTimestamp().equals(now.metadata().deletionTimestamp())
        || !before.metadata().ownerReferences().equals(now.metadata().ownerReferences());
  }

  /** Takes in the server's answer to the write of a claim. */
  private void answered(KnownObject<ResourceClaim> claim) {
    var known = informers.of(Resources.CLAIMS).find(claim.key());
    binder.settled(claim.value());
    cache.written(claim.value());
    if (known.isEmpty() || matters(known.get().value(), claim.value())) {
      wakeNaming(claim.key());
    }
    if (known.filter(it -> gaveBack(it.value(), claim.value())).isPresent()) {
      noteEvent(QueueEvent.CLAIM_RELEASED);
    }
  }

  /** Considers waiting pods that name the claim, which has changed. */
  private void wakeNaming(String claim) {
    for (var pod : queues.naming(claim)) {
      if (pod.place() == Place.UNSCHEDULABLE || pod.place() == Place.GATED) {
        consider(pod, QueueEvent.CLAIM_CHANGED);
      }
    }
  }

  private void gateIfNotReady(QueuedPod pod) {
    boolean waits =
        switch (pod.place()) {
          case ACTIVE, RESTING, UNSCHEDULABLE -> true;
          case NEW, BACKOFF, GATED, BINDING, GONE -> false;
        };
    var reason = notReady(pod);
    if (waits && reason != null) {
      gate(pod, reason, QueueEvent.CLAIM_CHANGED);
    }
  }

  private final class PodListener implements Listener<Pod> {
    @Override
    public void added(KnownObject<Pod> pod) {
      cache.put(pod.value());
      meetNewcomers();
      if (isOurs(pod.value())) {
        consider(queues.enter(pod, loop.now()), QueueEvent.POD_ADDED);
      }
    }

    @Override
    public void changed(KnownObject<Pod> before, KnownObject<Pod> now) {
      cache.put(now.value());
      stirIfSomethingReturned();
      var entry = queues.find(now.metadata().uid());
      if (entry.isPresent()) {
        follow(entry.get(), before.value(), now);
      } else if (isOurs(now.value()) && !isOurs(before.value())) {
        consider(queues.enter(now, loop.now()), QueueEvent.POD_CHANGED);
      }
    }

    @Override
    public void removed(KnownObject<Pod> pod) {
      cache.removePod(pod.value());
      stirIfSomethingReturned();
      queues.find(pod.metadata().uid()).ifPresent(Scheduler.this::leave);
    }
  }

  /**
   * Wakes pods if resources or devices came back: that may happen with any report of a pod, even
   * that it got to its node.
   */
  private void stirIfSomethingReturned() {
    long now = cache.returns();
    if (now != returns) {
      returns = now;
      noteEvent(QueueEvent.ROOM_FREED);
    }
    meetNewcomers();
  }

  /**
   * Takes in pods that came to nodes or changed there. Waiting pods may have affinity to them, or
   * they may have affinity terms that match only some pods of a group, which is then split.
   */
  private void meetNewcomers() {
    cache
        .takeRegrouped()
        .ifPresent(which -> queues.regroup(which, cache::group).forEach(this::sendAhead));
    long now = cache.arrivals();
    if (now != arrivals) {
      arrivals = now;
      if (queues.stirWithAffinity(this::mightFit, QueueEvent.POD_PLACED, loop.now())) {
        kick();
      }
    }
  }

  private boolean isOurs(Pod pod) {
    return pod.spec().nodeName().isEmpty()
        && !pod.status().finished()
        && pod.metadata().deletionTimestamp().isEmpty()
        && names.contains(pod.spec().schedulerName());
  }

  private void follow(QueuedPod entry, Pod before, KnownObject<Pod> now) {
    queues.become(entry, now);
    if (entry.place() == Place.BINDING) {
      binder.podChanged(entry);
    } else if (!isOurs(now.value())) {
      leave(entry);
    } else if (!asks(before, now.value())) {
      consider(entry, QueueEvent.POD_CHANGED);
    }
  }

  /** Returns whether the pod asks for the same as before; conditions and the like do not count. */
  private static boolean asks(Pod before, Pod now) {
    return before.spec().equals(now.spec())
        && before.metadata().labels().equals(now.metadata().labels())
        && before.status().resourceClaimStatuses().equals(now.status().resourceClaimStatuses());
  }

  private void leave(QueuedPod entry) {
    boolean binding = entry.place() == Place.BINDING;
    var led = queues.led(entry);
    queues.release(entry);
    queues.leave(entry, loop.now());
    led.ifPresent(this::sendAhead);
    if (binding) {
      binder.podChanged(entry);
    }
  }

  // Pods to be tried.

  private @Nullable UnschedulableReason notReady(QueuedPod pod) {
    var gates = pod.pod().spec().schedulingGates();
    return gates.isEmpty()
        ? cache.notReady(pod.pod()).orElse(null)
        : new UnschedulableReason.Gated(gates);
  }

  /** Puts the pod where it will be tried, or gates it. */
  private void consider(QueuedPod pod, QueueEvent why) {
    switch (pod.place()) {
      case ACTIVE, RESTING, BACKOFF, BINDING, GONE -> {
        if (why != QueueEvent.POD_CHANGED || !isQueued(pod)) {
          return;
        }
      }
      case NEW, UNSCHEDULABLE, GATED -> {}
    }
    var reason = notReady(pod);
    if (reason == null) {
      queues.activate(pod, why, loop.now());
      kick();
    } else {
      gate(pod, reason, why);
    }
  }

  private static boolean isQueued(QueuedPod pod) {
    return pod.place() == Place.ACTIVE || pod.place() == Place.RESTING;
  }

  private void gate(QueuedPod pod, UnschedulableReason reason, QueueEvent why) {
    var led = queues.led(pod);
    queues.release(pod);
    queues.refused(pod, reason.plugins());
    if (pod.place() == Place.GATED) {
      return;
    }
    queues.gate(pod, why, loop.now());
    led.ifPresent(this::sendAhead);
  }

  private void sendAhead(WaitingGroup group) {
    queues.sendAhead(group, this::mightFit, QueueEvent.NEXT_OF_GROUP, loop.now());
    kick();
  }

  private boolean mightFit(Pod pod) {
    try {
      return cache.mightFit(pod);
    } catch (RuntimeException e) {
      // The decision fails in the same way, and reports it.
      LOG.log(
          Level.ERROR,
          "It cannot be said whether there is a node for " + KnownObject.key(pod.metadata()),
          e);
      return true;
    }
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
    queues.wakeRested(loop.now());
    lookAtWaiting();
    for (int i = 0; i < DECISIONS && binder.hasRoom(); i++) {
      var pod = queues.next();
      if (pod == null) {
        break;
      }
      attempt(pod);
    }
    if (queues.hasNext() && binder.hasRoom()) {
      kick();
    }
    wakeInTime();
    metrics.pending(
        queues.size(Place.ACTIVE),
        queues.size(Place.RESTING) + queues.size(Place.BACKOFF),
        queues.size(Place.UNSCHEDULABLE),
        queues.size(Place.GATED));
  }

  private void settle() {
    if (!inventoryChanged) {
      return;
    }
    inventoryChanged = false;
    if (cache.settle()) {
      changes++;
      stirredBy = QueueEvent.INVENTORY_CHANGED;
      if (classesChanged) {
        // A class can change what pods request, and with it their signatures.
        queues.wakeAll(QueueEvent.INVENTORY_CHANGED, loop.now());
      }
    }
    classesChanged = false;
    var noticed = cache.takeNotices();
    for (var notice : noticed) {
      LOG.log(Level.WARNING, () -> "%s: %s".formatted(notice.name(), notice.message()));
    }
    patchEvents.tell(noticed);
  }

  private void lookAtWaiting() {
    var why = stirredBy;
    if (why != null) {
      stirredBy = null;
      queues.stir(this::mightFit, why, loop.now());
    }
  }

  /** Sets a timer for the next pod to leave backoff. */
  private void wakeInTime() {
    var next = queues.nextRested().orElse(null);
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
      if (queues.wakeForgotten(loop.now())) {
        kick();
      }
      deallocation.release(orphans.take(claimWrites, this::isNamed));
      loop.after(ROUNDS, this::goRound);
    }
  }

  /** Returns whether a pod that has not ended names the claim, whatever its scheduler. */
  private boolean isNamed(String claim) {
    return !queues.naming(claim).isEmpty()
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
    for (var pod : queues.gated()) {
      if (pod.placedAt().isAfter(before)) {
        break;
      }
      tellGated(pod);
    }
    lookAtStale();
    loop.after(GATED_ROUNDS, this::lookAtGated);
  }

  /**
   * Tries waiting pods whose reason has changed, so that they are told anew: an event that does not
   * help a pod does not wake it, but may change why it waits. Some at a time, as there may be many.
   */
  private void lookAtStale() {
    long version = cache.version();
    for (var pod : queues.takeTurns(MOST_LOOKS)) {
      if (pod.waiting().version() != version) {
        var before = pod.waiting().message();
        pod.waits(before, version);
        if (!waitsFor(pod).equals(Optional.of(before))) {
          queues.activate(pod, QueueEvent.REASON_CHANGED, loop.now());
          kick();
        }
      }
    }
  }

  private Optional<String> waitsFor(QueuedPod pod) {
    try {
      return cache.waitsFor(pod.pod(), loop.now()).map(UnschedulableReason::message);
    } catch (RuntimeException e) {
      // The decision fails in the same way, and reports it.
      LOG.log(Level.ERROR, "It cannot be said what pod %s waits for".formatted(pod.key()), e);
      return Optional.empty();
    }
  }

  private void tellGated(QueuedPod pod) {
    switch (notReady(pod)) {
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

  // Decisions.

  private void attempt(QueuedPod pod) {
    var start = loop.now();
    pod.attempt();
    queues.refused(pod, Set.of());
    if (pod.attempts() == 1 && !pod.pod().spec().unconsidered().isEmpty()) {
      reports.unconsidered(pod);
    }
    Decision decision;
    try {
      decision = cache.decide(pod.pod(), start);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "Deciding on pod " + pod.key() + " failed", e);
      var led = queues.led(pod);
      queues.release(pod);
      led.ifPresent(this::sendAhead);
      fail(pod, "SchedulerError", "internal error: " + e, backoff(pod.errors() + 1), start);
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
    var led = queues.led(pod);
    queues.release(pod);
    queues.bind(pod, start);
    led.ifPresent(this::sendAhead);
    meetNewcomers();
    binder.bind(pod, chosen, start);
  }

  private void wait(
      QueuedPod pod, UnschedulableReason reason, List<ResourceClaim> unavailable, Instant start) {
    switch (reason) {
      case UnschedulableReason.Deleted _ -> leave(pod);
      case UnschedulableReason.Gated _, UnschedulableReason.ClaimsMissing _
          when notReady(pod) != null ->
          gate(pod, reason, QueueEvent.ATTEMPT_FAILED);
      case UnschedulableReason.Gated _,
          UnschedulableReason.ClaimsMissing _,
          UnschedulableReason.Mistake _,
          UnschedulableReason.NoNode _ ->
          await(pod, reason, unavailable, start);
    }
  }

  private void await(
      QueuedPod pod, UnschedulableReason reason, List<ResourceClaim> unavailable, Instant start) {
    var led = queues.led(pod);
    var group = queues.await(pod, cache.group(pod.pod()), loop.now());
    queues.refused(pod, reason.plugins());
    pod.waits(reason.message(), cache.version());
    pod.countUnschedulable();
    pod.restUntil(loop.now().plus(backoff(pod.unschedulable())));
    led.filter(it -> !it.equals(group)).ifPresent(this::sendAhead);
    if (pod.claims().stream().anyMatch(binder::isAllocating)) {
      return; // It is tried again as soon as that claim is written, which is not worth an event.
    }
    metrics.attempted(
        SchedulerMetrics.Result.UNSCHEDULABLE, Duration.between(start, loop.now()), pod.profile());
    metrics.failed(sort(reason));
    var done = deallocation.begin(pod, unavailable, why -> deallocationFailed(pod, why));
    reports.failed(pod, "Unschedulable", text(pod, group, reason, done));
    if (reason instanceof UnschedulableReason.NoNode none && none.tookTooLong()) {
      tryAgain(group, backoff(pod.unschedulable()));
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
          if (stopped) {
            return;
          }
          queues.sendAhead(group, _ -> true, QueueEvent.BACKOFF_COMPLETE, loop.now());
          kick();
        });
  }

  private static String sort(UnschedulableReason reason) {
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
    if (known != null && known.change() == changes && known.reason().equals(headline)) {
      var same = known.with(namespace, claims);
      if (same.isPresent()) {
        return same.get();
      }
    }
    // Readers of a namespace's events may not know what other namespaces have.
    var explanations = reason.explanations().stream().map(it -> it.within(namespace)).toList();
    var text = UnschedulableMessages.explained(headline, explanations);
    group.text(new WaitingGroup.Text(headline, changes, text, namespace, claims));
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
      queues.backOff(pod, backoff(pod.errors()), loop.now());
      kick();
    }
  }

  private Duration backoff(int failures) {
    return doubled(FIRST_BACKOFF, failures);
  }

  private Duration doubled(Duration first, int failures) {
    var rest = first;
    for (int i = 1; i < failures && rest.compareTo(LONGEST_BACKOFF) < 0; i++) {
      rest = rest.multipliedBy(2);
    }
    return rest.compareTo(LONGEST_BACKOFF) < 0 ? rest : LONGEST_BACKOFF;
  }

  private void fail(QueuedPod pod, String reason, String message, Duration rest, Instant start) {
    pod.countError();
    metrics.attempted(
        SchedulerMetrics.Result.ERROR, Duration.between(start, loop.now()), pod.profile());
    queues.backOff(pod, rest, loop.now());
    reports.failed(pod, reason, message);
    kick();
  }

  /** Takes in the outcomes of binding cycles. */
  private final class Results implements Binder.Outcomes {
    @Override
    public void bound(QueuedPod pod, Decision.Chosen chosen, Instant start) {
      metrics.attempted(
          SchedulerMetrics.Result.SCHEDULED, Duration.between(start, loop.now()), pod.profile());
      metrics.scheduled(pod.attempts(), Duration.between(pod.since(), loop.now()));
      if (pod.place() == Place.BINDING) {
        queues.leave(pod, loop.now());
      }
      reports.bound(pod, chosen.node());
      stirIfSomethingReturned();
    }

    @Override
    public void released(QueuedPod pod, Decision.Chosen chosen) {
      noteEvent(QueueEvent.ROOM_FREED);
      chosen.allocated().forEach(it -> wakeNaming(KnownObject.key(it.metadata())));
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
      boolean wanted = isOurs(pod.pod());
      if (failure.sort() == Binder.Failure.Sort.GONE || !wanted) {
        queues.leave(pod, loop.now());
        return;
      }
      var rest =
          failure.sort() == Binder.Failure.Sort.CONTESTED
              ? doubled(CONTESTED_BACKOFF, pod.errors() + 1)
              : backoff(pod.errors() + 1);
      fail(pod, "SchedulerError", failure.message(), rest, start);
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
    public void roomier() {
      if (queues.hasNext()) {
        kick();
      }
    }
  }
}

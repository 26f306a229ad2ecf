package dev.dray.controller;

import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimConsumerReference;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.client.Resources;
import dev.dray.controller.AllocatedClaims.Allocated;
import dev.dray.controller.WorkQueue.Outcome;
import dev.dray.events.Events;
import dev.dray.informer.Informer;
import dev.dray.informer.Informers;
import dev.dray.informer.Listener;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Evicts pods from devices with {@code NoExecute} taints that their claims do not tolerate.
 *
 * <p>The eviction time of a claim is computed when one of its taints changes, and kept; a pod is
 * evicted at the earliest time of its claims. While no device has such a taint, pods cost nothing
 * here.
 */
final class TaintEviction {
  static final String NAME = "device-taint-eviction-controller";
  private static final int MOST_AT_WORK = 32;
  private static final Duration LONGEST_WAIT = Duration.ofDays(1);

  private final EventLoop loop;
  private final Informer<Pod> pods;
  private final Informer<ResourceClaim> claims;
  private final Informer<ResourceSlice> slices;
  private final Optional<Informer<DeviceTaintRule>> rules;
  private final PublishedTaints published = new PublishedTaints();
  private final EvictionTimes times = new EvictionTimes(published);
  private final Map<String, DeviceTaintRule> evicting = new TreeMap<>();
  private final AllocatedClaims allocated = new AllocatedClaims();
  private final PodEvictor evictor;
  private final Optional<RuleStatus> status;
  private final WorkQueue<Item> queue;
  private boolean stopped;

  /** An object for which there may be work. */
  sealed interface Item {
    /** A pod that may have to be evicted. */
    record OfPod(String namespace, String name, String uid) implements Item {
      static OfPod of(KnownObject<Pod> pod) {
        var it = pod.metadata();
        return new OfPod(it.namespace(), it.name(), it.uid());
      }

      String key() {
        return KnownObject.key(namespace, name);
      }
    }

    /** A rule whose status may have to be written. */
    record OfRule(String name, String uid) implements Item {
      static OfRule of(KnownObject<DeviceTaintRule> rule) {
        return new OfRule(rule.metadata().name(), rule.metadata().uid());
      }
    }
  }

  TaintEviction(
      ControllerCalls controllerCalls,
      EventLoop loop,
      Informers informers,
      Events events,
      Gates gates,
      EvictionMetrics metrics,
      QueueMetrics queues) {
    this.loop = loop;
    pods = informers.of(Resources.PODS);
    claims = informers.of(Resources.CLAIMS);
    slices = informers.of(Resources.SLICES);
    rules =
        gates.enabled(Gate.DRA_DEVICE_TAINT_RULES)
            ? Optional.of(informers.of(Resources.TAINT_RULES))
            : Optional.empty();
    evictor = new PodEvictor(controllerCalls, loop, events, pods, metrics, this::evicted);
    status =
        rules.map(
            it ->
                new RuleStatus(
                    controllerCalls, loop, it, pods, slices, published, times, allocated, evictor));
    queue = new WorkQueue<>(loop, NAME, MOST_AT_WORK, queues, controllerCalls.guarded(this::work));
  }

  private void work(Item item, Consumer<Outcome> then) {
    switch (item) {
      case Item.OfPod pod -> evictor.work(pod, then);
      case Item.OfRule rule ->
          status.ifPresentOrElse(
              it -> it.work(rule, then), () -> then.accept(new Outcome.Finished()));
    }
  }

  /** Starts to listen; nothing is done before {@link #begin}. */
  void listen() {
    slices.listen(new OfSlices());
    rules.ifPresent(it -> it.listen(new OfRules()));
    claims.listen(new OfClaims());
    pods.listen(new OfPods());
  }

  /** Begins to work, once all informers have synced. */
  void begin() {
    queue.start();
  }

  void stop() {
    stopped = true;
    queue.stop();
  }

  boolean idle() {
    return queue.idle();
  }

  /** Returns whether the pod is on a node and neither finished nor being deleted. */
  static boolean stays(Pod pod) {
    return !pod.spec().nodeName().isEmpty()
        && !pod.status().finished()
        && pod.metadata().deletionTimestamp().isEmpty();
  }

  /** Returns the pods that use a claim and are neither finished nor being deleted. */
  static List<KnownObject<Pod>> users(KnownObject<ResourceClaim> claim, Informer<Pod> pods) {
    var users = new ArrayList<KnownObject<Pod>>();
    for (var pod : reservedFor(claim, pods)) {
      if (stays(pod.value()) && PodEntries.claims(pod).contains(claim.metadata().name())) {
        users.add(pod);
      }
    }
    return users;
  }

  private static List<KnownObject<Pod>> reservedFor(
      KnownObject<ResourceClaim> claim, Informer<Pod> pods) {
    var found = new ArrayList<KnownObject<Pod>>();
    for (var user : claim.value().status().reservedFor()) {
      if (user.apiGroup().isEmpty() && user.resource().equals("pods")) {
        pods.find(claim.metadata().namespace(), user.name())
            .filter(it -> it.metadata().uid().equals(user.uid()))
            .ifPresent(found::add);
      }
    }
    return found;
  }

  private Optional<PodEviction> evictionOf(KnownObject<ResourceClaim> claim) {
    return claim.value().status().allocation().flatMap(it -> times.of(it, evicting.values()));
  }

  private void reconsider(Allocated old) {
    var eviction = evictionOf(old.claim());
    if (!eviction.equals(old.eviction())) {
      allocated.put(new Allocated(old.claim(), eviction));
      reservedFor(old.claim(), pods).forEach(this::look);
    }
  }

  private final class OfClaims implements Listener<ResourceClaim> {
    @Override
    public void added(KnownObject<ResourceClaim> claim) {
      if (!stopped) {
        put(claim, List.of());
      }
    }

    @Override
    public void changed(KnownObject<ResourceClaim> before, KnownObject<ResourceClaim> now) {
      if (!stopped) {
        put(now, before.value().status().reservedFor());
      }
    }

    private void put(
        KnownObject<ResourceClaim> claim, List<ResourceClaimConsumerReference> usersBefore) {
      var old = allocated.find(claim.key());
      if (claim.value().status().allocation().isEmpty()) {
        allocated.remove(claim.key());
      } else {
        boolean same =
            old.isPresent()
                && old.get().allocation().equals(claim.value().status().allocation().get());
        allocated.put(new Allocated(claim, same ? old.get().eviction() : evictionOf(claim)));
      }
      boolean concerned =
          old.flatMap(Allocated::eviction).isPresent()
              || allocated.find(claim.key()).flatMap(Allocated::eviction).isPresent();
      if (concerned) {
        if (!usersBefore.equals(claim.value().status().reservedFor())) {
          old.ifPresent(it -> reservedFor(it.claim(), pods).forEach(TaintEviction.this::look));
        }
        reservedFor(claim, pods).forEach(TaintEviction.this::look);
      }
    }

    @Override
    public void removed(KnownObject<ResourceClaim> claim) {
      if (!stopped) {
        var old = allocated.find(claim.key());
        allocated.remove(claim.key());
        old.filter(it -> it.eviction().isPresent())
            .ifPresent(it -> reservedFor(it.claim(), pods).forEach(TaintEviction.this::look));
      }
    }
  }

  private void look(KnownObject<Pod> pod) {
    var eviction = evictionFor(pod);
    if (eviction.isEmpty()) {
      evictor.cancel(pod);
    } else if (evictor.expect(pod, eviction.get())) {
      queue.addAfter(until(eviction.get().at(), loop), Item.OfPod.of(pod));
      tellRules(eviction.get());
    }
  }

  /** Returns how long to wait before looking again; times far away are looked at once a day. */
  static Duration until(Instant at, EventLoop loop) {
    var left = Duration.between(loop.now(), at);
    return left.compareTo(LONGEST_WAIT) < 0 ? left : LONGEST_WAIT;
  }

  /** Schedules the status of the rules for later, as more pods may follow. */
  private void tellRules(PodEviction podEviction) {
    for (var taint : podEviction.taints()) {
      if (taint instanceof Taint.OfRule rule) {
        queue.addAfter(RuleStatus.PERIOD, new Item.OfRule(rule.rule(), rule.uid()));
      }
    }
  }

  private Optional<PodEviction> evictionFor(KnownObject<Pod> pod) {
    if (!stays(pod.value()) || !allocated.anyEvicting()) {
      return Optional.empty();
    }
    Optional<PodEviction> all = Optional.empty();
    for (var name : PodEntries.claims(pod)) {
      var one =
          allocated
              .find(KnownObject.key(pod.metadata().namespace(), name))
              .filter(it -> isReservedFor(it.claim().value(), pod.metadata().uid()))
              .flatMap(Allocated::eviction);
      if (one.isPresent()) {
        all = Optional.of(all.isEmpty() ? one.get() : all.get().and(one.get()));
      }
    }
    return all;
  }

  /**
   * Compares by UID: another pod of the same name may wait for the claim, or have had it before.
   */
  private static boolean isReservedFor(ResourceClaim claim, String podUid) {
    for (var user : claim.status().reservedFor()) {
      if (user.uid().equals(podUid)) {
        return true;
      }
    }
    return false;
  }

  private void evicted(PodEviction podEviction) {
    for (var taint : podEviction.taints()) {
      if (taint instanceof Taint.OfRule rule) {
        status.ifPresent(it -> it.evictedBy(rule.uid()));
      }
    }
    tellRules(podEviction);
  }

  private final class OfPods implements Listener<Pod> {
    @Override
    public void added(KnownObject<Pod> pod) {
      if (!stopped && allocated.anyEvicting()) {
        look(pod);
      }
    }

    /** Pods change often, and most changes do not matter here. */
    @Override
    public void changed(KnownObject<Pod> before, KnownObject<Pod> now) {
      if (!stopped && (allocated.anyEvicting() || evictor.any()) && matters(before, now)) {
        look(now);
      }
    }

    private static boolean matters(KnownObject<Pod> before, KnownObject<Pod> now) {
      return stays(before.value()) != stays(now.value())
          || !PodEntries.claims(before).equals(PodEntries.claims(now));
    }

    @Override
    public void removed(KnownObject<Pod> pod) {
      if (!stopped) {
        evictor.gone(pod);
      }
    }
  }

  private final class OfSlices implements Listener<ResourceSlice> {
    @Override
    public void added(KnownObject<ResourceSlice> slice) {
      if (!stopped) {
        allocated.using(published.put(slice.value())).forEach(TaintEviction.this::reconsider);
      }
    }

    @Override
    public void changed(KnownObject<ResourceSlice> before, KnownObject<ResourceSlice> now) {
      added(now);
    }

    @Override
    public void removed(KnownObject<ResourceSlice> slice) {
      if (!stopped) {
        allocated
            .using(published.remove(slice.metadata().name()))
            .forEach(TaintEviction.this::reconsider);
      }
    }
  }

  private final class OfRules implements Listener<DeviceTaintRule> {
    @Override
    public void added(KnownObject<DeviceTaintRule> rule) {
      if (!stopped) {
        put(rule);
      }
    }

    @Override
    public void changed(KnownObject<DeviceTaintRule> before, KnownObject<DeviceTaintRule> now) {
      if (!stopped && !before.value().spec().equals(now.value().spec())) {
        put(now);
      }
    }

    /**
     * Queues the status first, so that it is written at least once, and before any pod is evicted.
     */
    private void put(KnownObject<DeviceTaintRule> rule) {
      queue.add(Item.OfRule.of(rule));
      if (PublishedTaints.evicts(rule.value().spec().taint())) {
        evicting.put(rule.metadata().name(), rule.value());
      } else {
        evicting.remove(rule.metadata().name());
      }
      reconsiderAll();
    }

    @Override
    public void removed(KnownObject<DeviceTaintRule> rule) {
      if (!stopped) {
        evicting.remove(rule.metadata().name());
        status.ifPresent(it -> it.forget(rule.metadata().uid()));
        reconsiderAll();
      }
    }

    /** Recomputes all claims, as rules change rarely. */
    private void reconsiderAll() {
      List.copyOf(allocated.all()).forEach(TaintEviction.this::reconsider);
    }
  }
}

package dev.dray.scheduler;

import dev.dray.api.resource.ResourceClaim;
import dev.dray.client.Api;
import dev.dray.client.EventLoop;
import dev.dray.client.KnownObject;
import dev.dray.framework.SchedulerCache;
import dev.dray.framework.SchedulerCache.Decision.Chosen;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes decisions to the API, for many pods at once. */
final class Binder {
  private final Api api;
  private final EventLoop loop;
  private final SchedulerCache cache;
  private final ClaimWriteQueue desk;
  private final SchedulerOptions options;
  private final SchedulerMetrics metrics;
  private final Outcomes outcomes;
  private final Map<String, Set<BindingCycle>> waiting = new HashMap<>();

  /** Claims that get devices from pods that are under way, and are not written yet. */
  private final Set<String> allocating = new HashSet<>();

  private int underWay;
  private boolean stopped;

  /** Who is told what came of it. */
  interface Outcomes {
    void bound(QueuedPod pod, Chosen chosen, Instant start);

    /** What was assumed for the pod is given back. */
    void released(QueuedPod pod, Chosen chosen);

    /** Nothing of the attempt is left, as far as that could be brought about. */
    void failed(QueuedPod pod, Failure failure, Instant start);

    /** A claim is no longer reserved for a pod that did not get to its node. */
    void unreserved(KnownObject<ResourceClaim> claim);

    /** Devices must become ready first. */
    void pending(QueuedPod pod, String node);

    /** There is room for one more. */
    void roomier();
  }

  /** Why a pod did not get to its node. */
  record Failure(Sort sort, String message) {
    enum Sort {
      /** Somebody else has what was chosen: to be tried again soon. */
      CONTESTED,
      /** The API, a driver or somebody else had it otherwise. */
      ERROR,
      /** The pod is gone, or going. */
      GONE
    }
  }

  Binder(
      Api api,
      EventLoop loop,
      SchedulerCache cache,
      ClaimWriteQueue desk,
      SchedulerOptions options,
      SchedulerMetrics metrics,
      Outcomes outcomes) {
    this.api = api;
    this.loop = loop;
    this.cache = cache;
    this.desk = desk;
    this.options = options;
    this.metrics = metrics;
    this.outcomes = outcomes;
  }

  boolean hasRoom() {
    return underWay < options.mostBindings();
  }

  int underWay() {
    return underWay;
  }

  /** What was decided must have been assumed. */
  void bind(QueuedPod pod, Chosen chosen, Instant start) {
    underWay++;
    chosen.allocated().forEach(it -> allocating.add(BindingCycle.key(it)));
    new BindingCycle(this, pod, chosen, start).begin();
  }

  /** Whether it will soon be known which devices the claim has: whoever names it is told then. */
  boolean isAllocating(String claim) {
    return allocating.contains(claim);
  }

  /** The claims of this decision are written, or will not be. */
  void settled(ResourceClaim claim) {
    allocating.remove(BindingCycle.key(claim));
  }

  /** A claim changed: pods may wait for its devices. */
  void claimChanged(String key) {
    List.copyOf(waiting.getOrDefault(key, Set.of())).forEach(BindingCycle::lookAtDevices);
  }

  /** A pod changed or went: it may be under way. */
  void podChanged(QueuedPod pod) {
    for (var claim : pod.claims()) {
      for (var cycle : List.copyOf(waiting.getOrDefault(claim, Set.of()))) {
        if (cycle.pod().uid().equals(pod.uid())) {
          cycle.lookAtDevices();
        }
      }
    }
  }

  /** Nothing more is written; whoever takes over finds out how far it came. */
  void stop() {
    stopped = true;
  }

  boolean stopped() {
    return stopped;
  }

  void startWaiting(BindingCycle cycle, Iterable<String> claims) {
    underWay--;
    claims.forEach(it -> waiting.computeIfAbsent(it, _ -> new LinkedHashSet<>()).add(cycle));
    outcomes.roomier();
  }

  void endWaiting(BindingCycle cycle, Iterable<String> claims) {
    underWay++;
    claims.forEach(
        it ->
            waiting.computeIfPresent(
                it, (_, cycles) -> cycles.remove(cycle) && cycles.isEmpty() ? null : cycles));
  }

  void finish() {
    underWay--;
    outcomes.roomier();
  }

  Api api() {
    return api;
  }

  EventLoop loop() {
    return loop;
  }

  SchedulerCache board() {
    return cache;
  }

  ClaimWriteQueue desk() {
    return desk;
  }

  SchedulerOptions options() {
    return options;
  }

  SchedulerMetrics metrics() {
    return metrics;
  }

  Outcomes outcomes() {
    return outcomes;
  }

  static List<String> drivers(KnownObject<ResourceClaim> claim) {
    return claim.value().status().allocation().stream()
        .flatMap(it -> it.devices().results().stream())
        .map(it -> it.driver())
        .toList();
  }
}

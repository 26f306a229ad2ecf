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

/** Runs the binding cycles, for many pods at once. */
final class Binder {
  private final Api api;
  private final EventLoop loop;
  private final SchedulerCache cache;
  private final ClaimWriteQueue claimWrites;
  private final SchedulerOptions options;
  private final SchedulerMetrics metrics;
  private final Outcomes outcomes;
  private final Map<String, Set<BindingCycle>> waiting = new HashMap<>();

  /** The claims that get devices from a binding cycle and are not written yet. */
  private final Set<String> allocating = new HashSet<>();

  private int underWay;
  private boolean stopped;

  /** The listener for what comes of binding cycles. */
  interface Outcomes {
    void bound(QueuedPod pod, Chosen chosen, Instant start);

    /** Reports that what was assumed for the pod is given back. */
    void released(QueuedPod pod, Chosen chosen);

    /** Reports a failure, after everything that could be undone was undone. */
    void failed(QueuedPod pod, Failure failure, Instant start);

    /** Reports that a claim is no longer reserved for a pod that did not get to its node. */
    void unreserved(KnownObject<ResourceClaim> claim);

    /** Reports that the pod waits for devices to become ready. */
    void pending(QueuedPod pod, String node);

    /** Reports that one more binding cycle may begin. */
    void roomFreed();
  }

  /** The reason why a pod did not get to its node. */
  record Failure(Sort sort, String message) {
    enum Sort {
      /** Another claim or pod took what was chosen: the pod is tried again soon. */
      CONTESTED,
      /** The API or a driver refused, or an object changed in the meantime. */
      ERROR,
      /** The pod is deleted, or being deleted. */
      GONE
    }
  }

  Binder(
      Api api,
      EventLoop loop,
      SchedulerCache cache,
      ClaimWriteQueue claimWrites,
      SchedulerOptions options,
      SchedulerMetrics metrics,
      Outcomes outcomes) {
    this.api = api;
    this.loop = loop;
    this.cache = cache;
    this.claimWrites = claimWrites;
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

  /** Begins the binding cycle of a decision, which must have been assumed. */
  void bind(QueuedPod pod, Chosen chosen, Instant start) {
    underWay++;
    chosen.allocated().forEach(it -> allocating.add(KnownObject.key(it.metadata())));
    new BindingCycle(this, pod, chosen, start).begin();
  }

  /** Returns whether the claim's devices will soon be known; pods that name it are woken then. */
  boolean isAllocating(String claim) {
    return allocating.contains(claim);
  }

  /** Notes that the claim is written, or will not be. */
  void settled(ResourceClaim claim) {
    allocating.remove(KnownObject.key(claim.metadata()));
  }

  /** Tells binding cycles that wait for the claim's devices that it changed. */
  void claimChanged(String key) {
    List.copyOf(waiting.getOrDefault(key, Set.of())).forEach(BindingCycle::lookAtDevices);
  }

  /** Tells the pod's binding cycle, if it waits for devices, that the pod changed or is gone. */
  void podChanged(QueuedPod pod) {
    for (var claim : pod.claims()) {
      for (var cycle : List.copyOf(waiting.getOrDefault(claim, Set.of()))) {
        if (cycle.pod().uid().equals(pod.uid())) {
          cycle.lookAtDevices();
        }
      }
    }
  }

  /** Stops writing; the scheduler that takes over finds out how far each cycle came. */
  void stop() {
    stopped = true;
  }

  boolean stopped() {
    return stopped;
  }

  void startWaiting(BindingCycle cycle, Iterable<String> claims) {
    underWay--;
    claims.forEach(it -> waiting.computeIfAbsent(it, _ -> new LinkedHashSet<>()).add(cycle));
    outcomes.roomFreed();
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
    outcomes.roomFreed();
  }

  Api api() {
    return api;
  }

  EventLoop loop() {
    return loop;
  }

  SchedulerCache cache() {
    return cache;
  }

  ClaimWriteQueue claimWrites() {
    return claimWrites;
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

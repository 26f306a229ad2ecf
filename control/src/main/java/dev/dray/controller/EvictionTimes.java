package dev.dray.controller;

import dev.dray.allocation.request.Tolerations;
import dev.dray.api.meta.DeviceId;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.api.resource.claim.DeviceToleration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** The times at which pods must be evicted from their devices. */
final class EvictionTimes {
  private static final String NO_EXECUTE = "NoExecute";

  private final PublishedTaints published;

  EvictionTimes(PublishedTaints published) {
    this.published = published;
  }

  /**
   * Returns when the pods of a claim must be evicted: the earliest time of all taints of its
   * devices.
   *
   * @param rules the rules that evict; they apply to devices that are no longer published, too
   */
  Optional<PodEviction> of(AllocationResult allocation, Collection<DeviceTaintRule> rules) {
    var taints = new TreeSet<Taint>();
    var earliest = Instant.MAX;
    for (var result : allocation.devices().results()) {
      for (var taint : taints(result, rules)) {
        var at = leavesAt(taint, result.tolerations());
        if (at.isPresent()) {
          taints.add(taint);
          earliest = at.get().isBefore(earliest) ? at.get() : earliest;
        }
      }
    }
    return taints.isEmpty()
        ? Optional.empty()
        : Optional.of(new PodEviction(earliest, List.copyOf(taints)));
  }

  private List<Taint> taints(
      DeviceRequestAllocationResult result, Collection<DeviceTaintRule> rules) {
    var of = published.of(idOf(result));
    if (rules.isEmpty()) {
      return of;
    }
    var taints = new ArrayList<>(of);
    for (var rule : rules) {
      if (matches(rule, idOf(result))) {
        taints.add(taint(rule));
      }
    }
    return taints;
  }

  static DeviceId idOf(DeviceRequestAllocationResult result) {
    return DeviceId.of(result.driver(), result.pool(), result.device());
  }

  private static Taint taint(DeviceTaintRule rule) {
    var it = rule.metadata();
    var since = rule.spec().taint().timeAdded().or(it::creationTimestamp).orElse(Instant.EPOCH);
    return new Taint.OfRule(it.name(), it.uid(), rule.spec().taint(), since);
  }

  /**
   * Returns whether the rule selects the device. A rule without a selector selects all devices, as
   * it does in allocation.
   */
  static boolean matches(DeviceTaintRule rule, DeviceId device) {
    return rule.spec()
        .deviceSelector()
        .map(
            it ->
                isOr(it.driver(), device.pool().driver())
                    && isOr(it.pool(), device.pool().pool())
                    && isOr(it.device(), device.device()))
        .orElse(true);
  }

  private static boolean isOr(Optional<String> wanted, String name) {
    return wanted.isEmpty() || wanted.get().equals(name);
  }

  /** Returns when a taint evicts; empty if it is tolerated forever. */
  private static Optional<Instant> leavesAt(Taint taint, List<DeviceToleration> tolerations) {
    var earliest = Instant.MAX;
    boolean tolerated = false;
    for (var toleration : tolerations) {
      // A toleration of all effects allows a request to get the device, not to keep it.
      if (toleration.effect().equals(NO_EXECUTE)
          && Tolerations.tolerates(toleration, taint.taint())) {
        if (toleration.tolerationSeconds().isEmpty()) {
          return Optional.empty();
        }
        var at = later(taint.since(), Math.max(0, toleration.tolerationSeconds().get()));
        earliest = at.isBefore(earliest) ? at : earliest;
        tolerated = true;
      }
    }
    return Optional.of(tolerated ? earliest : taint.since());
  }

  private static Instant later(Instant since, long seconds) {
    long most = Instant.MAX.getEpochSecond() - 1;
    return seconds > most - since.getEpochSecond() ? Instant.MAX : since.plusSeconds(seconds);
  }
}

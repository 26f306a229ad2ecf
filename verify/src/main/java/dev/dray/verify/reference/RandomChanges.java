package dev.dray.verify.reference;

import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What may happen to slices and claims after devices were allocated. */
final class RandomChanges {
  private final Dice dice;

  RandomChanges(Dice dice) {
    this.dice = dice;
  }

  ResourceSlice changed(ResourceSlice slice) {
    var spec = slice.spec();
    if (!spec.devices().isEmpty()) {
      return slice.withSpec(spec.withDeviceList(Optional.of(changed(spec.devices()))));
    }
    var sets =
        spec.sharedCounters().stream().map(it -> it.withCounters(lowered(it.counters()))).toList();
    return slice.withSpec(spec.withCounterSetList(Optional.of(sets)));
  }

  private List<Device> changed(List<Device> devices) {
    var changed = new ArrayList<Device>();
    for (var device : devices) {
      switch (dice.between(0, 6)) {
        case 0 -> {}
        case 1 -> changed.add(device.withoutMultipleAllocations());
        case 2 -> changed.add(device.withConsumesCounters(regrouped(device)));
        case 3 -> changed.add(device.withConsumesCounters(List.of()));
        default -> changed.add(device);
      }
    }
    return changed;
  }

  private List<DeviceCounterConsumption> regrouped(Device device) {
    return device.consumesCounters().stream()
        .map(it -> it.withCompatibilityGroups(dice.some(dice.between(0, 1), List.of("ga", "gc"))))
        .toList();
  }

  private Map<String, Counter> lowered(Map<String, Counter> counters) {
    var lowered = new TreeMap<String, Counter>();
    counters.forEach(
        (name, counter) ->
            lowered.put(
                name,
                dice.percent(60)
                    ? counter
                    : new Counter(
                        Optional.of(RandomAmounts.of(dice.between(0, 4))),
                        Optional.empty(),
                        Optional.empty())));
    return lowered;
  }

  /** The claim as a scheduler without some feature would have written it. */
  ResourceClaim forgotten(ResourceClaim claim) {
    var allocation =
        claim
            .status()
            .allocation()
            .map(
                it ->
                    it.withDevices(
                        it.devices()
                            .withResults(
                                it.devices().results().stream().map(this::forgotten).toList())));
    return claim.withStatus(claim.status().withAllocation(allocation));
  }

  private DeviceRequestAllocationResult forgotten(DeviceRequestAllocationResult result) {
    return switch (dice.between(0, 2)) {
      case 0 -> result.withCompatibilityGroups(Map.of());
      case 1 -> result.withConsumedCounters(Map.of());
      default -> result.withConsumedCapacity(Map.of());
    };
  }
}

package dev.dray.verify.hardware;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.Device;
import dev.dray.api.resource.DeviceCounterConsumption;
import java.util.List;
import java.util.Map;

/**
 * A device in parts, to be published with a mixin for each part or with all parts put together.
 *
 * @param own what no other device has
 * @param counterSet what it consumes from
 * @param group its only compatibility group there
 */
record PlannedDevice(
    String name,
    List<Traits> traits,
    Traits own,
    String counterSet,
    List<Amounts> consumes,
    String group) {
  PlannedDevice {
    requireNonNull(name, "name");
    traits = List.copyOf(traits);
    requireNonNull(own, "own");
    requireNonNull(counterSet, "counterSet");
    consumes = List.copyOf(consumes);
    requireNonNull(group, "group");
  }

  Device withMixins() {
    var consumption =
        new DeviceCounterConsumption(
            counterSet, consumes.stream().map(Amounts::name).toList(), Map.of(), List.of(group));
    return Device.named(name)
        .withIncludes(traits.stream().map(Traits::name).toList())
        .withAttributes(own.attributes())
        .withCapacity(own.capacity())
        .withConsumesCounters(List.of(consumption));
  }

  Device flat() {
    var all = traits.stream().reduce(Traits.named(name), Traits::and).and(own);
    var amounts = consumes.stream().reduce(new Amounts(name, Map.of()), Amounts::and);
    var consumption =
        new DeviceCounterConsumption(counterSet, List.of(), amounts.counters(), List.of(group));
    return Device.named(name)
        .withAttributes(all.attributes())
        .withCapacity(all.capacity())
        .withConsumesCounters(List.of(consumption));
  }
}

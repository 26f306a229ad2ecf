package dev.dray.hardware;

import dev.dray.api.resource.device.DeviceCounterConsumption;
import java.util.List;

/**
 * The consumption of a device from a counter set, in parts.
 *
 * @param parts the consumption it has in common with other devices
 * @param own the consumption no other device has
 * @param groups its compatibility groups on the set
 */
record PlannedDraw(
    String counterSet, List<CounterAmounts> parts, CounterAmounts own, List<String> groups) {
  PlannedDraw {
    parts = List.copyOf(parts);
    groups = List.copyOf(groups);
  }

  static PlannedDraw shared(String counterSet, List<CounterAmounts> parts, List<String> groups) {
    return new PlannedDraw(counterSet, parts, CounterAmounts.named("own"), groups);
  }

  static PlannedDraw own(String counterSet, CounterAmounts counterAmounts) {
    return new PlannedDraw(counterSet, List.of(), counterAmounts, List.of());
  }

  DeviceCounterConsumption consumption(SliceLayout sliceLayout) {
    return switch (sliceLayout) {
      case MIXINS ->
          new DeviceCounterConsumption(
              counterSet,
              parts.stream().map(CounterAmounts::name).toList(),
              own.counters(),
              groups);
      case FLAT ->
          new DeviceCounterConsumption(
              counterSet, List.of(), CounterAmounts.together(parts).and(own).counters(), groups);
    };
  }
}

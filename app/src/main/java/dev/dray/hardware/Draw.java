package dev.dray.hardware;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.device.DeviceCounterConsumption;
import java.util.List;

/**
 * What a device consumes of a counter set, in parts.
 *
 * @param parts what other devices consume, too
 * @param own what no other device consumes
 * @param groups its compatibility groups there
 */
record Draw(String counterSet, List<Amounts> parts, Amounts own, List<String> groups) {
  Draw {
    requireNonNull(counterSet, "counterSet");
    parts = List.copyOf(parts);
    requireNonNull(own, "own");
    groups = List.copyOf(groups);
  }

  static Draw shared(String counterSet, List<Amounts> parts, List<String> groups) {
    return new Draw(counterSet, parts, Amounts.named("own"), groups);
  }

  static Draw own(String counterSet, Amounts amounts) {
    return new Draw(counterSet, List.of(), amounts, List.of());
  }

  DeviceCounterConsumption consumption(Layout layout) {
    return switch (layout) {
      case MIXINS ->
          new DeviceCounterConsumption(
              counterSet, parts.stream().map(Amounts::name).toList(), own.counters(), groups);
      case FLAT ->
          new DeviceCounterConsumption(
              counterSet, List.of(), Amounts.together(parts).and(own).counters(), groups);
    };
  }
}

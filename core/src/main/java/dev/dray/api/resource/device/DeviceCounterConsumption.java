package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import java.util.List;
import java.util.Map;

/**
 * The amounts that a device consumes of one counter set, and its compatibility groups there
 * (KEP-5963).
 */
public record DeviceCounterConsumption(
    String counterSet,
    List<String> includes,
    Map<String, Counter> counters,
    List<String> compatibilityGroups) {
  public DeviceCounterConsumption {
    requireNonNull(counterSet, "counterSet");
    includes = List.copyOf(includes);
    counters = FrozenMap.copyOf(counters);
    compatibilityGroups = List.copyOf(compatibilityGroups);
  }

  public DeviceCounterConsumption withIncludes(List<String> includes) {
    return new DeviceCounterConsumption(counterSet, includes, counters, compatibilityGroups);
  }

  public DeviceCounterConsumption withCounters(Map<String, Counter> counters) {
    return new DeviceCounterConsumption(counterSet, includes, counters, compatibilityGroups);
  }

  public DeviceCounterConsumption withCompatibilityGroups(List<String> compatibilityGroups) {
    return new DeviceCounterConsumption(counterSet, includes, counters, compatibilityGroups);
  }
}

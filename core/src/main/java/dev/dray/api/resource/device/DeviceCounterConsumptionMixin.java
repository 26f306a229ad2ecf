package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import java.util.Map;

/** A pattern of consumption, applied to the counter set of the consumption that includes it. */
public record DeviceCounterConsumptionMixin(String name, Map<String, Counter> counters) {
  public DeviceCounterConsumptionMixin {
    requireNonNull(name, "name");
    counters = FrozenMap.copyOf(counters);
  }

  public DeviceCounterConsumptionMixin withCounters(Map<String, Counter> counters) {
    return new DeviceCounterConsumptionMixin(name, counters);
  }
}

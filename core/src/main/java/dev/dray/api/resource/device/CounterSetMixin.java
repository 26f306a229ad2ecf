package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import java.util.Map;

/** Counters that counter sets share by including them by name. */
public record CounterSetMixin(String name, Map<String, Counter> counters) {
  public CounterSetMixin {
    requireNonNull(name, "name");
    counters = FrozenMap.copyOf(counters);
  }

  public CounterSetMixin withCounters(Map<String, Counter> counters) {
    return new CounterSetMixin(name, counters);
  }
}

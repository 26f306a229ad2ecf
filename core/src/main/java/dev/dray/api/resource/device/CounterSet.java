package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import java.util.List;
import java.util.Map;

/** A named set of counters that the devices of a pool consume from. */
public record CounterSet(String name, List<String> includes, Map<String, Counter> counters) {
  public CounterSet {
    requireNonNull(name, "name");
    includes = List.copyOf(includes);
    counters = FrozenMap.copyOf(counters);
  }

  public CounterSet withIncludes(List<String> includes) {
    return new CounterSet(name, includes, counters);
  }

  public CounterSet withCounters(Map<String, Counter> counters) {
    return new CounterSet(name, includes, counters);
  }
}

package dev.dray.layout;

import dev.dray.api.resource.device.Counter;
import java.util.List;

/** The counters that a device consumes from one counter set, each with its origin. */
public record FlatConsumption(
    String counterSet, List<Sourced<Counter>> counters, List<String> compatibilityGroups) {
  public FlatConsumption {
    counters = List.copyOf(counters);
    compatibilityGroups = List.copyOf(compatibilityGroups);
  }
}

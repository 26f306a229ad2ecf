package dev.dray.layout;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.device.Counter;
import java.util.List;

/** The counters that a device consumes from one counter set, each with its origin. */
public record FlatConsumption(
    String counterSet, List<Sourced<Counter>> counters, List<String> compatibilityGroups) {
  public FlatConsumption {
    requireNonNull(counterSet, "counterSet");
    counters = List.copyOf(counters);
    compatibilityGroups = List.copyOf(compatibilityGroups);
  }
}

package dev.dray.layout;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.device.Counter;
import java.util.List;

/** What a device takes from one counter set, each counter with where it came from. */
public record FlatConsumption(
    String counterSet, List<Sourced<Counter>> counters, List<String> compatibilityGroups) {
  public FlatConsumption {
    requireNonNull(counterSet, "counterSet");
    counters = List.copyOf(counters);
    compatibilityGroups = List.copyOf(compatibilityGroups);
  }
}

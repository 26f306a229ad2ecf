package dev.dray.layout;

import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.inventory.Hidden;
import java.util.List;
import java.util.Optional;

/**
 * A counter set, each counter with its origin.
 *
 * @param effective the same set without includes
 * @param hidden the reason why no device can consume from it, if none can
 */
public record FlatCounterSet(
    CounterSet effective, List<Sourced<Counter>> counters, Optional<Hidden> hidden) {
  public FlatCounterSet {
    counters = List.copyOf(counters);
  }

  public String name() {
    return effective.name();
  }
}

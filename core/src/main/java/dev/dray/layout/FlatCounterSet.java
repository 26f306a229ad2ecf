package dev.dray.layout;

import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.inventory.Hidden;
import java.util.List;
import java.util.Optional;

/**
 * A counter set, each counter with where it came from.
 *
 * @param effective the same without includes
 * @param hidden why nobody can draw from it, if nobody can
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

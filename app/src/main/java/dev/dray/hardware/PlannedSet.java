package dev.dray.hardware;

import dev.dray.api.resource.device.CounterSet;
import java.util.List;
import java.util.Map;

/** A counter set and its counters, which other sets of the pool may have too. */
record PlannedSet(String name, CounterAmounts available) {

  CounterSet counterSet(SliceLayout sliceLayout) {
    return switch (sliceLayout) {
      case MIXINS -> new CounterSet(name, List.of(available.name()), Map.of());
      case FLAT -> new CounterSet(name, List.of(), available.counters());
    };
  }
}

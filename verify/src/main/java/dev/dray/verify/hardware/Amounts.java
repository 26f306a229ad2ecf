package dev.dray.verify.hardware;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.Counter;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counters that go together, there or consumed, under the name that a mixin of them gets. */
record Amounts(String name, Map<String, Counter> counters) {
  Amounts {
    requireNonNull(name, "name");
    counters = FrozenMap.copyOf(counters);
  }

  /** These and the others, whose entries win. */
  Amounts and(Amounts others) {
    var both = new LinkedHashMap<>(counters);
    both.putAll(others.counters);
    return new Amounts(name, both);
  }
}

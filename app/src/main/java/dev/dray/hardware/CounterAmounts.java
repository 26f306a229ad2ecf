package dev.dray.hardware;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.CapacityRequestPolicy;
import dev.dray.api.resource.device.CapacityRequestPolicyRange;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.CounterValueFrom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counters that belong together, available or consumed, under the name of their mixin. */
record CounterAmounts(String name, Map<String, Counter> counters) {
  CounterAmounts {
    counters = FrozenMap.copyOf(counters);
  }

  static CounterAmounts named(String name) {
    return new CounterAmounts(name, Map.of());
  }

  static CounterAmounts together(List<CounterAmounts> parts) {
    return parts.stream().reduce(named(""), CounterAmounts::and);
  }

  /** Adds a counter of a fixed amount; a zero amount is left out. */
  CounterAmounts counter(String key, Quantity value) {
    return value.isZero() ? this : with(key, Counter.of(value));
  }

  /** Adds a counter that is divided by request, in steps from the smallest amount. */
  CounterAmounts shareable(String key, String value, String usual, String least, String step) {
    var range =
        new CapacityRequestPolicyRange(
            Optional.of(Quantity.parse(least)),
            Optional.of(Quantity.parse(value)),
            Optional.of(Quantity.parse(step)));
    var policy =
        new CapacityRequestPolicy(
            Optional.of(Quantity.parse(usual)), List.of(), Optional.of(range));
    return with(
        key,
        new Counter(Optional.of(Quantity.parse(value)), Optional.of(policy), Optional.empty()));
  }

  /** Adds a counter of which a claim consumes as much as it requests. */
  CounterAmounts asRequested(String key, String capacityKey) {
    var from = Optional.of(new CounterValueFrom(capacityKey));
    return with(key, new Counter(Optional.empty(), Optional.empty(), from));
  }

  private CounterAmounts with(String key, Counter counter) {
    var more = new LinkedHashMap<>(counters);
    more.put(key, counter);
    return new CounterAmounts(name, more);
  }

  /** Returns these counters and the others, whose entries win. */
  CounterAmounts and(CounterAmounts others) {
    var both = new LinkedHashMap<>(counters);
    both.putAll(others.counters);
    return new CounterAmounts(name, both);
  }
}

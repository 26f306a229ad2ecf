package dev.dray.verify.hardware;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.device.Counter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What devices of a pool take of its counters, tried out by adding up. */
record CountersOf(EffectiveDevices pool) {

  static CountersOf pool(List<ResourceSlice> slices) {
    return new CountersOf(EffectiveDevices.of(slices));
  }

  /** How many of the devices a counter set bears at once. */
  int most(List<String> devices, String counterSet) {
    var uses = devices.stream().map(this::uses).toList();
    return most(uses, 0, amounts(pool.available(counterSet)));
  }

  private Map<String, Quantity> uses(String device) {
    var effective = requireNonNull(pool.devices().get(device), device);
    return amounts(effective.consumes().getFirst().counters());
  }

  private static Map<String, Quantity> amounts(Map<String, Counter> counters) {
    var amounts = new LinkedHashMap<String, Quantity>();
    counters.forEach((name, counter) -> amounts.put(name, counter.value().orElseThrow()));
    return amounts;
  }

  private static int most(List<Map<String, Quantity>> uses, int next, Map<String, Quantity> left) {
    if (next == uses.size()) {
      return 0;
    }
    int without = most(uses, next + 1, left);
    var rest = new LinkedHashMap<>(left);
    uses.get(next).forEach((name, amount) -> rest.merge(name, amount, Quantity::subtract));
    boolean fits = rest.values().stream().allMatch(amount -> amount.sign() >= 0);
    return fits ? Math.max(without, 1 + most(uses, next + 1, rest)) : without;
  }
}

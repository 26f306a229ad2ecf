package dev.dray.verify.reference;

import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.device.CapacityRounding;
import dev.dray.api.resource.device.CapacityRounding.Consumed;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a device would be charged for a request: of its capacities, and of counters on request. */
final class Amounts {
  private final Rules rules;

  Amounts(Rules rules) {
    this.rules = rules;
  }

  /** An amount of a counter, taken on request. */
  record Drawn(String set, String counter, DeviceCapacity total, Quantity amount) {}

  /** The requested amounts under the names of a device's driver. */
  SortedMap<String, Quantity> requested(Optional<CapacityRequirements> request, String driver) {
    return rules.named(request.map(CapacityRequirements::requests).orElse(Map.of()), driver);
  }

  /** Whether the device has all that the request names, as a capacity or by way of a counter. */
  boolean hasAll(EffectiveDevice device, Optional<CapacityRequirements> request) {
    var names = new TreeSet<>(device.capacity().keySet());
    for (var consumption : device.consumptions()) {
      for (var counter : consumption.counters().values()) {
        counter
            .valueFrom()
            .ifPresent(from -> names.add(rules.name(from.capacityKey(), device.driver())));
      }
    }
    return names.containsAll(requested(request, device.driver()).keySet());
  }

  /** What is charged of each capacity, zero included. */
  SortedMap<String, Quantity> ofCapacity(
      EffectiveDevice device, Optional<CapacityRequirements> request) {
    var requested = requested(request, device.driver());
    var amounts = new TreeMap<String, Quantity>();
    device
        .capacity()
        .forEach(
            (name, capacity) ->
                amounts.put(
                    name, amount(name, Optional.ofNullable(requested.get(name)), capacity)));
    return amounts;
  }

  /** What is charged of counters that take the amount from the request. */
  List<Drawn> ofCounters(
      EffectiveDevice device, Pool pool, Optional<CapacityRequirements> request) {
    return ofCounters(device, pool, request, this::amount);
  }

  /**
   * What somebody holds of such counters who did not write it down. A request that could not be met
   * today counts as it is, and one for less than nothing as nothing.
   */
  List<Drawn> heldOfCounters(
      EffectiveDevice device, Pool pool, Optional<CapacityRequirements> request) {
    return ofCounters(device, pool, request, this::held);
  }

  /** What a share has of a capacity that did not write it down. */
  Quantity heldOfCapacity(
      EffectiveDevice device, String name, Optional<CapacityRequirements> request) {
    var capacity = device.capacity().get(name);
    var requested = Optional.ofNullable(requested(request, device.driver()).get(name));
    return capacity == null ? Quantity.ZERO : held(name, requested, capacity);
  }

  private interface Charge {
    Quantity of(String name, Optional<Quantity> requested, DeviceCapacity total);
  }

  private List<Drawn> ofCounters(
      EffectiveDevice device, Pool pool, Optional<CapacityRequirements> request, Charge charge) {
    var requested = requested(request, device.driver());
    var drawn = new ArrayList<Drawn>();
    for (var consumption : device.consumptions()) {
      for (var counter : consumption.counters().entrySet()) {
        var from = counter.getValue().valueFrom();
        if (from.isPresent()) {
          var total = total(pool, consumption.set(), counter.getKey());
          var key = rules.name(from.get().capacityKey(), device.driver());
          var amount = charge.of(key, Optional.ofNullable(requested.get(key)), total);
          drawn.add(new Drawn(consumption.set(), counter.getKey(), total, amount));
        }
      }
    }
    return drawn;
  }

  private Quantity held(String name, Optional<Quantity> requested, DeviceCapacity total) {
    try {
      return amount(name, requested, total);
    } catch (FatalProblem _) {
      return requested.filter(it -> it.sign() > 0).orElse(Quantity.ZERO);
    }
  }

  /** A counter of the pool, told like a capacity; one that is not there has nothing. */
  private static DeviceCapacity total(Pool pool, String set, String name) {
    var counter =
        pool.sets()
            .getOrDefault(set, new TreeMap<>())
            .getOrDefault(name, Counter.of(Quantity.ZERO));
    return new DeviceCapacity(counter.value().orElse(Quantity.ZERO), counter.requestPolicy());
  }

  private Quantity amount(String name, Optional<Quantity> requested, DeviceCapacity capacity) {
    var amount = requested.map(it -> rounded(name, it, capacity));
    var charged = amount.orElseGet(() -> CapacityRounding.withoutRequest(capacity));
    if (charged.sign() < 0) {
      throw new FatalProblem("capacity \"%s\": capacity value is negative".formatted(name));
    }
    return charged;
  }

  private Quantity rounded(String name, Quantity requested, DeviceCapacity capacity) {
    return switch (rules.rounding().consumed(requested, capacity)) {
      case Consumed.Amount(var amount) -> amount;
      case Consumed.NotRepresentable(var message) ->
          throw new FatalProblem("capacity \"%s\": %s".formatted(name, message));
    };
  }

  boolean violates(Quantity amount, DeviceCapacity capacity) {
    return capacity
        .requestPolicy()
        .filter(policy -> rules.rounding().violates(amount, policy))
        .isPresent();
  }
}

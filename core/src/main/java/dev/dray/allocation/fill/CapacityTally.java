package dev.dray.allocation.fill;

import dev.dray.allocation.fill.Filling.Room;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.CapacityRequestPolicy;
import dev.dray.api.resource.device.CapacityRounding;
import dev.dray.inventory.CounterDraw;
import dev.dray.inventory.DeviceTraits;
import dev.dray.ledger.PoolLoad;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The sums of capacity that can still be requested of some devices of a pool. */
final class CapacityTally {
  private final PoolLoad load;
  private final CapacityRounding rounding;
  private final boolean isConsumable;
  private final Map<String, Room> rooms = new TreeMap<>();
  private final Set<Integer> counted = new HashSet<>();

  CapacityTally(PoolLoad load, Gates gates) {
    this.load = load;
    isConsumable = gates.enabled(Gate.DRA_CONSUMABLE_CAPACITY);
    rounding =
        gates.enabled(Gate.DRA_FRACTIONAL_CAPACITY_RANGE)
            ? CapacityRounding.FRACTIONS
            : CapacityRounding.WHOLE_UNITS;
  }

  Map<String, Room> rooms() {
    return rooms;
  }

  /** Returns whether claims can ask for amounts of the device. */
  boolean isRequestable(int row) {
    var generation = load.generation();
    int traits = generation.traitsNumber(row);
    return (isConsumable && generation.traits(traits).shareable())
        || generation.draw(traits).requested() > 0;
  }

  /**
   * Adds a requestable device that is not in use, and returns whether anything of it can be
   * requested.
   *
   * @param canBeHad whether a claim that asks for the least amounts can have it
   */
  boolean add(int row, boolean canBeHad) {
    var generation = load.generation();
    var traits = generation.traits(generation.traitsNumber(row));
    var largest = new TreeMap<String, Quantity>();
    if (isConsumable && traits.shareable()) {
      capacities(row, traits, largest);
    }
    counters(row, generation.draw(generation.traitsNumber(row)), largest);
    largest.replaceAll((key, amount) -> canBeHad ? atMost(amount, key, traits) : Quantity.ZERO);
    largest.forEach((key, amount) -> put(key, amount, Quantity.ZERO, Quantity.ZERO));
    return largest.values().stream().anyMatch(amount -> amount.sign() > 0);
  }

  /**
   * Limits the amount of a device that is given whole: it gives no more of a capacity than it has.
   */
  private Quantity atMost(Quantity amount, String key, DeviceTraits traits) {
    var capacity = traits.capacity().get(key);
    return capacity == null || !isConsumable || traits.shareable()
        ? amount
        : least(amount, within(capacity.value(), capacity.requestPolicy()));
  }

  private static Quantity least(Quantity a, Quantity b) {
    return a.compareTo(b) <= 0 ? a : b;
  }

  private void capacities(int row, DeviceTraits traits, Map<String, Quantity> largest) {
    traits
        .capacity()
        .forEach(
            (key, capacity) -> {
              var left = capacity.value().subtract(load.consumed(row, key));
              largest.put(key, within(left, capacity.requestPolicy()));
              put(key, Quantity.ZERO, left, capacity.value());
            });
  }

  private void counters(int row, CounterDraw counterDraw, Map<String, Quantity> largest) {
    var table = load.generation().counters();
    for (int i = 0; i < counterDraw.requested(); i++) {
      int counter = counterDraw.requestedCounter(i);
      var key = counterDraw.requestedCapacity(i);
      var left = load.rest(counter);
      var most = within(left.subtract(fixed(row, counterDraw, counter)), table.policy(counter));
      boolean isOnly = !largest.containsKey(key);
      largest.merge(key, most, CapacityTally::least);
      if (isOnly && counted.add(counter)) {
        put(key, Quantity.ZERO, left, table.total(counter));
      }
    }
  }

  /** Returns the fixed amount the device draws from the counter; zero if it is charged already. */
  private Quantity fixed(int row, CounterDraw counterDraw, int counter) {
    var sum = Quantity.ZERO;
    for (int i = 0; i < counterDraw.fixed() && !load.shared(row); i++) {
      sum = counterDraw.fixedCounter(i) == counter ? sum.add(counterDraw.fixedAmount(i)) : sum;
    }
    return sum;
  }

  private Quantity within(Quantity left, Optional<CapacityRequestPolicy> policy) {
    return rounding.largestWithin(left, policy).orElse(Quantity.ZERO);
  }

  private void put(String key, Quantity largest, Quantity left, Quantity total) {
    rooms.merge(
        key,
        new Room(largest, left, total),
        (a, b) ->
            new Room(
                a.largest().compareTo(b.largest()) >= 0 ? a.largest() : b.largest(),
                a.left().add(b.left()),
                a.total().add(b.total())));
  }
}

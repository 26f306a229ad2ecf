package dev.dray.ledger;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.CapacityRounding;
import dev.dray.api.resource.DeviceCapacity;
import dev.dray.inventory.Draw;
import dev.dray.inventory.Generation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Adds up what a {@link PoolLoad} says, one device after the other.
 *
 * <p>Devices come in any order, so nothing here may depend on it.
 */
final class Tally {
  final BitSet exclusive;
  final BitSet shared;
  final Map<Integer, Map<String, Quantity>> consumed = new HashMap<>();
  final Quantity[] rest;
  private final Map<String, GroupState> groups = new HashMap<>();
  private final Generation generation;
  private final CapacityRounding rounding;
  private final boolean countsGroups;

  Tally(Generation generation, Gates gates) {
    this.generation = generation;
    this.exclusive = new BitSet(generation.size());
    this.shared = new BitSet(generation.size());
    this.rest = totals(generation);
    this.rounding =
        gates.enabled(Gate.DRA_FRACTIONAL_CAPACITY_RANGE)
            ? CapacityRounding.FRACTIONS
            : CapacityRounding.WHOLE_UNITS;
    this.countsGroups = gates.enabled(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS);
  }

  private static Quantity[] totals(Generation generation) {
    var counters = generation.counters();
    var totals = new Quantity[counters.size()];
    for (int i = 0; i < totals.length; i++) {
      totals[i] = counters.total(i);
    }
    return totals;
  }

  /** Recorded amounts count whether or not their device is still published. */
  void addRecordedCounters(PoolUsage usage) {
    var counters = generation.counters();
    for (int i = 0; i < rest.length; i++) {
      var id = new CounterId(counters.setName(counters.setOf(i)), counters.name(i));
      rest[i] = rest[i].subtract(usage.consumed(id));
    }
  }

  void add(String device, DeviceUse use) {
    Stream.concat(use.exclusive().stream(), use.shares().stream())
        .forEach(holding -> holding.groups().forEach((set, snapshot) -> join(set, snapshot)));
    generation.rows(device).forEach(row -> add(row, use));
  }

  private void add(int row, DeviceUse use) {
    int traitsNumber = generation.traitsNumber(row);
    boolean shareable = generation.traits(traitsNumber).shareable();
    if (!use.exclusive().isEmpty() || !shareable) {
      exclusive.set(row);
    }
    if (!use.shares().isEmpty() && shareable) {
      shared.set(row);
      consumed.put(row, sums(use.shares()));
    }
    var draw = generation.draw(traitsNumber);
    charge(draw);
    use.exclusive().forEach(holding -> join(draw, holding));
    use.shares().forEach(holding -> join(draw, holding));
  }

  private static Map<String, Quantity> sums(List<Holding> shares) {
    var sums = new HashMap<String, Quantity>();
    for (var share : shares) {
      share.consumedCapacity().forEach((name, amount) -> sums.merge(name, amount, Quantity::add));
    }
    return sums;
  }

  /** What a device consumes whoever has it counts once, however many shares there are. */
  private void charge(Draw draw) {
    for (int i = 0; i < draw.fixed(); i++) {
      int counter = draw.fixedCounter(i);
      rest[counter] = rest[counter].subtract(draw.fixedAmount(i));
    }
  }

  private void join(Draw draw, Holding holding) {
    if (holding.consumedCounters().isEmpty()) {
      chargeAnew(draw, holding);
    }
    for (int i = 0; i < draw.sets(); i++) {
      var set = generation.counters().setName(draw.set(i));
      if (!holding.groups().containsKey(set)) {
        join(set, List.of());
      }
    }
  }

  /**
   * Nothing was recorded, so the device had no request-driven counters when it was allocated, or
   * whoever allocated it did not know of them. What it has now is worked out as if for a new claim.
   */
  private void chargeAnew(Draw draw, Holding holding) {
    for (int i = 0; i < draw.requested(); i++) {
      int counter = draw.requestedCounter(i);
      var requested = holding.requested().get(draw.requestedCapacity(i));
      var amount = requested == null ? unrequested(counter) : rounded(requested, counter);
      rest[counter] = rest[counter].subtract(amount);
    }
  }

  private Quantity unrequested(int counter) {
    return CapacityRounding.withoutRequest(asCapacity(counter));
  }

  private Quantity rounded(Quantity requested, int counter) {
    return switch (rounding.consumed(requested, asCapacity(counter))) {
      case CapacityRounding.Consumed.Amount(var amount) -> amount;
      // Too large to be rounded is more than any counter has: nothing is left either way.
      case CapacityRounding.Consumed.NotRepresentable _ -> requested;
    };
  }

  private DeviceCapacity asCapacity(int counter) {
    var counters = generation.counters();
    return new DeviceCapacity(counters.total(counter), counters.policy(counter));
  }

  private void join(String set, List<String> declared) {
    groups.put(set, groups.getOrDefault(set, new GroupState.None()).with(declared));
  }

  /** The state of every set. Where groups do not count, those of others keep everybody out. */
  List<GroupState> groupsBySet() {
    var counters = generation.counters();
    var bySet = new ArrayList<GroupState>(counters.sets());
    for (int i = 0; i < counters.sets(); i++) {
      var state = groups.getOrDefault(counters.setName(i), new GroupState.None());
      boolean closed = !countsGroups && state instanceof GroupState.Of;
      bySet.add(closed ? new GroupState.Blocked() : state);
    }
    return List.copyOf(bySet);
  }
}

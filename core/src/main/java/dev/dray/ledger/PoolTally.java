package dev.dray.ledger;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.CapacityRounding;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.collection.HashTrie;
import dev.dray.inventory.CounterDraw;
import dev.dray.inventory.DeviceTraits;
import dev.dray.inventory.PoolGeneration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sums behind a {@link PoolLoad}, which explains the join they are the result of; for one
 * thread.
 *
 * <p>{@link #move(PoolUsage, PoolUsage)} takes away what the devices of one usage contribute and
 * adds what those of another do. For one generation of a pool it keeps:
 *
 * <ul>
 *   <li>the devices in use, exclusively or by shares, as sets of rows;
 *   <li>the capacity that the shares of each shared device consume;
 *   <li>for each counter the amount in use and the rest: the fixed amounts of each device in use,
 *       once, and the request-driven amounts of each share, on record or else computed;
 *   <li>for each counter set the compatibility groups of the shares that draw from it, and the
 *       {@link GroupState} that follows from them.
 * </ul>
 *
 * <p>Devices come in any order, so no sum may depend on it.
 */
final class PoolTally {
  final PoolGeneration generation;
  final BitSet exclusive;
  final BitSet shared;

  /** The rest of each counter: its total without {@link #used}. */
  final Quantity[] rest;

  /** The group state of each counter set, derived from {@link #members}. */
  final GroupState[] groups;

  private HashTrie<Integer, Map<String, Quantity>> consumed;
  private final Quantity[] used;

  /** The devices in use of each counter set, by its name, which need not be published. */
  private HashTrie<String, GroupMembers> members;

  private final CapacityRounding rounding;

  /** True if the feature gate for compatibility groups is on. */
  final boolean countsGroups;

  /** The direction of a change: a claim begins to hold something, or ceases to. */
  private enum Step {
    COMING,
    GOING;

    Quantity change(Quantity sum, Quantity amount) {
      return this == COMING ? sum.add(amount) : sum.subtract(amount);
    }

    GroupMembers change(GroupMembers members, List<String> groups) {
      return this == COMING ? members.with(groups) : members.without(groups);
    }
  }

  /** Creates the sums of a generation of which no claim holds anything. */
  PoolTally(PoolGeneration generation, Gates gates) {
    this.generation = generation;
    this.exclusive = new BitSet(generation.size());
    this.shared = new BitSet(generation.size());
    this.consumed = HashTrie.empty();
    this.used = new Quantity[generation.counters().size()];
    Arrays.fill(used, Quantity.ZERO);
    this.rest = new Quantity[used.length];
    Arrays.setAll(rest, generation.counters()::total);
    this.members = HashTrie.empty();
    this.groups = new GroupState[generation.counters().sets()];
    Arrays.fill(groups, new GroupState.None());
    this.rounding =
        gates.enabled(Gate.DRA_FRACTIONAL_CAPACITY_RANGE)
            ? CapacityRounding.FRACTIONS
            : CapacityRounding.WHOLE_UNITS;
    this.countsGroups = gates.enabled(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS);
  }

  /** Creates a copy to be changed. */
  PoolTally(PoolTally other) {
    this.generation = other.generation;
    this.exclusive = (BitSet) other.exclusive.clone();
    this.shared = (BitSet) other.shared.clone();
    this.consumed = other.consumed;
    this.used = other.used.clone();
    this.rest = other.rest.clone();
    this.members = other.members;
    this.groups = other.groups.clone();
    this.rounding = other.rounding;
    this.countsGroups = other.countsGroups;
  }

  Map<String, Quantity> consumed(int row) {
    return consumed.find(row).orElse(Map.of());
  }

  /** Returns whether the same is left of two pools that are equal but for names. */
  boolean isLike(PoolTally other) {
    return exclusive.equals(other.exclusive)
        && shared.equals(other.shared)
        && Arrays.equals(rest, other.rest)
        && Arrays.equals(groups, other.groups)
        && consumed.equals(other.consumed);
  }

  /** Returns a hash that is equal for tallies that {@link #isLike} says are alike. */
  int likeness() {
    return (exclusive.hashCode() * 31 + shared.hashCode()) * 31 + Arrays.hashCode(rest);
  }

  /** Applies the difference between two usages; parts that both share cost nothing. */
  void move(PoolUsage before, PoolUsage after) {
    before.forEachCounterChange(after, this::moveRecorded);
    before.forEachDeviceChange(after, this::moveDevice);
  }

  /**
   * Applies the change of a recorded sum, which counts whether or not its device is still
   * published.
   */
  private void moveRecorded(CounterId id, Quantity before, Quantity after) {
    var counters = generation.counters();
    var set = counters.set(id.set());
    if (set.isPresent()) {
      counters
          .counter(set.getAsInt(), id.counter())
          .ifPresent(counter -> use(counter, used[counter].subtract(before).add(after)));
    }
  }

  private void moveDevice(String device, DeviceUse before, DeviceUse after) {
    moveRecordedGroups(before, Step.GOING);
    moveRecordedGroups(after, Step.COMING);
    generation.rows(device).forEach(row -> moveRow(row, before, after));
  }

  private void moveRecordedGroups(DeviceUse use, Step step) {
    for (var allocatedShare : use.all()) {
      allocatedShare.groups().forEach((set, recorded) -> move(set, recorded, step));
    }
  }

  private void moveRow(int row, DeviceUse before, DeviceUse after) {
    int traitsNumber = generation.traitsNumber(row);
    occupy(row, after, generation.traits(traitsNumber));
    var counterDraw = generation.draw(traitsNumber);
    move(counterDraw, before, Step.GOING);
    move(counterDraw, after, Step.COMING);
  }

  private void occupy(int row, DeviceUse use, DeviceTraits traits) {
    boolean hasShares = !use.shares().isEmpty();
    exclusive.set(row, !use.exclusive().isEmpty() || (hasShares && !traits.shareable()));
    shared.set(row, hasShares && traits.shareable());
    consumed =
        shared.get(row)
            ? consumed.with(row, sums(traits.capacity(), use.shares()))
            : consumed.without(row);
  }

  private Map<String, Quantity> sums(
      Map<String, DeviceCapacity> capacities, List<AllocatedShare> shares) {
    var sums = new HashMap<String, Quantity>();
    capacities.forEach(
        (name, capacity) -> {
          for (var share : shares) {
            sums.merge(name, share.consumed(name, capacity, rounding), Quantity::add);
          }
        });
    return sums;
  }

  private void move(CounterDraw counterDraw, DeviceUse use, Step step) {
    if (!use.isNone()) {
      moveFixed(counterDraw, step);
    }
    for (var allocatedShare : use.all()) {
      if (allocatedShare.consumedCounters().isEmpty()) {
        moveUnrecorded(counterDraw, allocatedShare, step);
      }
      moveUnrecordedGroups(counterDraw, allocatedShare, step);
    }
  }

  /** Adds or subtracts the fixed counter draw of a device, which counts once for all its shares. */
  private void moveFixed(CounterDraw counterDraw, Step step) {
    for (int i = 0; i < counterDraw.fixed(); i++) {
      int counter = counterDraw.fixedCounter(i);
      use(counter, step.change(used[counter], counterDraw.fixedAmount(i)));
    }
  }

  /**
   * Adds or subtracts the request-driven amounts of a share that has none on record. Either the
   * device had no request-driven counters when it was allocated, or the scheduler that allocated it
   * did not know of them. The amounts are computed as if for a new claim.
   */
  private void moveUnrecorded(CounterDraw counterDraw, AllocatedShare allocatedShare, Step step) {
    for (int i = 0; i < counterDraw.requested(); i++) {
      int counter = counterDraw.requestedCounter(i);
      var amount =
          allocatedShare.due(counterDraw.requestedCapacity(i), asCapacity(counter), rounding);
      use(counter, step.change(used[counter], amount));
    }
  }

  private DeviceCapacity asCapacity(int counter) {
    var counters = generation.counters();
    return new DeviceCapacity(counters.total(counter), counters.policy(counter));
  }

  private void use(int counter, Quantity sum) {
    used[counter] = sum;
    rest[counter] = generation.counters().total(counter).subtract(sum);
  }

  /** Adds or subtracts a share in the counter sets for which it has no groups on record. */
  private void moveUnrecordedGroups(
      CounterDraw counterDraw, AllocatedShare allocatedShare, Step step) {
    for (int i = 0; i < counterDraw.sets(); i++) {
      var set = generation.counters().setName(counterDraw.set(i));
      if (!allocatedShare.groups().containsKey(set)) {
        var declared = countsGroups ? counterDraw.groups(i) : List.<String>of();
        move(set, allocatedShare.groups(set, declared), step);
      }
    }
  }

  private void move(String set, List<String> declared, Step step) {
    var changed = step.change(members.find(set).orElse(GroupMembers.NOBODY), declared);
    members = changed.isNobody() ? members.without(set) : members.with(set, changed);
    generation.counters().set(set).ifPresent(number -> groups[number] = seen(changed.state()));
  }

  /** Returns the state to act on: with the gate off, groups that others recorded block the set. */
  private GroupState seen(GroupState state) {
    return !countsGroups && state instanceof GroupState.Of ? new GroupState.Blocked() : state;
  }
}

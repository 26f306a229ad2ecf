package dev.dray.ledger;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Quantity;
import dev.dray.inventory.Generation;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is taken of the devices and counters of a generation, and what is left.
 *
 * <p>The join of what a pool publishes with who holds what of it by name; immutable. Good as long
 * as neither changes, which the identity of both tells.
 */
public final class PoolLoad {
  private final Generation generation;
  private final PoolUsage usage;
  private final BitSet exclusive;
  private final BitSet shared;
  private final Map<Integer, Map<String, Quantity>> consumed;
  private final Quantity[] rest;
  private final List<GroupState> groups;

  PoolLoad(Generation generation, PoolUsage usage, Tally tally) {
    this.generation = generation;
    this.usage = usage;
    this.exclusive = (BitSet) tally.exclusive.clone();
    this.shared = (BitSet) tally.shared.clone();
    this.consumed = new HashMap<>(tally.consumed);
    this.rest = tally.rest.clone();
    this.groups = tally.groupsBySet();
  }

  public static PoolLoad of(Generation generation, PoolUsage usage, Gates gates) {
    var tally = new Tally(generation, gates);
    tally.addRecordedCounters(usage);
    usage.forEachDevice(tally::add);
    return new PoolLoad(generation, usage, tally);
  }

  public Generation generation() {
    return generation;
  }

  public PoolUsage usage() {
    return usage;
  }

  /**
   * Whether nobody else can get the device: somebody has it whole, or it has shares although it
   * allows none any more.
   */
  public boolean exclusivelyUsed(int row) {
    return exclusive.get(row);
  }

  /** Whether somebody has a share of the device and it allows more. */
  public boolean shared(int row) {
    return shared.get(row);
  }

  /** What all shares together have of a capacity, by its shortest spelling. */
  public Quantity consumed(int row, String capacity) {
    return consumed.getOrDefault(row, Map.of()).getOrDefault(capacity, Quantity.ZERO);
  }

  /** What is left of a counter; negative if the driver took away what was in use. */
  public Quantity rest(int counter) {
    return rest[counter];
  }

  /** Who may still draw from a counter set. */
  public GroupState groups(int set) {
    return groups.get(set);
  }
}

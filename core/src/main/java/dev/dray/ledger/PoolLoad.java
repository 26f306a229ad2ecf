package dev.dray.ledger;

import static java.util.Objects.requireNonNull;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Quantity;
import dev.dray.inventory.PoolGeneration;

/**
 * What is taken of the devices and counters of a generation, and what is left.
 *
 * <p>The join of what a pool publishes with who holds what of it by name; immutable. It is good as
 * long as neither changes, which the identity of both tells.
 */
public final class PoolLoad {
  private final PoolUsage usage;

  /** Not changed any more from the moment it is here. */
  private final PoolTally poolTally;

  /** Once it was asked for; 0 before, as strings do it. */
  private int likeness;

  private PoolLoad(PoolUsage usage, PoolTally poolTally) {
    this.usage = requireNonNull(usage, "usage");
    this.poolTally = requireNonNull(poolTally, "tally");
  }

  public static PoolLoad of(PoolGeneration generation, PoolUsage usage, Gates gates) {
    var poolTally = new PoolTally(generation, gates);
    poolTally.move(PoolUsage.NONE, usage);
    return new PoolLoad(usage, poolTally);
  }

  /** The same as {@link #of} for the same generation and gates, at the cost of what differs. */
  @SuppressWarnings("ReferenceEquality") // The same object is worth noticing, an equal one is not.
  public PoolLoad with(PoolUsage next) {
    if (next == usage) {
      return this;
    }
    var changed = new PoolTally(poolTally);
    changed.move(usage, next);
    return new PoolLoad(next, changed);
  }

  public PoolGeneration generation() {
    return poolTally.generation;
  }

  public PoolUsage usage() {
    return usage;
  }

  /** Whether the same is left of two pools that are equal but for names, whoever holds the rest. */
  public boolean isLike(PoolLoad other) {
    return this == other || (likeness() == other.likeness() && poolTally.isLike(other.poolTally));
  }

  /** The same for loads that {@link #isLike} says are alike. */
  public int likeness() {
    if (likeness == 0) {
      likeness = poolTally.likeness();
    }
    return likeness;
  }

  /**
   * Whether nobody else can get the device: somebody has it whole, or it has shares although it
   * allows none any more.
   */
  public boolean exclusivelyUsed(int row) {
    return poolTally.exclusive.get(row);
  }

  /** Whether somebody has a share of the device and it allows more. */
  public boolean shared(int row) {
    return poolTally.shared.get(row);
  }

  /** What all shares together have of a capacity, by its shortest spelling. */
  public Quantity consumed(int row, String capacity) {
    return poolTally.consumed(row).getOrDefault(capacity, Quantity.ZERO);
  }

  /** What is left of a counter; negative if the driver took away what was in use. */
  public Quantity rest(int counter) {
    return poolTally.rest[counter];
  }

  /** Returns whether groups are more than what others recorded: the feature is on. */
  boolean countsGroups() {
    return poolTally.countsGroups;
  }

  /** Who may still draw from a counter set. */
  public GroupState groups(int set) {
    return poolTally.groups[set];
  }
}

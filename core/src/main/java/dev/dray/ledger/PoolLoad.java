package dev.dray.ledger;

import static java.util.Objects.requireNonNull;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Quantity;
import dev.dray.inventory.PoolGeneration;

/**
 * The usage of a pool laid over one of its generations: what is taken of each device, counter and
 * counter set, and what is left. Immutable.
 *
 * <p>A {@link PoolUsage} knows device names only, as claims record them; a {@link PoolGeneration}
 * knows rows, capacities and counters. This is their join:
 *
 * <pre>{@code
 * PoolUsage (by name)                PoolGeneration (by row)
 * gpu-0    claim a, whole            row 0  gpu-0    memory 40 of set s
 * gpu-1    claim b, share of 10Gi    row 1  gpu-1    shareable, 40Gi
 * gpu-9    claim c, whole            row 2  gpu-2    memory 40 of set s
 *        \                               /          s: memory 80
 *         +------------ join -----------+
 *                        |
 * exclusive {0}    shared {1}    consumed 1: 10Gi    rest s/memory: 40
 * (gpu-9 is not published: it occupies no row; recorded amounts of it still count)
 * }</pre>
 *
 * <p><b>Incremental change.</b> Claims come and go far more often than slices change, so {@link
 * #with} derives the next load from this one instead of adding everything up again:
 *
 * <pre>{@code
 * usage -- forEachCounterChange --> next    shared parts of the hash tries are skipped
 *          forEachDeviceChange
 *                  |
 *   gpu-2: free   -> claim d                take away what "before" contributed,
 *                  |                        add what "after" contributes (PoolTally)
 * exclusive {0, 2}    rest s/memory: 0
 * }</pre>
 *
 * <p><b>Soundness.</b> {@code with(next)} equals {@link #of} for the same usage, because every
 * contribution is undone exactly. Rows in use and consumed capacity are computed anew for each
 * changed device. Counters are sums of exact quantities, so subtracting is the inverse of adding,
 * in any order. Common groups cannot be computed backwards when a device leaves, so {@link
 * GroupMembers} keeps how many shares have which groups. The fixed counter draw of a device counts
 * once, however many shares it has. {@code PoolLoadPropertyTest} follows random events and compares
 * with a load worked out anew and with a plain program.
 *
 * <p><b>Cost.</b> One copy of two bit sets and of an array entry per counter and counter set, and
 * then work for the changed devices alone; the tries are shared. A load is valid as long as its
 * generation and usage are, which callers tell by identity: a {@link Ledger} keeps the same usage
 * object for a pool that no change touches.
 */
public final class PoolLoad {
  private final PoolUsage usage;

  /** The sums; they do not change once they are here. */
  private final PoolTally poolTally;

  /** The cached {@link #likeness()}; 0 until it is first computed, as strings do it. */
  private int likeness;

  private PoolLoad(PoolUsage usage, PoolTally poolTally) {
    this.usage = usage;
    this.poolTally = requireNonNull(poolTally, "tally");
  }

  public static PoolLoad of(PoolGeneration generation, PoolUsage usage, Gates gates) {
    var poolTally = new PoolTally(generation, gates);
    poolTally.move(PoolUsage.NONE, usage);
    return new PoolLoad(usage, poolTally);
  }

  /**
   * Returns what {@link #of} would for the same generation and gates, at the cost of what differs.
   */
  @SuppressWarnings("ReferenceEquality") // Comparing would cost more than it saves.
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

  /**
   * Returns whether the same is left of two pools that are equal but for names, whoever holds the
   * rest.
   */
  public boolean isLike(PoolLoad other) {
    return this == other || (likeness() == other.likeness() && poolTally.isLike(other.poolTally));
  }

  /** Returns a hash that is equal for loads that {@link #isLike} says are alike. */
  public int likeness() {
    if (likeness == 0) {
      likeness = poolTally.likeness();
    }
    return likeness;
  }

  /**
   * Returns whether no other claim can get the device: a claim has it whole, or it has shares
   * although it allows none any more.
   */
  public boolean exclusivelyUsed(int row) {
    return poolTally.exclusive.get(row);
  }

  /** Returns whether a claim has a share of the device and it allows more. */
  public boolean shared(int row) {
    return poolTally.shared.get(row);
  }

  /** Returns the sum of a capacity that all shares have, by its shortest spelling. */
  public Quantity consumed(int row, String capacity) {
    return poolTally.consumed(row).getOrDefault(capacity, Quantity.ZERO);
  }

  /** Returns what is left of a counter; negative if the driver reduced it below what is in use. */
  public Quantity rest(int counter) {
    return poolTally.rest[counter];
  }

  /** Returns whether the feature gate for compatibility groups is on. */
  boolean countsGroups() {
    return poolTally.countsGroups;
  }

  /** Returns which devices may still draw from a counter set. */
  public GroupState groups(int set) {
    return poolTally.groups[set];
  }
}

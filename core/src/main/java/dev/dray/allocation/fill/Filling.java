package dev.dray.allocation.fill;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many claims for one device a node can take one after the other, kind by kind.
 *
 * @param failure why some of the devices, or all, could not be asked: an expression without answer
 *     ends every attempt that comes to it
 * @param parts by pool in the deciding order, and in a pool by the first device of the kind
 */
public record Filling(Optional<String> failure, List<Part> parts) {
  /** A number of shares that nothing bounds. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /**
   * The devices of one kind in one pool.
   *
   * @param kind as {@link DeviceTypeNumbers} numbers it
   * @param devices how many the selectors select; each of the next four is part of it
   * @param shareable those that can be given more than once
   * @param inUse those that nobody else can get
   * @param shared those of which somebody has a share, and others can have more
   * @param tainted those that are free, and have a taint that is not tolerated
   * @param fits how many claims, each for one device of this kind in this pool, can be allocated
   *     one after the other, everyone getting the first device that will do
   * @param together how many could be had at once, if that is known to be more; else the same
   * @param byAmount where none fits without asking for an amount: how many devices can be had one
   *     after the other by claims that ask for amounts small enough
   * @param rooms what can be requested of capacities, by the shortest spelling
   */
  public record Part(
      PoolId pool,
      int kind,
      int devices,
      int shareable,
      int inUse,
      int shared,
      int tainted,
      long fits,
      long together,
      long byAmount,
      Map<String, Room> rooms) {
    public Part {
      requireNonNull(pool, "pool");
      rooms = FrozenMap.copyOf(rooms);
    }
  }

  /**
   * How much of a capacity can still be requested.
   *
   * @param largest the most that one claim can have, as request policies allow it
   * @param left what is left of all devices, or of the counters that they are charged to
   * @param total what there is of them
   */
  public record Room(Quantity largest, Quantity left, Quantity total) {
    public Room {
      requireNonNull(largest, "largest");
      requireNonNull(left, "left");
      requireNonNull(total, "total");
    }
  }

  public Filling {
    requireNonNull(failure, "failure");
    parts = List.copyOf(parts);
  }
}

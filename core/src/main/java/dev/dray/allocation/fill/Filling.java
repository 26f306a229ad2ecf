package dev.dray.allocation.fill;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The number of claims for one device that a node can take one after the other, by device type.
 *
 * @param failure the error that kept some or all devices from being counted: an expression that
 *     fails ends every attempt that reaches it
 * @param parts by pool in the deciding order, and in a pool by the first device of the type
 */
public record Filling(Optional<String> failure, List<Part> parts) {
  /** A number of shares that nothing bounds. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /**
   * The devices of one type in one pool.
   *
   * @param kind the number of the type, by {@link DeviceTypeNumbers}
   * @param devices the number of devices the selectors select; each of the next four is part of it
   * @param shareable those that can be given more than once
   * @param inUse those that no other claim can get
   * @param shared those of which a claim has a share, and others can have more
   * @param tainted those that are free and have a taint that is not tolerated
   * @param fits the number of claims, each for one device of this type in this pool, that can be
   *     allocated one after the other, each getting the first device that fits
   * @param together the number that could be had at once, if that is known to be more; else the
   *     same
   * @param byAmount if no claim fits without asking for an amount: the number of devices that can
   *     be had one after the other by claims that ask for small enough amounts
   * @param rooms the amounts that can be requested of capacities, by the shortest spelling
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
      rooms = FrozenMap.copyOf(rooms);
    }
  }

  /**
   * The amounts of a capacity that can still be requested.
   *
   * @param largest the most that one claim can have, as request policies allow it
   * @param left the rest of all devices, or of the counters that they are charged to
   * @param total the total of the same
   */
  public record Room(Quantity largest, Quantity left, Quantity total) {}

  public Filling {
    parts = List.copyOf(parts);
  }
}

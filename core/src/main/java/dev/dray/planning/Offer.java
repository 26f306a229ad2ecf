package dev.dray.planning;

import static java.util.Objects.requireNonNull;

import dev.dray.allocation.fill.Filling;
import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.PoolId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a node can still give of one class out of one pool: so many of one kind, or so many of
 * another.
 *
 * @param items by the first device of the kind
 * @param largest the kind of which one can be had and that takes the most of its pool, where there
 *     are several kinds
 */
public record Offer(
    String node, PoolId pool, String deviceClass, List<Item> items, Optional<String> largest) {

  /**
   * One kind.
   *
   * @param devices how many devices of the kind there are
   * @param inUse those that somebody has whole
   * @param shared those of which somebody has a share and others can have more
   * @param tainted those that are free and have a taint that is not tolerated
   * @param available how many claims for one of them can be allocated one after the other; {@link
   *     Filling#UNLIMITED} if nothing bounds that
   * @param together how many a single claim could have, where that is more
   * @param ofAtMost how many it would be if nobody held anything
   * @param byAmount where no claim fits that asks for no amount: how many of them can be had one
   *     after the other by claims that ask for amounts small enough
   * @param rooms what can be requested of capacities
   */
  public record Item(
      String kind,
      int devices,
      int inUse,
      int shared,
      int tainted,
      long available,
      long together,
      long ofAtMost,
      long byAmount,
      boolean shareable,
      Map<String, Filling.Room> rooms) {
    public Item {
      requireNonNull(kind, "kind");
      rooms = FrozenMap.copyOf(rooms);
    }

    /** Returns whether a claim could have one. */
    public boolean canBeHad() {
      return available > 0 || byAmount > 0;
    }
  }

  public Offer {
    requireNonNull(node, "node");
    requireNonNull(pool, "pool");
    requireNonNull(deviceClass, "deviceClass");
    items = List.copyOf(items);
    requireNonNull(largest, "largest");
  }
}

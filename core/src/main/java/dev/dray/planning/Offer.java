package dev.dray.planning;

import dev.dray.allocation.fill.Filling;
import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.PoolId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The devices that a node can still give of one class out of one pool, as alternatives: so many of
 * one type, or so many of another.
 *
 * @param items by the first device of the type
 * @param largest the type of which one can be had and that takes the most of its pool, if there are
 *     several types
 */
public record Offer(
    String node, PoolId pool, String deviceClass, List<Item> items, Optional<String> largest) {

  /**
   * The offer of one device type.
   *
   * @param devices the number of devices of the type
   * @param inUse those that a claim has whole
   * @param shared those of which a claim has a share and others can have more
   * @param tainted those that are free and have a taint that is not tolerated
   * @param available the number of claims for one of them that can be allocated one after the
   *     other; {@link Filling#UNLIMITED} if nothing bounds that
   * @param together the number a single claim could have, if that is more
   * @param ofAtMost the number it would be if no claim held anything
   * @param byAmount if no claim fits that asks for no amount: the number that can be had one after
   *     the other by claims that ask for small enough amounts
   * @param rooms the amounts that can be requested of capacities
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
      rooms = FrozenMap.copyOf(rooms);
    }

    /** Returns whether a claim could have one. */
    public boolean canBeHad() {
      return available > 0 || byAmount > 0;
    }
  }

  public Offer {
    items = List.copyOf(items);
  }
}

package dev.dray.inventory;

import dev.dray.api.meta.PoolId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The pools that are found under one key, by id.
 *
 * <p>Not a record: as long as none of its pools changes it is the same object, which is how a node
 * knows that nothing changed.
 */
final class PoolList {
  static final PoolList EMPTY = new PoolList(List.of());

  private final List<Pool> pools;

  private PoolList(List<Pool> pools) {
    this.pools = pools;
  }

  List<Pool> pools() {
    return pools;
  }

  /** Returns the list with these pools replaced; empty if no pool is left. */
  Optional<PoolList> with(SortedMap<PoolId, Optional<Pool>> changes) {
    var all = new ArrayList<Pool>();
    pools.stream().filter(pool -> !changes.containsKey(pool.id())).forEach(all::add);
    changes.values().forEach(pool -> pool.ifPresent(all::add));
    all.sort(Comparator.comparing(Pool::id));
    return all.isEmpty() ? Optional.empty() : Optional.of(new PoolList(List.copyOf(all)));
  }
}

package dev.dray.inventory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a node sees of a snapshot; never changes. */
public final class NodeView {
  private final LabeledNode node;
  private final List<PoolView> pools;
  private final Optional<String> failure;
  private final List<PoolList> looked;

  /**
   * @param looked what was found where the node looked, as it was found
   */
  NodeView(
      LabeledNode node, List<PoolView> sorted, Optional<String> failure, List<PoolList> looked) {
    this.node = node;
    this.pools = inDecidingOrder(sorted);
    this.failure = failure;
    this.looked = looked;
  }

  private static List<PoolView> inDecidingOrder(List<PoolView> sorted) {
    var first = new ArrayList<PoolView>(sorted.size());
    var last = new ArrayList<PoolView>();
    for (var pool : sorted) {
      (pool.hasBindingConditions() ? last : first).add(pool);
    }
    first.addAll(last);
    return List.copyOf(first);
  }

  public LabeledNode node() {
    return node;
  }

  /**
   * The pools with devices for the node, in deciding order: those without binding conditions before
   * those with, each by driver and name. Outdated ones are left out.
   */
  public List<PoolView> pools() {
    return pools;
  }

  /** Why nothing can be allocated at all: a node selector that nobody can evaluate. */
  public Optional<String> failure() {
    return failure;
  }

  List<PoolList> looked() {
    return looked;
  }
}

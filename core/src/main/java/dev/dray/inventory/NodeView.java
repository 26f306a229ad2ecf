package dev.dray.inventory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The pools of a snapshot that a node sees; immutable. */
public final class NodeView {
  private final LabeledNode node;
  private final List<PoolView> pools;
  private final Optional<String> failure;
  private final List<PoolList> looked;

  /**
   * @param looked the lists that were found under each key of the node, as they were found
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
   * Returns the pools with devices for the node, in deciding order: those without binding
   * conditions before those with, each by driver and name. Outdated pools are left out.
   */
  public List<PoolView> pools() {
    return pools;
  }

  /** Returns why nothing at all can be allocated: a node selector that cannot be evaluated. */
  public Optional<String> failure() {
    return failure;
  }

  List<PoolList> looked() {
    return looked;
  }
}

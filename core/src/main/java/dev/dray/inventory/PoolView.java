package dev.dray.inventory;

import dev.dray.api.meta.PoolId;

/**
 * A pool as some nodes see it; immutable.
 *
 * <p>Nodes that see the same devices share one object as long as nothing in the pool changes.
 */
public final class PoolView {
  private static final int[] IN_A_ROW = {};

  private final PoolGeneration generation;
  private final State state;
  private final String reason;
  private final boolean hasBindingConditions;
  private final int size;
  private final int first;

  /** The rows; empty if they are consecutive from {@link #first} on. */
  private final int[] rows;

  /** The state of a pool, which decides whether its devices may be allocated. */
  public enum State {
    COMPLETE,
    /** Slices are missing, or there are too many. */
    INCOMPLETE,
    /** All slices are there and contradict each other. */
    INVALID
  }

  PoolView(
      PoolGeneration generation,
      State state,
      String reason,
      boolean hasBindingConditions,
      int[] rows) {
    this.generation = generation;
    this.state = state;
    this.reason = reason;
    this.hasBindingConditions = hasBindingConditions;
    this.size = rows.length;
    this.first = rows.length == 0 ? 0 : rows[0];
    this.rows = isInARow(rows) ? IN_A_ROW : rows.clone();
  }

  private static boolean isInARow(int[] rows) {
    return rows.length == 0 || rows[rows.length - 1] - rows[0] == rows.length - 1;
  }

  public PoolId id() {
    return generation.pool();
  }

  public PoolGeneration generation() {
    return generation;
  }

  public State state() {
    return state;
  }

  /** Returns why the pool is incomplete or invalid; an empty string if it is complete. */
  public String reason() {
    return reason;
  }

  /**
   * Returns the number of devices for the node, whatever the state of the pool; hidden ones count.
   */
  public int size() {
    return size;
  }

  /** Returns the row in the generation of the i-th device, in deciding order. */
  public int row(int i) {
    return rows.length == 0 ? first + i : rows[i];
  }

  /** Returns whether the pool comes after those without binding conditions. */
  boolean hasBindingConditions() {
    return hasBindingConditions;
  }
}

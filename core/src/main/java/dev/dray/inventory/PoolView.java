package dev.dray.inventory;

import dev.dray.api.meta.PoolId;

/**
 * A pool as some nodes see it; never changes.
 *
 * <p>Nodes that see the same devices share one object as long as nothing of the pool changes.
 */
public final class PoolView {
  private static final int[] IN_A_ROW = {};

  private final PoolGeneration generation;
  private final State state;
  private final String reason;
  private final boolean hasBindingConditions;
  private final int size;
  private final int first;

  /** The rows, unless they are those from the first on. */
  private final int[] rows;

  /** Whether devices of the pool may be allocated. */
  public enum State {
    COMPLETE,
    /** Slices are missing, or there are too many. */
    INCOMPLETE,
    /** All slices are there and contradict each other. */
    INVALID
  }

  /** Whether a pool is usable, and why not. */
  record Verdict(State state, String reason) {
    static final Verdict COMPLETE = new Verdict(State.COMPLETE, "");
  }

  PoolView(PoolGeneration generation, Verdict verdict, boolean hasBindingConditions, int[] rows) {
    this.generation = generation;
    this.state = verdict.state();
    this.reason = verdict.reason();
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

  /** Why the pool is incomplete or invalid; empty if it is complete. */
  public String reason() {
    return reason;
  }

  /** How many devices target the node, whatever the state of the pool and hidden ones included. */
  public int size() {
    return size;
  }

  /** The row in the generation of the i-th device, in deciding order. */
  public int row(int i) {
    return rows.length == 0 ? first + i : rows[i];
  }

  /** Whether the pool comes after those without binding conditions. */
  boolean hasBindingConditions() {
    return hasBindingConditions;
  }
}

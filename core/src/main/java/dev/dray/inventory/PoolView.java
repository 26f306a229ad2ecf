package dev.dray.inventory;

import dev.dray.api.meta.PoolId;

/**
 * A pool as some nodes see it; never changes.
 *
 * <p>Nodes that see the same devices share one object as long as nothing of the pool changes.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class PoolView {
  private PoolView() {}

  /** Whether devices of the pool may be allocated. */
  public enum State {
    COMPLETE,
    /** Slices are missing, or there are too many. */
    INCOMPLETE,
    /** All slices are there and contradict each other. */
    INVALID
  }

  public PoolId id() {
    throw new UnsupportedOperationException();
  }

  public Generation generation() {
    throw new UnsupportedOperationException();
  }

  public State state() {
    throw new UnsupportedOperationException();
  }

  /** Why the pool is incomplete or invalid; empty if it is complete. */
  public String reason() {
    throw new UnsupportedOperationException();
  }

  /** How many devices target the node, whatever the state of the pool and hidden ones included. */
  public int size() {
    throw new UnsupportedOperationException();
  }

  /** The row in the generation of the i-th device, in deciding order. */
  public int row(int i) {
    throw new UnsupportedOperationException();
  }
}

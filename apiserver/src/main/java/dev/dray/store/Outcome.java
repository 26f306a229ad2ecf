package dev.dray.store;

import java.util.List;

/** What became of a transaction. */
public sealed interface Outcome {

  /**
   * It is done and durable.
   *
   * @param revision of its changes; the newest one if there was nothing to change
   */
  record Committed(long revision) implements Outcome {}

  /** Nothing was done, because these conditions do not hold. */
  record Conflict(List<Precondition> failed) implements Outcome {
    public Conflict {
      failed = List.copyOf(failed);
    }
  }
}

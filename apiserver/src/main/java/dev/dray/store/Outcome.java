package dev.dray.store;

import java.util.List;

/** The result of a transaction. */
public sealed interface Outcome {

  /**
   * The transaction is done and durable.
   *
   * @param revision of its changes; the newest revision if there was nothing to change
   */
  record Committed(long revision) implements Outcome {}

  /** Nothing was done, because these preconditions do not hold. */
  record Conflict(List<Precondition> failed) implements Outcome {
    public Conflict {
      failed = List.copyOf(failed);
    }
  }
}

package dev.dray.store;

import static java.util.Objects.requireNonNull;

/** What must hold of a key for a transaction to be done. */
public sealed interface Condition {
  String key();

  /** The key is not there. */
  record Absent(String key) implements Condition {
    public Absent {
      requireNonNull(key, "key");
    }
  }

  /** The key is there, and was last written at this revision. */
  record At(String key, long revision) implements Condition {
    public At {
      requireNonNull(key, "key");
    }
  }

  /** The key was last written at this revision or before it, or is not there. */
  record NotAfter(String key, long revision) implements Condition {
    public NotAfter {
      requireNonNull(key, "key");
    }
  }
}

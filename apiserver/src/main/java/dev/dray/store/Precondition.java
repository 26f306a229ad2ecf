package dev.dray.store;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/** What must hold of a key for a transaction to be done. */
public sealed interface Precondition {
  String key();

  /** The key is not there. */
  record Absent(String key) implements Precondition {
    public Absent {
      requireNonNull(key, "key");
    }
  }

  /** The key is there, and was last written at this revision. */
  record At(String key, long revision) implements Precondition {
    public At {
      requireNonNull(key, "key");
    }
  }

  /** The key was last written at this revision or before it, or is not there. */
  record NotAfter(String key, long revision) implements Precondition {
    public NotAfter {
      requireNonNull(key, "key");
    }
  }

  /**
   * The same, or what the key holds now is one of these texts. A store that cannot compare texts
   * may take it for {@link NotAfter}: who asks must be ready for a conflict.
   */
  record NotAfterBut(String key, long revision, Set<String> texts) implements Precondition {
    public NotAfterBut {
      requireNonNull(key, "key");
      texts = Set.copyOf(texts);
    }

    /** Whether a value is one of the texts. */
    public boolean knows(byte[] value) {
      return texts.contains(new String(value, StandardCharsets.UTF_8));
    }
  }
}

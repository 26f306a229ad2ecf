package dev.dray.store;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/** A condition on a key that must hold for a transaction to be done. */
public sealed interface Precondition {
  String key();

  /** The key does not exist. */
  record Absent(String key) implements Precondition {}

  /** The key exists, and was last written at this revision. */
  record At(String key, long revision) implements Precondition {}

  /** The key was last written at or before this revision, or does not exist. */
  record NotAfter(String key, long revision) implements Precondition {}

  /**
   * Like {@link NotAfter}, or else the key's value is one of these texts. A store that cannot
   * compare texts may treat it as {@link NotAfter}, so callers must be ready for a conflict.
   */
  record NotAfterBut(String key, long revision, Set<String> texts) implements Precondition {
    public NotAfterBut {
      texts = Set.copyOf(texts);
    }

    /** Returns whether a value is one of the texts. */
    public boolean knows(byte[] value) {
      return texts.contains(new String(value, StandardCharsets.UTF_8));
    }
  }
}

package dev.dray.store;

import java.util.Optional;

/** A change of one key by a transaction. */
public sealed interface KeyChange {
  String key();

  long revision();

  /**
   * Returns the entry before the change; empty if the key was created, or its past is compacted.
   */
  Optional<StoreEntry> previous();

  /** A key that was created or given another value. */
  record Put(StoreEntry entry, Optional<StoreEntry> previous) implements KeyChange {

    @Override
    public String key() {
      return entry.key();
    }

    @Override
    public long revision() {
      return entry.revision();
    }
  }

  /** A key that was deleted. */
  record Deleted(String key, long revision, Optional<StoreEntry> previous) implements KeyChange {}
}

package dev.dray.store;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** What a transaction did to one key. */
public sealed interface KeyChange {
  String key();

  long revision();

  /** What the key was before; empty for one that was made, or whose past is compacted. */
  Optional<StoreEntry> previous();

  /** The key has a value now. */
  record Put(StoreEntry entry, Optional<StoreEntry> previous) implements KeyChange {
    public Put {
      requireNonNull(entry, "entry");
      requireNonNull(previous, "previous");
    }

    @Override
    public String key() {
      return entry.key();
    }

    @Override
    public long revision() {
      return entry.revision();
    }
  }

  /** The key is gone. */
  record Deleted(String key, long revision, Optional<StoreEntry> previous) implements KeyChange {
    public Deleted {
      requireNonNull(key, "key");
      requireNonNull(previous, "previous");
    }
  }
}

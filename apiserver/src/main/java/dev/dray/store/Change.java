package dev.dray.store;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** What a transaction did to one key. */
public sealed interface Change {
  String key();

  long revision();

  /** What the key was before; empty for one that was made, or whose past is compacted. */
  Optional<Entry> previous();

  /** The key has a value now. */
  record Put(Entry entry, Optional<Entry> previous) implements Change {
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
  record Deleted(String key, long revision, Optional<Entry> previous) implements Change {
    public Deleted {
      requireNonNull(key, "key");
      requireNonNull(previous, "previous");
    }
  }
}

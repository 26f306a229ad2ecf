package dev.dray.store.sqlite;

import dev.dray.store.StoreEntry;
import java.util.LinkedHashMap;
import java.util.Optional;

/**
 * A cache of the entries written last, which saves a lookup when they are written again, as most
 * objects are soon after their creation; for the writer thread only.
 *
 * <p>No entry is older than the database: every write updates the cache, a deletion removes the
 * entry, and a rollback clears everything.
 */
final class LastWritten {
  private static final long MOST_BYTES = 8L << 20;

  /** The approximate size of an entry and its key, besides the value. */
  private static final long OVERHEAD = 256;

  private final LinkedHashMap<String, StoreEntry> entries = new LinkedHashMap<>();
  private long bytes;

  Optional<StoreEntry> find(String key) {
    return Optional.ofNullable(entries.get(key));
  }

  void put(StoreEntry entry) {
    remove(entry.key());
    entries.put(entry.key(), entry);
    bytes += size(entry);
    while (bytes > MOST_BYTES) {
      remove(entries.firstEntry().getKey());
    }
  }

  void remove(String key) {
    var gone = entries.remove(key);
    if (gone != null) {
      bytes -= size(gone);
    }
  }

  void clear() {
    entries.clear();
    bytes = 0;
  }

  private static long size(StoreEntry entry) {
    return OVERHEAD + entry.value().length;
  }
}

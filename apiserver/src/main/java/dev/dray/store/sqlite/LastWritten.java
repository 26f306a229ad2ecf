package dev.dray.store.sqlite;

import dev.dray.store.StoreEntry;
import java.util.LinkedHashMap;
import java.util.Optional;

/**
 * What was written last, so that it need not be looked up when it is written again, as most objects
 * are soon after they were made; for the thread that writes.
 *
 * <p>Nothing here is older than what the database has: it learns of all writes, deletions leave it,
 * and what is rolled back takes all the rest with it.
 */
final class LastWritten {
  private static final long MOST_BYTES = 8L << 20;

  /** About what an entry and its key take besides the value. */
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

package dev.dray.store.sqlite;

import dev.dray.store.KeyChange;
import dev.dray.store.StoreEntry;
import java.util.List;

/** The changes of one transaction, at its revision. */
record Commit(long revision, List<KeyChange> changes) {
  Commit {
    changes = List.copyOf(changes);
  }

  /** Returns about how many bytes of memory it takes. */
  long weight() {
    long weight = 100;
    for (var change : changes) {
      weight += 200 + change.previous().map(Commit::weight).orElse(0L);
      weight += change instanceof KeyChange.Put put ? weight(put.entry()) : 0;
    }
    return weight;
  }

  private static long weight(StoreEntry entry) {
    return (long) entry.key().length() + entry.value().length;
  }
}

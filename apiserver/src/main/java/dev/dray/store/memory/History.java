package dev.dray.store.memory;

import dev.dray.store.CompactedException;
import dev.dray.store.KeyChange;
import dev.dray.store.KeyRange;
import dev.dray.store.Page;
import dev.dray.store.Precondition;
import dev.dray.store.RangeRequest;
import dev.dray.store.StoreEntry;
import dev.dray.store.StoreException;
import dev.dray.store.StoreOperation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Every version of every key, and every change, since the last compaction; not thread-safe. */
final class History {
  /** The versions of each key by revision; an empty version means that the key was deleted. */
  private final NavigableMap<String, NavigableMap<Long, Optional<StoreEntry>>> keys =
      new TreeMap<>(KeyRange.ORDER);

  private final NavigableMap<Long, List<KeyChange>> changes = new TreeMap<>();
  private long revision = 1;
  private long compacted;

  long revision() {
    return revision;
  }

  long compacted() {
    return compacted;
  }

  Optional<StoreEntry> newest(String key) {
    return at(key, revision);
  }

  private Optional<StoreEntry> at(String key, long when) {
    var version = keys.getOrDefault(key, Collections.emptyNavigableMap()).floorEntry(when);
    return version == null ? Optional.empty() : version.getValue();
  }

  boolean holds(Precondition condition) {
    var entry = newest(condition.key());
    return switch (condition) {
      case Precondition.Absent _ -> entry.isEmpty();
      case Precondition.At(_, long at) -> entry.isPresent() && entry.get().revision() == at;
      case Precondition.NotAfter(_, long last) -> entry.isEmpty() || entry.get().revision() <= last;
      case Precondition.NotAfterBut it ->
          entry.isEmpty()
              || entry.get().revision() <= it.revision()
              || it.knows(entry.get().value());
    };
  }

  /** Does the operations at a new revision; if nothing changes, no revision is used. */
  void apply(List<StoreOperation> operations) {
    long next = revision + 1;
    var done = new ArrayList<KeyChange>();
    for (var operation : operations) {
      change(operation, next).ifPresent(done::add);
    }
    if (done.isEmpty()) {
      return;
    }
    for (var change : done) {
      var version =
          change instanceof KeyChange.Put put
              ? Optional.of(put.entry())
              : Optional.<StoreEntry>empty();
      keys.computeIfAbsent(change.key(), _ -> new TreeMap<>()).put(next, version);
    }
    changes.put(next, List.copyOf(done));
    revision = next;
  }

  private Optional<KeyChange> change(StoreOperation operation, long next) {
    var previous = newest(operation.key());
    return switch (operation) {
      case StoreOperation.Put(String key, byte[] value, _) -> {
        long created = previous.map(StoreEntry::created).orElse(next);
        yield Optional.of(new KeyChange.Put(new StoreEntry(key, value, next, created), previous));
      }
      case StoreOperation.Delete(String key) ->
          previous.map(_ -> new KeyChange.Deleted(key, next, previous));
    };
  }

  Page list(RangeRequest range) {
    long when = range.revision() == 0 ? revision : range.revision();
    if (when > revision) {
      throw new StoreException(
          "The revision (%d) is in the future: the newest is (%d).".formatted(when, revision));
    }
    if (when < compacted) {
      throw new CompactedException(when, compacted);
    }
    var found = new ArrayList<StoreEntry>();
    for (var key : keys(range.prefix(), range.after())) {
      at(key, when).ifPresent(found::add);
    }
    int shown = range.limit() == 0 ? found.size() : Math.min(range.limit(), found.size());
    return new Page(found.subList(0, shown), when, found.size() - shown);
  }

  private List<String> keys(String prefix, String after) {
    boolean begun = KeyRange.ORDER.compare(after, prefix) >= 0;
    var rest = begun ? keys.tailMap(after, after.isEmpty()) : keys.tailMap(prefix, true);
    return rest.keySet().stream().takeWhile(it -> it.startsWith(prefix)).toList();
  }

  /**
   * Returns the changes after a revision, grouped by revision, of a limited number of revisions.
   */
  List<List<KeyChange>> after(long last, int atMost) {
    return changes.tailMap(last, false).values().stream().limit(atMost).toList();
  }

  void compact(long upTo) {
    if (upTo > revision) {
      throw new StoreException(
          "Cannot compact up to revision (%d): the newest is (%d).".formatted(upTo, revision));
    }
    if (upTo <= compacted) {
      return;
    }
    compacted = upTo;
    changes.headMap(upTo, true).clear();
    for (var versions : keys.values()) {
      var base = versions.floorEntry(upTo);
      if (base != null) {
        versions.headMap(base.getKey(), base.getValue().isEmpty()).clear();
      }
    }
    keys.values().removeIf(NavigableMap::isEmpty);
  }
}

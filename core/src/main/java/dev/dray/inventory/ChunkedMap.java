package dev.dray.inventory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map whose changed copy shares all but the parts that changed.
 *
 * <p>Entries are spread by hash over chunks of a few dozen: changing one entry copies its chunk and
 * the array of chunks, however many entries there are.
 */
final class ChunkedMap<K, V> {
  private static final int FULL = 32;
  private static final Chunk EMPTY_CHUNK = new Chunk(new int[0], new Object[0], new Object[0]);

  private final Chunk[] chunks;
  private final int size;

  /** A few dozen entries; the arrays are never written to. */
  private static final class Chunk {
    private final int[] hashes;
    private final Object[] keys;
    private final Object[] values;

    Chunk(int[] hashes, Object[] keys, Object[] values) {
      this.hashes = hashes;
      this.keys = keys;
      this.values = values;
    }

    int find(int hash, Object key) {
      for (int i = 0; i < hashes.length; i++) {
        if (hashes[i] == hash && keys[i].equals(key)) {
          return i;
        }
      }
      return -1;
    }

    Chunk with(int hash, Object key, Object value) {
      int at = find(hash, key);
      if (at >= 0) {
        var changed = values.clone();
        changed[at] = value;
        return new Chunk(hashes, keys, changed);
      }
      int length = hashes.length;
      var moreHashes = Arrays.copyOf(hashes, length + 1);
      var moreKeys = Arrays.copyOf(keys, length + 1);
      var moreValues = Arrays.copyOf(values, length + 1);
      moreHashes[length] = hash;
      moreKeys[length] = key;
      moreValues[length] = value;
      return new Chunk(moreHashes, moreKeys, moreValues);
    }

    Chunk without(int hash, Object key) {
      int at = find(hash, key);
      if (at < 0) {
        return this;
      }
      int last = hashes.length - 1;
      var fewerHashes = Arrays.copyOf(hashes, last);
      var fewerKeys = Arrays.copyOf(keys, last);
      var fewerValues = Arrays.copyOf(values, last);
      if (at < last) {
        fewerHashes[at] = hashes[last];
        fewerKeys[at] = keys[last];
        fewerValues[at] = values[last];
      }
      return new Chunk(fewerHashes, fewerKeys, fewerValues);
    }
  }

  private ChunkedMap(Chunk[] chunks, int size) {
    this.chunks = chunks;
    this.size = size;
  }

  static <K, V> ChunkedMap<K, V> empty() {
    return new ChunkedMap<>(new Chunk[] {EMPTY_CHUNK}, 0);
  }

  private static int hash(Object key) {
    int hash = key.hashCode() * 0x9E3779B9;
    return hash ^ (hash >>> 15);
  }

  int size() {
    return size;
  }

  Optional<V> get(K key) {
    return Optional.ofNullable(getOrNull(key));
  }

  @SuppressWarnings("unchecked")
  private @Nullable V getOrNull(K key) {
    int hash = hash(key);
    var chunk = chunks[hash & (chunks.length - 1)];
    int at = chunk.find(hash, key);
    return at < 0 ? null : (V) chunk.values[at];
  }

  /** Returns all values, in no meaningful order. */
  @SuppressWarnings("unchecked")
  List<V> values() {
    var values = new ArrayList<V>(size);
    for (var chunk : chunks) {
      for (var value : chunk.values) {
        values.add((V) value);
      }
    }
    return values;
  }

  /** Returns a copy with these changes; an empty value removes the entry. */
  ChunkedMap<K, V> with(Map<K, Optional<V>> changes) {
    var changed = spacious(size + changes.size());
    int count = size;
    for (var entry : changes.entrySet()) {
      int hash = hash(entry.getKey());
      int at = hash & (changed.length - 1);
      var before = changed[at];
      changed[at] =
          entry
              .getValue()
              .map(value -> before.with(hash, entry.getKey(), value))
              .orElseGet(() -> before.without(hash, entry.getKey()));
      count += changed[at].hashes.length - before.hashes.length;
    }
    return new ChunkedMap<>(changed, count);
  }

  /** Returns a copy of the chunks, or more chunks if that many entries would fill them. */
  private Chunk[] spacious(int entries) {
    if (entries <= chunks.length * FULL) {
      return chunks.clone();
    }
    int length = chunks.length;
    while (entries > length * FULL / 2) {
      length *= 2;
    }
    var more = new Chunk[length];
    Arrays.fill(more, EMPTY_CHUNK);
    for (var chunk : chunks) {
      for (int i = 0; i < chunk.hashes.length; i++) {
        int at = chunk.hashes[i] & (length - 1);
        more[at] = more[at].with(chunk.hashes[i], chunk.keys[i], chunk.values[i]);
      }
    }
    return more;
  }
}

package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map that keeps the order in which its entries were written.
 *
 * <p>{@code Map.copyOf} iterates in an order that changes from run to run, and an unmodifiable
 * {@code LinkedHashMap} costs a node of 40 bytes for each entry. A slice has thousands of small
 * maps, so this one is two arrays, searched from the front while that is cheaper than hashing.
 */
public final class FrozenMap<K, V> extends AbstractMap<K, V> {
  private static final int SEARCHED_LINEARLY = 8;
  private static final FrozenMap<?, ?> EMPTY = new FrozenMap<>(new Object[0], new Object[0], 0);

  private final Object[] keys;
  private final Object[] values;
  private final int size;

  /** Open addressing: position + 1 of the key in {@link #keys}, or 0; empty for a small map. */
  private final int[] slots;

  private FrozenMap(Object[] keys, Object[] values, int size) {
    this.keys = keys;
    this.values = values;
    this.size = size;
    this.slots = size <= SEARCHED_LINEARLY ? new int[0] : index(keys, size);
  }

  @SuppressWarnings("unchecked")
  public static <K, V> FrozenMap<K, V> of() {
    return (FrozenMap<K, V>) EMPTY;
  }

  /** The same entries in the same order, never to change; itself if it is frozen already. */
  public static <K, V> FrozenMap<K, V> copyOf(Map<K, V> map) {
    return map instanceof FrozenMap<K, V> frozen ? frozen : copyOf(map, UnaryOperator.identity());
  }

  /** Like {@link #copyOf(Map)}, freezing each value too. */
  public static <K, V> FrozenMap<K, V> copyOf(Map<K, V> map, UnaryOperator<V> freeze) {
    if (map.isEmpty()) {
      return of();
    }
    var keys = new Object[map.size()];
    var values = new Object[map.size()];
    int next = 0;
    for (var entry : map.entrySet()) {
      keys[next] = requireNonNull(entry.getKey(), "key");
      values[next++] = requireNonNull(freeze.apply(entry.getValue()), "value");
    }
    return new FrozenMap<>(keys, values, next);
  }

  private static int[] index(Object[] keys, int size) {
    var slots = new int[Integer.highestOneBit(size) * 4];
    for (int i = 0; i < size; i++) {
      int slot = slotOf(keys[i], slots.length);
      while (slots[slot] != 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = i + 1;
    }
    return slots;
  }

  private static int slotOf(Object key, int length) {
    int hash = key.hashCode();
    return (hash ^ (hash >>> 16)) & (length - 1);
  }

  private int find(@Nullable Object key) {
    if (key == null) {
      return -1;
    }
    return slots.length == 0 ? findInOrder(key) : findBySlot(key);
  }

  private int findInOrder(Object key) {
    for (int i = 0; i < size; i++) {
      if (keys[i].equals(key)) {
        return i;
      }
    }
    return -1;
  }

  private int findBySlot(Object key) {
    int slot = slotOf(key, slots.length);
    while (slots[slot] != 0) {
      int position = slots[slot] - 1;
      if (keys[position].equals(key)) {
        return position;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    return -1;
  }

  @Override
  @SuppressWarnings("unchecked")
  public @Nullable V get(@Nullable Object key) {
    int position = find(key);
    return position < 0 ? null : (V) values[position];
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return find(key) >= 0;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public Iterator<Entry<K, V>> iterator() {
        return entries();
      }
    };
  }

  private Iterator<Entry<K, V>> entries() {
    return new Iterator<>() {
      private int next = 0;

      @Override
      public boolean hasNext() {
        return next < size;
      }

      @Override
      @SuppressWarnings("unchecked")
      public Entry<K, V> next() {
        if (next >= size) {
          throw new NoSuchElementException();
        }
        int position = next++;
        return Map.entry((K) keys[position], (V) values[position]);
      }
    };
  }

  /** Collects entries for a frozen map; a key put again replaces the value it had. */
  public static final class Builder<K, V> {
    private Object[] keys = new Object[8];
    private Object[] values = new Object[8];
    private int size;

    // Only a map that is large enough to make a search from the front slow gets this.
    private @Nullable Map<Object, Integer> positions;

    /** Whether the key was not there yet. */
    public boolean put(K key, V value) {
      requireNonNull(value, "value");
      int position = positionOf(requireNonNull(key, "key"));
      if (position >= 0) {
        values[position] = value;
        return false;
      }
      if (size == keys.length) {
        keys = Arrays.copyOf(keys, size * 2);
        values = Arrays.copyOf(values, size * 2);
      }
      keys[size] = key;
      values[size] = value;
      if (positions != null) {
        positions.put(key, size);
      }
      size++;
      return true;
    }

    /** Whether the key was put already. */
    public boolean contains(K key) {
      return positionOf(key) >= 0;
    }

    private int positionOf(Object key) {
      if (size <= 16) {
        for (int i = 0; i < size; i++) {
          if (keys[i].equals(key)) {
            return i;
          }
        }
        return -1;
      }
      if (positions == null) {
        positions = new HashMap<>();
        for (int i = 0; i < size; i++) {
          positions.put(keys[i], i);
        }
      }
      return positions.getOrDefault(key, -1);
    }

    public FrozenMap<K, V> build() {
      return size == 0
          ? of()
          : new FrozenMap<>(Arrays.copyOf(keys, size), Arrays.copyOf(values, size), size);
    }
  }
}

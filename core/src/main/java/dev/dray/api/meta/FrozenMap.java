package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
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
  private static final int[] NO_SLOTS = {};
  private static final FrozenMap<?, ?> EMPTY =
      new FrozenMap<>(new Object[0], new Object[0], 0, NO_SLOTS);

  private final Object[] keys;
  private final Object[] values;
  private final int size;

  /**
   * A hash index with open addressing: position + 1 of the key in {@link #keys}, or 0 for a free
   * slot; empty for a small map.
   */
  private final int[] slots;

  private FrozenMap(Object[] keys, Object[] values, int size, int[] slots) {
    this.keys = keys;
    this.values = values;
    this.size = size;
    this.slots = slots;
  }

  @SuppressWarnings("unchecked")
  public static <K, V> FrozenMap<K, V> of() {
    return (FrozenMap<K, V>) EMPTY;
  }

  /** Returns an immutable copy with the same order; the map itself if it is frozen already. */
  public static <K, V> FrozenMap<K, V> copyOf(Map<K, V> map) {
    return map instanceof FrozenMap<K, V> frozen ? frozen : copyOf(map, UnaryOperator.identity());
  }

  /** Returns an immutable copy like {@link #copyOf(Map)}, and freezes each value too. */
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
    return new FrozenMap<>(keys, values, next, slotsOf(keys, next));
  }

  /** Returns a copy with this entry, in its place if the key was there, else as the last one. */
  public FrozenMap<K, V> with(K key, V value) {
    requireNonNull(value, "value");
    int position = find(requireNonNull(key, "key"), keys, size, slots);
    int length = position < 0 ? size + 1 : size;
    var changed = Arrays.copyOf(values, length);
    changed[position < 0 ? size : position] = value;
    if (position >= 0) {
      return new FrozenMap<>(keys, changed, size, slots);
    }
    var names = Arrays.copyOf(keys, length);
    names[size] = key;
    return new FrozenMap<>(names, changed, length, slotsOf(names, length));
  }

  /** Returns a copy without this key; the map itself if the key is not there. */
  public FrozenMap<K, V> without(K key) {
    int position = find(requireNonNull(key, "key"), keys, size, slots);
    if (position < 0) {
      return this;
    }
    if (size == 1) {
      return of();
    }
    var names = less(keys, position);
    return new FrozenMap<>(names, less(values, position), size - 1, slotsOf(names, size - 1));
  }

  private Object[] less(Object[] all, int position) {
    var left = new Object[size - 1];
    System.arraycopy(all, 0, left, 0, position);
    System.arraycopy(all, position + 1, left, position, size - 1 - position);
    return left;
  }

  private static int[] slotsOf(Object[] keys, int size) {
    return size <= SEARCHED_LINEARLY ? NO_SLOTS : index(keys, size);
  }

  private static int[] index(Object[] keys, int size) {
    var slots = new int[slotsFor(size)];
    for (int i = 0; i < size; i++) {
      slots[freeSlot(keys[i], slots)] = i + 1;
    }
    return slots;
  }

  /** Returns a power of two that is at least twice the number of keys. */
  private static int slotsFor(int size) {
    return Integer.highestOneBit(size) * 4;
  }

  private static int freeSlot(Object key, int[] slots) {
    int slot = slotOf(key, slots.length);
    while (slots[slot] != 0) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  private static int slotOf(Object key, int length) {
    int hash = key.hashCode();
    return (hash ^ (hash >>> 16)) & (length - 1);
  }

  private static int find(Object key, Object[] keys, int size, int[] slots) {
    return slots.length == 0 ? findInOrder(key, keys, size) : findBySlot(key, keys, slots);
  }

  private static int findInOrder(Object key, Object[] keys, int size) {
    for (int i = 0; i < size; i++) {
      if (keys[i].equals(key)) {
        return i;
      }
    }
    return -1;
  }

  private static int findBySlot(Object key, Object[] keys, int[] slots) {
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

  private int find(@Nullable Object key) {
    return key == null ? -1 : find(key, keys, size, slots);
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

  /** Returns the key at this position, from 0: reading all in order needs no entry objects. */
  @SuppressWarnings("unchecked")
  public K keyAt(int position) {
    return (K) keys[Objects.checkIndex(position, size)];
  }

  /** Returns the value at this position, from 0. */
  @SuppressWarnings("unchecked")
  public V valueAt(int position) {
    return (V) values[Objects.checkIndex(position, size)];
  }

  @Override
  public void forEach(BiConsumer<? super K, ? super V> action) {
    for (int i = 0; i < size; i++) {
      action.accept(keyAt(i), valueAt(i));
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof FrozenMap<?, ?> map)) {
      return super.equals(other);
    }
    if (map == this) {
      return true;
    }
    if (map.size != size) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      // Maps that are compared mostly have their keys in the same order.
      int there = map.keys[i].equals(keys[i]) ? i : map.find(keys[i]);
      if (there < 0 || !values[i].equals(map.values[there])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int sum = 0;
    for (int i = 0; i < size; i++) {
      sum += keys[i].hashCode() ^ values[i].hashCode();
    }
    return sum;
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

  /** A builder of frozen maps; a key put again replaces its value. */
  public static final class Builder<K, V> {
    private Object[] keys = new Object[SEARCHED_LINEARLY];
    private Object[] values = new Object[SEARCHED_LINEARLY];
    private int[] slots = NO_SLOTS;
    private int size;

    /** Puts an entry. Returns whether the key is new. */
    public boolean put(K key, V value) {
      requireNonNull(value, "value");
      int position = find(requireNonNull(key, "key"), keys, size, slots);
      if (position >= 0) {
        values[position] = value;
        return false;
      }
      append(key, value);
      return true;
    }

    private void append(K key, V value) {
      if (size == keys.length) {
        keys = Arrays.copyOf(keys, size * 2);
        values = Arrays.copyOf(values, size * 2);
      }
      keys[size] = key;
      values[size] = value;
      size++;
      if (size > SEARCHED_LINEARLY && slots.length != slotsFor(size)) {
        slots = index(keys, size);
      } else if (slots.length > 0) {
        slots[freeSlot(key, slots)] = size;
      }
    }

    /** Returns whether the key was put already. */
    public boolean contains(K key) {
      return find(key, keys, size, slots) >= 0;
    }

    public FrozenMap<K, V> build() {
      return size == 0
          ? of()
          : new FrozenMap<>(
              Arrays.copyOf(keys, size),
              Arrays.copyOf(values, size),
              size,
              slots.length == 0 ? NO_SLOTS : slots.clone());
    }
  }
}

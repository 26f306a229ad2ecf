package dev.dray.cel.value;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A map from values to values. */
public abstract non-sealed class MapValue implements Value {
  protected MapValue() {}

  public abstract int size();

  /** What is found under the key when it is selected, which may be more than there are entries. */
  public abstract @Nullable Value find(Value key);

  /** What stands under the key. */
  public @Nullable Value entry(Value key) {
    return find(key);
  }

  /** Whether every key that is selected is found. */
  public boolean hasDefault() {
    return false;
  }

  public abstract Iterable<Value> keys();

  /**
   * Entries in the order in which they were put. A map with a value for a number finds it by any
   * number that is equal.
   *
   * <p>Keys are found by an order of theirs: with their hash codes, which are no secret, an
   * expression could make any number of keys that are all looked for in the same place.
   */
  public static class Entries extends MapValue {
    final SortedMap<Value, Value> byKey;
    final List<Value> keys;

    private Entries(SortedMap<Value, Value> byKey, List<Value> keys) {
      this.byKey = byKey;
      this.keys = keys;
    }

    @Override
    public int size() {
      return keys.size();
    }

    @Override
    public @Nullable Value find(Value key) {
      if (keys.isEmpty()) {
        return null;
      }
      var known = byKey.get(MapKeys.hashable(key));
      return known == null ? MapKeys.sameNumber(byKey, key) : known;
    }

    @Override
    public Iterable<Value> keys() {
      return keys;
    }
  }

  /** The map that a loop or a literal builds. */
  public static final class Growing extends Entries {
    public Growing() {
      super(new TreeMap<>(MapKeys.ORDER), new ArrayList<>());
    }

    public void put(Value key, Value value) {
      var hashable = MapKeys.hashable(key);
      if (byKey.put(hashable, value) == null) {
        keys.add(hashable);
      }
    }

    public void remove(Value key) {
      var hashable = MapKeys.hashable(key);
      if (byKey.remove(hashable) != null) {
        keys.removeIf(it -> MapKeys.ORDER.compare(it, hashable) == 0);
      }
    }

    public MapValue grown() {
      return new Entries(byKey, keys);
    }
  }
}

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

  /**
   * Returns the value that selecting the key finds, which may exist for more keys than there are
   * entries.
   */
  public abstract @Nullable Value find(Value key);

  /** Returns the value of the entry with this key. */
  public @Nullable Value entry(Value key) {
    return find(key);
  }

  /** Returns whether selecting any key finds a value. */
  public boolean hasDefault() {
    return false;
  }

  public abstract Iterable<Value> keys();

  /**
   * A map with its entries in insertion order. A number as key is found by any equal number.
   *
   * <p>Keys are found by comparison, not by hash code: hash codes are public, so that an expression
   * could create any number of colliding keys.
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

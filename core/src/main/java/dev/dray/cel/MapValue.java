package dev.dray.cel;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A map from values to values. */
public abstract non-sealed class MapValue implements Value {
  static final MapValue EMPTY = new Entries(new LinkedHashMap<>());

  protected MapValue() {}

  static MapValue of(Map<Value, Value> entries) {
    return new Entries(entries);
  }

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

  /** A map with a value for a number finds it by any number that is equal. */
  static sealed class Entries extends MapValue {
    private final Map<Value, Value> entries;

    private Entries(Map<Value, Value> entries) {
      this.entries = entries;
    }

    @Override
    public int size() {
      return entries.size();
    }

    @Override
    public @Nullable Value find(Value key) {
      if (entries.isEmpty()) {
        return null;
      }
      var known = entries.get(Keys.hashable(key));
      return known == null ? Keys.sameNumber(entries, key) : known;
    }

    @Override
    public Iterable<Value> keys() {
      return entries.keySet();
    }
  }

  /** The map that a loop builds. */
  static final class Growing extends Entries {
    private final Map<Value, Value> growing;

    Growing() {
      this(new LinkedHashMap<>());
    }

    private Growing(Map<Value, Value> growing) {
      super(growing);
      this.growing = growing;
    }

    void put(Value key, Value value) {
      growing.put(Keys.hashable(key), value);
    }

    MapValue grown() {
      return new Entries(growing);
    }
  }
}

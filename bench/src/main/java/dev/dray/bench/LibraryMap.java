package dev.dray.bench;

import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelValue;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A map that dev.cel takes as it is.
 *
 * <p>Every other map it copies, entry by entry, each time that an expression reads it.
 */
final class LibraryMap extends CelValue implements Map<String, Object> {
  private static final CelType TYPE = MapType.create(SimpleType.STRING, SimpleType.DYN);

  /** Nothing writes to it, but its class does not say so. */
  @SuppressWarnings("Immutable")
  private final Map<String, Object> entries;

  LibraryMap(Map<String, Object> entries) {
    this.entries = new HashMap<>(entries);
  }

  @Override
  public Object value() {
    return this;
  }

  @Override
  public boolean isZeroValue() {
    return entries.isEmpty();
  }

  @Override
  public CelType celType() {
    return TYPE;
  }

  @Override
  public int size() {
    return entries.size();
  }

  @Override
  public boolean isEmpty() {
    return entries.isEmpty();
  }

  @Override
  public boolean containsKey(Object key) {
    return entries.containsKey(key);
  }

  @Override
  public boolean containsValue(Object value) {
    return entries.containsValue(value);
  }

  @Override
  public @Nullable Object get(Object key) {
    return entries.get(key);
  }

  @Override
  public Set<String> keySet() {
    return entries.keySet();
  }

  @Override
  public Collection<Object> values() {
    return entries.values();
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    return entries.entrySet();
  }

  @Override
  public Object put(String key, Object value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Object remove(Object key) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void putAll(Map<? extends String, ?> more) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void clear() {
    throw new UnsupportedOperationException();
  }
}

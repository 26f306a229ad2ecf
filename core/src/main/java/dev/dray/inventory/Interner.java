package dev.dray.inventory;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Function;

/**
 * One object for all equal keys, kept as long as somebody uses it; for one thread.
 *
 * @param <V> must hold a reference to its key, or it is forgotten at once
 */
final class Interner<K, V> {
  private final Map<K, WeakReference<V>> known = new WeakHashMap<>();
  private final Function<K, V> make;

  Interner(Function<K, V> make) {
    this.make = make;
  }

  V of(K key) {
    var reference = known.get(key);
    var value = reference == null ? null : reference.get();
    if (value != null) {
      return value;
    }
    var made = make.apply(key);
    known.put(key, new WeakReference<>(made));
    return made;
  }
}

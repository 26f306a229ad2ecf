package dev.dray.selector;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Gives the same object for the same description, as long as it remembers it: so many of those used
 * last, and up to as many more. For one thread at a time.
 */
final class Canonical<K, V> {
  private final int most;
  private Map<K, V> young = new HashMap<>();
  private Map<K, V> old = new HashMap<>();

  Canonical(int most) {
    this.most = most;
  }

  V of(K description, Function<K, V> make) {
    var known = young.get(description);
    if (known != null) {
      return known;
    }
    // What was not used while so many others were is forgotten.
    if (young.size() >= most) {
      old = young;
      young = new HashMap<>();
    }
    var older = old.get(description);
    var value = older == null ? make.apply(description) : older;
    young.put(description, value);
    return value;
  }
}

package dev.dray.selector;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A cache that returns the same object for equal descriptions, as long as it remembers them: a
 * number of those used last, and up to as many more. For one thread at a time.
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
    // Descriptions that were not used while that many others were are forgotten.
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

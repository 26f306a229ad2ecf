package dev.dray.controller;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;

/** Keys of objects by something they have in common, in the order in which they came. */
final class Index {
  private final Map<String, SequencedSet<String>> keys = new HashMap<>();

  void add(String common, String key) {
    keys.computeIfAbsent(common, _ -> new LinkedHashSet<>(2)).add(key);
  }

  void remove(String common, String key) {
    var all = keys.get(common);
    if (all != null && all.remove(key) && all.isEmpty()) {
      keys.remove(common);
    }
  }

  /** Returns the keys as a copy, so that the index may change while it is traversed. */
  List<String> of(String common) {
    var all = keys.get(common);
    return all == null ? List.of() : List.copyOf(all);
  }
}

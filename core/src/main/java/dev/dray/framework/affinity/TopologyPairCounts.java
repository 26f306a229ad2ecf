package dev.dray.framework.affinity;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts by topology pair, a label of nodes with its value; only those that are not 0 are kept.
 * Mutable.
 */
final class TopologyPairCounts {
  private final Map<String, Map<String, Long>> counts = new HashMap<>();

  /** Adds to the count of a pair. Returns the count before. */
  long add(String key, String value, long count) {
    var values = counts.computeIfAbsent(key, _ -> new HashMap<>());
    long before = values.getOrDefault(value, 0L);
    if (before + count == 0) {
      values.remove(value);
    } else {
      values.put(value, before + count);
    }
    if (values.isEmpty()) {
      counts.remove(key);
    }
    return before;
  }

  boolean isEmpty() {
    return counts.isEmpty();
  }

  void clear() {
    counts.clear();
  }

  /**
   * Returns whether the count is above 0 for the pair that a node with these labels has of this
   * key.
   */
  boolean has(String key, Map<String, String> labels) {
    var value = labels.get(key);
    var values = counts.get(key);
    return value != null && values != null && values.getOrDefault(value, 0L) > 0;
  }

  /** Returns whether the count is above 0 for any pair of a node with these labels. */
  boolean hasAny(Map<String, String> labels) {
    for (var key : counts.keySet()) {
      if (has(key, labels)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the sum of the counts of all pairs of a node with these labels. */
  long sum(Map<String, String> labels) {
    long sum = 0;
    for (var values : counts.entrySet()) {
      var value = labels.get(values.getKey());
      if (value != null) {
        sum += values.getValue().getOrDefault(value, 0L);
      }
    }
    return sum;
  }
}

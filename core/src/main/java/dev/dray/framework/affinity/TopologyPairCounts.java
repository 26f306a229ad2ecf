package dev.dray.framework.affinity;

import java.util.HashMap;
import java.util.Map;

/** Numbers by label of nodes and its value; those that are 0 are not there. Mutable. */
final class TopologyPairCounts {
  private final Map<String, Map<String, Long>> counts = new HashMap<>();

  /** The number before. */
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

  /** Whether the node with these labels is in a place of this sort with a number above 0. */
  boolean has(String key, Map<String, String> labels) {
    var value = labels.get(key);
    var values = counts.get(key);
    return value != null && values != null && values.getOrDefault(value, 0L) > 0;
  }

  /** Whether the node with these labels is in any place with a number above 0. */
  boolean hasAny(Map<String, String> labels) {
    for (var key : counts.keySet()) {
      if (has(key, labels)) {
        return true;
      }
    }
    return false;
  }

  /** The numbers of all places that the node with these labels is in. */
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

package dev.dray.inventory;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Gives one object for equal ones, as far as it was given not long ago; for one thread.
 *
 * <p>For things of which many are equal and many like no other: those that nobody asks for again
 * cost nothing for long.
 */
final class RecentInterner<T> {
  private final LinkedHashMap<T, T> known;

  /**
   * @param most how many are remembered
   */
  RecentInterner(int most) {
    known =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<T, T> eldest) {
            return size() > most;
          }
        };
  }

  T shared(T object) {
    var same = known.putIfAbsent(object, object);
    return same == null ? object : same;
  }
}

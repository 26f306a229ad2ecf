package dev.dray.inventory;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One object for equal ones, as long as it was used recently; for one thread.
 *
 * <p>For values of which many are equal and many are unique: the unique ones are soon forgotten.
 */
final class RecentInterner<T> {
  private final LinkedHashMap<T, T> known;

  /**
   * @param most the number of objects that are remembered
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

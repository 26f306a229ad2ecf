package dev.dray.allocation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Small sets of numbers, each with a number of its own, and their intersections.
 *
 * <p>An intersection is computed once, so that a search which narrows a set step by step and widens
 * it again allocates nothing. For one thread.
 */
final class SetTable {
  /** The set without elements. */
  static final int EMPTY = 0;

  private static final int UNKNOWN = -1;

  private final Map<List<Integer>, Integer> numbers = new HashMap<>();
  private final List<int[]> sets = new ArrayList<>(4);
  private final List<int[]> intersections = new ArrayList<>(4);

  SetTable() {
    sets.add(new int[] {});
    intersections.add(new int[] {});
    numbers.put(List.of(), EMPTY);
  }

  /** The number of the set with these elements, in any order. */
  int of(int[] elements) {
    var sorted = Arrays.stream(elements).sorted().distinct().toArray();
    return numbers.computeIfAbsent(
        Arrays.stream(sorted).boxed().toList(),
        _ -> {
          sets.add(sorted);
          intersections.add(new int[] {});
          return sets.size() - 1;
        });
  }

  int[] elements(int set) {
    return sets.get(set);
  }

  int size() {
    return sets.size();
  }

  int intersection(int one, int two) {
    if (one == two) {
      return one;
    }
    var known = intersections.get(one);
    if (two >= known.length) {
      int before = known.length;
      known = Arrays.copyOf(known, Math.max(sets.size(), two + 1));
      Arrays.fill(known, before, known.length, UNKNOWN);
      intersections.set(one, known);
    }
    if (known[two] == UNKNOWN) {
      known[two] = of(common(sets.get(one), sets.get(two)));
    }
    return known[two];
  }

  private static int[] common(int[] one, int[] two) {
    return Arrays.stream(one).filter(it -> Arrays.binarySearch(two, it) >= 0).toArray();
  }
}

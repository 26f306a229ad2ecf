package dev.dray.allocation.search;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table of small sets of numbers, each with a number of its own, and of their intersections.
 *
 * <p>Equal sets have the same number. Each intersection is computed once and then looked up, so a
 * search that narrows a set step by step and goes back allocates nothing after a while. For one
 * thread.
 */
public final class SetTable {
  /** The number of the set without elements. */
  public static final int EMPTY = 0;

  /** An intersection that has not been computed yet. */
  private static final int UNKNOWN = -1;

  private static final int[] NONE = {};

  private int size = 1;
  private int[][] sets = {NONE, NONE, NONE, NONE};
  private int[][] intersections = {NONE, NONE, NONE, NONE};

  /** For each element the number of the set with this element alone; 0 if there is none yet. */
  private int[] singles = NONE;

  private final Map<List<Integer>, Integer> larger = new HashMap<>(0);

  /** Returns the number of the set with these elements, which may be in any order. */
  public int of(int[] elements) {
    return switch (elements.length) {
      case 0 -> EMPTY;
      case 1 -> single(elements[0]);
      default -> several(elements);
    };
  }

  private int single(int element) {
    if (element >= singles.length) {
      singles = Arrays.copyOf(singles, Math.max(8, element * 2));
    }
    if (singles[element] == 0) {
      singles[element] = add(new int[] {element});
    }
    return singles[element];
  }

  private int several(int[] elements) {
    var sorted = Arrays.stream(elements).sorted().distinct().toArray();
    return sorted.length == 1
        ? single(sorted[0])
        : larger.computeIfAbsent(
            IntStream.of(sorted).boxed().collect(Collectors.toList()), _ -> add(sorted));
  }

  private int add(int[] elements) {
    if (size == sets.length) {
      sets = Arrays.copyOf(sets, size * 2);
      intersections = Arrays.copyOf(intersections, size * 2);
    }
    sets[size] = elements;
    intersections[size] = NONE;
    return size++;
  }

  /** Returns the elements of a set, ascending. */
  int[] elements(int set) {
    return sets[set];
  }

  /** Returns the number of sets. */
  int size() {
    return size;
  }

  /** Returns the number of the intersection of two sets. */
  public int intersection(int one, int two) {
    if (one == two) {
      return one;
    }
    var known = intersections[one];
    if (two >= known.length) {
      int before = known.length;
      known = Arrays.copyOf(known, Math.max(size, two + 1));
      Arrays.fill(known, before, known.length, UNKNOWN);
      intersections[one] = known;
    }
    if (known[two] == UNKNOWN) {
      known[two] = of(common(sets[one], sets[two]));
    }
    return known[two];
  }

  private static int[] common(int[] one, int[] two) {
    var common = new int[one.length];
    int size = 0;
    for (int element : one) {
      if (Arrays.binarySearch(two, element) >= 0) {
        common[size++] = element;
      }
    }
    return size == 0 ? NONE : Arrays.copyOf(common, size);
  }
}

package dev.dray.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The names of slices that are split off another one.
 *
 * <p>Slices are tried in the order of their names, so the parts of one must come between it and the
 * next. A hyphen sorts before every other character of a name: with enough of them, there is room
 * between any two.
 */
final class SliceNames {
  private static final int LONGEST = 253;

  private final Set<String> taken;

  /**
   * Creates the names.
   *
   * @param taken the names of all slices of the cluster; names that are given out are added
   */
  SliceNames(Set<String> taken) {
    this.taken = taken;
  }

  /** Returns this many names after the first and before the next; empty if there are not enough. */
  Optional<List<String>> between(String first, Optional<String> next, int count) {
    int digits = String.valueOf(count).length();
    for (int hyphens = 1; first.length() + hyphens + digits <= LONGEST; hyphens++) {
      var stem = first + "-".repeat(hyphens);
      var names =
          IntStream.rangeClosed(1, count)
              .mapToObj(number -> stem + padded(number, digits))
              .toList();
      if (names.stream().allMatch(name -> isFree(name, next))) {
        taken.addAll(names);
        return Optional.of(names);
      }
    }
    return Optional.empty();
  }

  private boolean isFree(String name, Optional<String> next) {
    return !taken.contains(name) && next.filter(it -> name.compareTo(it) >= 0).isEmpty();
  }

  private static String padded(int number, int digits) {
    var text = String.valueOf(number);
    return "0".repeat(digits - text.length()) + text;
  }

  /** Returns the first name, then those after it. */
  static List<String> with(String first, List<String> more) {
    var all = new ArrayList<String>();
    all.add(first);
    all.addAll(more);
    return all;
  }
}

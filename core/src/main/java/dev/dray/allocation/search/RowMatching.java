package dev.dray.allocation.search;

import java.util.Arrays;

/**
 * How many {@link CandidateRows} can be picked that differ from each other in two ways.
 *
 * <p>That is a matching of the values of one constraint with those of another, grown along
 * augmenting paths. Where a third constraint comes in, no quick way is known to tell how many.
 */
final class RowMatching {
  private final CandidateRows rows;
  private final int[] first;
  private final int[] next;
  private final int[] owner;
  private final int[] visited;
  private int round;
  private int[] others = {};

  RowMatching(CandidateRows rows) {
    this.rows = rows;
    int most = rows.axes.stream().mapToInt(it -> it.length).max().orElse(0);
    first = new int[most];
    next = new int[rows.size()];
    owner = new int[most];
    visited = new int[most];
  }

  /** Whether each pair of constraints leaves enough for the groups that both of them cover. */
  boolean suffices(long[] usable, int[] needs) {
    for (int one = 0; one < rows.axes.size(); one++) {
      for (int two = one + 1; two < rows.axes.size(); two++) {
        if (!suffices(usable, needs, rows.axes.get(one), rows.axes.get(two))) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean suffices(long[] usable, int[] needs, DistinctAxis one, DistinctAxis two) {
    int need = 0;
    for (int group = 0; group < needs.length; group++) {
      need += one.covers(group) && two.covers(group) ? needs[group] : 0;
    }
    if (need < 2) {
      return true;
    }
    Arrays.fill(first, 0, one.length, -1);
    Arrays.fill(owner, 0, two.length, -1);
    for (int row = Bits.next(usable, 0); row >= 0; row = Bits.next(usable, row + 1)) {
      int number = one.numbers[row];
      if (number >= 0 && two.numbers[row] >= 0) {
        next[row] = first[number];
        first[number] = row;
      }
    }
    others = two.numbers;
    int size = 0;
    for (int number = 0; number < one.length && size < need; number++) {
      round++;
      size += grow(number) ? 1 : 0;
    }
    return size >= need;
  }

  private boolean grow(int number) {
    for (int row = first[number]; row >= 0; row = next[row]) {
      int other = others[row];
      if (visited[other] != round) {
        visited[other] = round;
        if (owner[other] < 0 || grow(owner[other])) {
          owner[other] = number;
          return true;
        }
      }
    }
    return false;
  }
}

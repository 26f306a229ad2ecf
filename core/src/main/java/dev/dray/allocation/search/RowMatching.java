package dev.dray.allocation.search;

import java.util.Arrays;

/**
 * A bound on {@link CandidateRows} that must differ in two properties at once: a maximum matching
 * of the values of one with those of the other.
 *
 * <p><b>The bound.</b> Devices that must differ in rack and in port are edges of a bipartite graph:
 * racks on one side, ports on the other, and each row joins its rack with its port. Rows that
 * differ in both are edges without a common end, which is a <em>matching</em>. So the number of
 * rows that can be picked is at most the size of a maximum matching. Counting the values of each
 * axis by itself is not enough:
 *
 * <pre>{@code
 *          port 0  port 1  port 2
 * rack A     x       x       x        3 racks and 3 ports, but a matching has 2 edges:
 * rack B     x       .       .        B or C takes port 0, A takes another one,
 * rack C     x       .       .        and nothing is left for the third rack.
 * }</pre>
 *
 * <p>By K&#337;nig's theorem there is always such a reason: rack A and port 0 together touch every
 * row, so of any three rows two share one of them.
 *
 * <p><b>The algorithm</b> is Kuhn's: each value of the first axis in turn looks for a partner along
 * an <em>augmenting path</em>. It takes a free value of the second axis, or one whose owner can
 * move to another, and so on. Here B comes after A has taken port 0:
 *
 * <pre>{@code
 * before   A -- port 0
 *          B -- ?           B wants port 0, and its owner A can move to port 1
 * after    A -- port 1
 *          B -- port 0
 * }</pre>
 *
 * <p>A value that finds no path now would find none later either, so each is tried once, and the
 * matching is maximum at the end. The search for it stops as soon as there are enough edges.
 *
 * <p><b>Soundness.</b> The matching is a relaxation of what has to be picked: it knows two axes and
 * none of the other exclusions, groups or budgets. Only rows of groups that both axes cover are
 * counted, and only the needs of these groups. If the matching is too small for them, nothing else
 * can help.
 *
 * <p><b>Cost.</b> For each pair of axes at most the number of values times the number of usable
 * rows, and no allocation. Three axes at once would be the stronger bound, but matching in three
 * dimensions is NP-complete; {@link RowPicker} branches instead.
 */
final class RowMatching {
  private final CandidateRows rows;

  /** The first usable row of each number of the first axis, or -1. */
  private final int[] first;

  /** The next usable row with the same number of the first axis, or -1. */
  private final int[] next;

  /** The partner of each number of the second axis, or -1. */
  private final int[] owner;

  /** The round in which each number of the second axis was last visited. */
  private final int[] visited;

  private int round;

  /** The numbers of rows on the second axis. */
  private int[] others = {};

  RowMatching(CandidateRows rows) {
    this.rows = rows;
    int most = rows.axes.stream().mapToInt(it -> it.length).max().orElse(0);
    first = new int[most];
    next = new int[rows.size()];
    owner = new int[most];
    visited = new int[most];
  }

  /** Returns whether each pair of axes leaves enough rows for the groups that both cover. */
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

  /** Looks for an augmenting path that gives the number of the first axis a partner. */
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

package dev.dray.allocation.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A bound on budgets: whether they suffice for the cheapest {@link CandidateRows} of each group.
 *
 * <p><b>The bound</b> is a <em>surrogate relaxation</em>. The rows to be picked must stay within
 * every budget at once, a knapsack with many dimensions, which is hard. Instead, each budget is
 * given a fixed weight, and only the weighted sum of all budgets is checked. That has one
 * dimension, and the least it can cost to meet the needs is found greedily: go through the rows
 * from the cheapest to the most expensive and take each that its group still needs, regardless of
 * which rows exclude each other.
 *
 * <p>There are several such weightings ({@link View}): one for each budget alone that more than
 * half of the rows charge, and one of all budgets together, each weighted by the inverse of what
 * there was of it at first. The latter finds what the former miss, because a row that is cheap by
 * one budget is often expensive by another:
 *
 * <pre>{@code
 *                  memory  cores    joint weight 1/10 each
 * rows 0 and 1          6      1    0.7
 * rows 2 and 3          1      6    0.7
 * left                 10     10    2.0
 *
 * three rows, at least:
 *   by memory    1 + 1 + 6 =  8 <= 10    passes
 *   by cores     1 + 1 + 6 =  8 <= 10    passes
 *   jointly      3 * 0.7  = 2.1 >  2     no three rows fit
 * }</pre>
 *
 * <p><b>Soundness.</b> Any rows that stay within all budgets satisfy each inequality "amounts
 * charged are at most the amount left", hence any sum of these with weights that are not negative.
 * The greedy sum is no larger than that of any rows that meet the needs, as each group gets its
 * cheapest usable ones. So if the greedy sum exceeds the weighted rest, no rows will do. Charges
 * are lower bounds themselves (see {@link CandidateRows}), and never negative here.
 *
 * <p>Weighted amounts are floating-point numbers. A sum of some thousand of them is off by less
 * than {@link #SLACK} allows, so rounding never turns a fit into a shortage.
 *
 * <p><b>Cost.</b> The order of rows is computed once. A question costs one pass over the rows for
 * each view, at worst; it ends as soon as all needs are met. {@link VolumeBound} is the same idea
 * for the search in the deciding order, in integers.
 */
final class CheapestRows {
  /** The tolerance for rounding: a sum that seems to exceed the rest by less may not exceed it. */
  private static final double SLACK = 1 + 1e-9;

  private final CandidateRows rows;
  private final List<View> views = new ArrayList<>();

  /** The rows that each group still misses during {@link #suffices}. */
  private final int[] missing;

  /** One weighting of the budgets: the cost of each row by it, and the rows by ascending cost. */
  private static final class View {
    private final double[] weights;
    private final double[] costs;
    private final int[] cheapestFirst;

    View(CandidateRows rows, double[] weights) {
      this.weights = weights;
      costs = new double[rows.size()];
      for (int row = 0; row < costs.length; row++) {
        var charge = rows.charges[row];
        for (int i = 0; i < charge.budgets.length; i++) {
          costs[row] += weights[charge.budgets[i]] * charge.amounts[i];
        }
      }
      cheapestFirst =
          IntStream.range(0, costs.length)
              .boxed()
              .sorted(Comparator.comparingDouble(row -> costs[row]))
              .mapToInt(row -> row)
              .toArray();
    }
  }

  /**
   * @param rest the amount of each budget before anything is taken
   */
  CheapestRows(CandidateRows rows, long[] rest) {
    this.rows = rows;
    missing = new int[rows.groups()];
    var all = new double[rest.length];
    for (int budget = 0; budget < rest.length; budget++) {
      var one = new double[rest.length];
      one[budget] = 1;
      addIfCommon(new View(rows, one));
      all[budget] = 1.0 / Math.max(1, rest[budget]);
    }
    if (rest.length > 1) {
      views.add(new View(rows, all));
    }
  }

  /** Adds a view unless few rows charge its budget: the cheapest rows would mostly spare it. */
  private void addIfCommon(View view) {
    if (Arrays.stream(view.costs).filter(cost -> cost > 0).count() * 2 > rows.size()) {
      views.add(view);
    }
  }

  /** Returns the cost of a row by the last view: all budgets jointly, if there are several. */
  double cost(int row) {
    return views.isEmpty() ? 0 : views.getLast().costs[row];
  }

  /** Returns whether, by every view, what is left may suffice for the needs of all groups. */
  boolean suffices(long[] usable, int[] needs, long[] rest) {
    for (var view : views) {
      if (!suffices(view, usable, needs, rest)) {
        return false;
      }
    }
    return true;
  }

  private boolean suffices(View view, long[] usable, int[] needs, long[] rest) {
    double there = 0;
    for (int budget = 0; budget < rest.length; budget++) {
      there += view.weights[budget] * rest[budget];
    }
    System.arraycopy(needs, 0, missing, 0, needs.length);
    int left = Arrays.stream(needs).sum();
    double sum = 0;
    for (int i = 0; left > 0 && i < view.cheapestFirst.length; i++) {
      int row = view.cheapestFirst[i];
      int group = rows.groupOf(row);
      if (missing[group] > 0 && Bits.has(usable, row)) {
        missing[group]--;
        left--;
        sum += view.costs[row];
      }
    }
    return sum <= there * SLACK;
  }
}

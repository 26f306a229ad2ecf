package dev.dray.allocation.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Whether budgets are enough for the cheapest {@link CandidateRows}, which nothing can be cheaper
 * than.
 *
 * <p>Budgets are looked at one by one and all together, each weighed by how little of it there is:
 * who is cheap by one mostly is dear by another.
 */
final class CheapestRows {
  /** Sums of fractions are not exact; what seems to exceed by less than this may not. */
  private static final double SLACK = 1 + 1e-9;

  private final CandidateRows rows;
  private final List<View> views = new ArrayList<>();
  private final int[] missing;

  /** What rows cost by certain weights of the budgets, and which come first by that. */
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
   * @param rest what there was of each budget at first
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

  /** A budget that few rows charge is mostly spared by the cheapest ones. */
  private void addIfCommon(View view) {
    if (Arrays.stream(view.costs).filter(cost -> cost > 0).count() * 2 > rows.size()) {
      views.add(view);
    }
  }

  /** How dear a row is, all budgets taken together. */
  double cost(int row) {
    return views.isEmpty() ? 0 : views.getLast().costs[row];
  }

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

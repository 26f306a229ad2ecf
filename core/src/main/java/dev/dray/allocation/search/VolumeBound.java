package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Whether all requests to come together ask for more than all budgets together have.
 *
 * <p>Whatever weights budgets are given, the weighted sum of what devices take cannot exceed the
 * weighted sum of what is left. Each request takes at least its cheapest devices. Budgets of the
 * same name are weighed together, and then all budgets, each by how little of it there is.
 */
final class VolumeBound {
  private static final int MOST_WEIGHINGS = 24;

  /** Weighted amounts stay so small that their sums fit a long. */
  private static final int WEIGHT_BITS = 20;

  private static final int MOST_BITS = 32;

  private final SearchProblem problem;
  private final Trail trail;
  private final Weighing[] weighings;

  VolumeBound(SearchProblem problem, Trail trail) {
    this.problem = problem;
    this.trail = trail;
    weighings = problem.negative ? new Weighing[0] : weighings();
  }

  private Weighing[] weighings() {
    int families = Arrays.stream(problem.families).max().orElse(-1) + 1;
    return IntStream.range(-1, Math.min(families, MOST_WEIGHINGS))
        .mapToObj(Weighing::new)
        .toArray(Weighing[]::new);
  }

  /** Whether the rest of the option and the requests before {@code until} may have enough. */
  boolean suffices(int request, int option, int missing, int from, int until) {
    for (var weighing : weighings) {
      if (!weighing.suffices(request, option, missing, from, until)) {
        return false;
      }
    }
    return true;
  }

  /** One way to weigh budgets. */
  private final class Weighing {
    private final long[] weights = new long[problem.rest.length];

    /** Amounts are counted in so many bits less: fewer than there are, while more is left. */
    private final int[] shifts = new int[problem.rest.length];

    /** For each option its candidates, the cheapest first, and what each costs. */
    private final int[][] order = new int[problem.options()][];

    private final long[][] cost = new long[problem.options()][];

    /**
     * @param family of the budgets that count, all alike; all of them for -1
     */
    Weighing(int family) {
      for (int budget = 0; budget < weights.length; budget++) {
        long rest = Math.max(problem.rest[budget], 0);
        shifts[budget] = Math.max(0, 64 - Long.numberOfLeadingZeros(rest) - MOST_BITS);
        boolean counts = family < 0 || problem.families[budget] == family;
        if (counts && !problem.wide.isWide(budget)) {
          weights[budget] =
              family < 0 ? (1L << WEIGHT_BITS) / Math.max(rest >> shifts[budget], 1) : 1;
        }
      }
      if (family >= 0) {
        alignShifts(family);
      }
      for (int option = 0; option < order.length; option++) {
        weigh(option);
      }
    }

    /** Budgets that are weighed alike must be counted alike. */
    private void alignShifts(int family) {
      int most = 0;
      for (int budget = 0; budget < shifts.length; budget++) {
        most = problem.families[budget] == family ? Math.max(most, shifts[budget]) : most;
      }
      Arrays.fill(shifts, most);
    }

    private void weigh(int option) {
      var costs = new long[problem.devices];
      cost[option] = costs;
      for (int device = 0; device < costs.length; device++) {
        costs[device] = cost(problem.each[option][device]);
        if (!Bits.has(problem.shareable, device)) {
          costs[device] += cost(problem.once[device]);
        }
      }
      order[option] =
          IntStream.range(0, problem.devices)
              .filter(device -> Bits.has(problem.candidates[option], device))
              .boxed()
              .sorted((one, two) -> Long.compare(costs[one], costs[two]))
              .mapToInt(Integer::intValue)
              .toArray();
    }

    private long cost(Charge charge) {
      long cost = 0;
      for (int i = 0; i < charge.budgets.length; i++) {
        int budget = charge.budgets[i];
        if (weights[budget] != 0) {
          cost += weights[budget] * (charge.amounts[i] >> shifts[budget]);
        }
      }
      return cost;
    }

    boolean suffices(int request, int option, int missing, int from, int until) {
      long left = left();
      left -= cheapest(option, missing, from);
      for (int later = request + 1; later < until && left >= 0; later++) {
        left -= cheapest(later);
      }
      return left >= 0;
    }

    private long left() {
      long left = 0;
      for (int budget = 0; budget < weights.length; budget++) {
        if (weights[budget] != 0 && trail.rest[budget] > 0) {
          // What the shift cuts off of the rest counts as a whole one: amounts lose more.
          long rounding = shifts[budget] == 0 ? 0 : 1;
          left += weights[budget] * ((trail.rest[budget] >> shifts[budget]) + rounding);
        }
      }
      return left;
    }

    private long cheapest(int request) {
      long least = Long.MAX_VALUE;
      for (int o = problem.optionsFrom[request]; o < problem.optionsFrom[request + 1]; o++) {
        boolean counts = !problem.admin[o] && !problem.takesAll[o];
        least = Math.min(least, counts ? cheapest(o, problem.need[o], 0) : 0);
      }
      return least;
    }

    private long cheapest(int option, int count, int from) {
      if (problem.admin[option] || problem.takesAll[option]) {
        return 0;
      }
      long sum = 0;
      int found = 0;
      for (int device : order[option]) {
        if (found == count) {
          break;
        }
        if (device >= from && !Bits.has(trail.taken, device)) {
          sum += cost[option][device];
          found++;
        }
      }
      return sum;
    }
  }
}

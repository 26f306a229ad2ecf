package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A bound on budgets: whether the least that all requests to come can charge is more than all
 * budgets together have left.
 *
 * <p><b>The bound</b> is a <em>surrogate relaxation</em>: whatever weights the budgets are given,
 * the weighted sum of what devices charge cannot exceed the weighted sum of what is left. Each
 * request charges at least what its cheapest free candidates charge, and a request with
 * alternatives what the cheapest alternative does. All these minima are added up and compared with
 * the rest. Where {@link FeasibilityBounds.Packing} looks at one request at a time, this bound sees
 * requests that fit each by itself but not together:
 *
 * <pre>{@code
 * left of counter memory      gpu-0: 10   gpu-1: 10                             20
 *
 * request 0, 4 partitions of 3    alone: two on each GPU           at least     12
 * request 1, 3 partitions of 4    alone: two on one, one on the other           12
 *                                                                  24 > 20: cut
 * }</pre>
 *
 * <p><b>The weights</b> are chosen beforehand and not optimized, as the multipliers of a Lagrangian
 * bound would be. Each {@link Weighing} is one choice: budgets of one {@linkplain
 * SearchProblem#families family} alone, such as all counters of one name, weighted equally; and all
 * budgets, each weighted by the inverse of what there was of it at first, so that every budget as a
 * whole weighs about the same. The former cover at most {@value #MOST_WEIGHINGS} families.
 *
 * <p><b>Arithmetic</b> is in integers, so the bound is exact apart from rounding, which is always
 * to the safe side. Amounts of more than {@value #MOST_BITS} bits are shifted to the right, in the
 * joint weighing those of more than {@value #MOST_JOINT_BITS}. A shift rounds what is charged down,
 * and what is left is counted as one more than the shifted rest. In the joint weighing a weight is
 * 2 to the power of {@value #WEIGHT_BITS}, divided by the shifted rest and rounded down. Wide
 * budgets never count.
 *
 * <p><b>Soundness.</b> A placement keeps each budget, that is, it satisfies "sum of charges is at
 * most the rest"; a sum of such inequalities with weights that are not negative holds as well.
 * Replacing the devices of a request by its cheapest candidates only makes the left side smaller,
 * even if several requests count the same device. A shareable device counts only what each share
 * pays; admin access and alternatives that take all devices count nothing. In problems where taking
 * a device may add to a budget, the bound says nothing.
 *
 * <p><b>Cost.</b> Candidates are sorted by cost once for each weighing and alternative. A question
 * then reads for each weighing and alternative to come as many candidates as are needed, and those
 * that are taken or passed by. {@link CheapestRows} is the same idea for {@link RowPicker}.
 */
final class VolumeBound {
  private static final int MOST_WEIGHINGS = 24;

  /**
   * The bits of a weight, few enough for sums of weighted amounts to fit a long: no candidate is
   * charged more than the rest of a budget, as those that are were dropped before.
   */
  private static final int WEIGHT_BITS = 30;

  /** The bits of an amount; larger ones are shifted. */
  private static final int MOST_BITS = 32;

  /** The same in the joint weighing: so few that the weight of a large budget is not 0. */
  private static final int MOST_JOINT_BITS = 20;

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

  /**
   * Returns whether what is left may suffice for the missing devices of the alternative and for the
   * requests before {@code until}.
   */
  boolean suffices(int request, int alternative, int missing, int from, int until) {
    for (var weighing : weighings) {
      if (!weighing.suffices(request, alternative, missing, from, until)) {
        return false;
      }
    }
    return true;
  }

  /** One choice of weights. */
  private final class Weighing {
    private final long[] weights = new long[problem.rest.length];

    /** The bits by which amounts of each budget are shifted to the right. */
    private final int[] shifts = new int[problem.rest.length];

    /** The candidates of each alternative, the cheapest first. */
    private final int[][] order = new int[problem.alternatives()][];

    /** The cost of each device for each alternative. */
    private final long[][] cost = new long[problem.alternatives()][];

    /**
     * @param family the family of the budgets that count, all with the same weight; -1 for all
     *     budgets, each by the inverse of its rest
     */
    Weighing(int family) {
      int bits = family < 0 ? MOST_JOINT_BITS : MOST_BITS;
      for (int budget = 0; budget < weights.length; budget++) {
        long rest = Math.max(problem.rest[budget], 0);
        shifts[budget] = Math.max(0, 64 - Long.numberOfLeadingZeros(rest) - bits);
        boolean counts = family < 0 || problem.families[budget] == family;
        if (counts && !problem.wide.isWide(budget)) {
          weights[budget] =
              family < 0 ? (1L << WEIGHT_BITS) / Math.max(rest >> shifts[budget], 1) : 1;
        }
      }
      if (family >= 0) {
        alignShifts(family);
      }
      for (int alternative = 0; alternative < order.length; alternative++) {
        weigh(alternative);
      }
    }

    /** Gives budgets with the same weight the same shift, so that their amounts compare. */
    private void alignShifts(int family) {
      int most = 0;
      for (int budget = 0; budget < shifts.length; budget++) {
        most = problem.families[budget] == family ? Math.max(most, shifts[budget]) : most;
      }
      Arrays.fill(shifts, most);
    }

    private void weigh(int alternative) {
      var costs = new long[problem.devices];
      cost[alternative] = costs;
      for (int device = 0; device < costs.length; device++) {
        costs[device] = cost(problem.each[alternative][device]);
        if (!Bits.has(problem.shareable, device)) {
          costs[device] += cost(problem.once[device]);
        }
      }
      order[alternative] =
          IntStream.range(0, problem.devices)
              .filter(device -> Bits.has(problem.candidates[alternative], device))
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

    boolean suffices(int request, int alternative, int missing, int from, int until) {
      long left = left();
      left -= cheapest(alternative, missing, from);
      for (int later = request + 1; later < until && left >= 0; later++) {
        left -= cheapest(later);
      }
      return left >= 0;
    }

    /** Returns the weighted sum of what is left of all budgets. */
    private long left() {
      long left = 0;
      for (int budget = 0; budget < weights.length; budget++) {
        if (weights[budget] != 0 && trail.rest[budget] > 0) {
          // What the shift cuts off the rest counts as a whole unit; charges are rounded down.
          long rounding = shifts[budget] == 0 ? 0 : 1;
          left += weights[budget] * ((trail.rest[budget] >> shifts[budget]) + rounding);
        }
      }
      return left;
    }

    /** Returns the least that a request charges, over its alternatives. */
    private long cheapest(int request) {
      long least = Long.MAX_VALUE;
      for (int o = problem.alternativesFrom[request];
          o < problem.alternativesFrom[request + 1];
          o++) {
        boolean counts = !problem.admin[o] && !problem.takesAll[o];
        least = Math.min(least, counts ? cheapest(o, problem.need[o], 0) : 0);
      }
      return least;
    }

    /** Returns the sum of the cheapest free candidates from a device on. */
    private long cheapest(int alternative, int count, int from) {
      if (problem.admin[alternative] || problem.takesAll[alternative]) {
        return 0;
      }
      long sum = 0;
      int found = 0;
      for (int device : order[alternative]) {
        if (found == count) {
          break;
        }
        if (device >= from && !Bits.has(trail.taken, device)) {
          sum += cost[alternative][device];
          found++;
        }
      }
      return sum;
    }
  }
}

package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import dev.dray.allocation.search.Trail.Take;
import java.util.Arrays;

/**
 * Necessary conditions for a placement, cheap to check: where one is broken, there is none.
 *
 * <p>A search that goes on in vain may still end at an expression without answer, and then it must.
 * So nothing is said about requests from the first on at which that could happen.
 */
final class FeasibilityBounds {
  private final SearchProblem problem;
  private final Trail trail;
  private final Lazy<Packing> packing;
  private final Lazy<ValueCarriers> carriers;
  private final Lazy<Assignment> assignment;
  private final Lazy<Certainty> certainty;
  private final Lazy<VolumeBound> volume;

  FeasibilityBounds(SearchProblem problem, Trail trail, Lazy<Symmetry> symmetry) {
    this.problem = problem;
    this.trail = trail;
    packing = new Lazy<>(() -> new Packing(problem, trail, symmetry.it()));
    carriers = new Lazy<>(() -> new ValueCarriers(problem));
    assignment = new Lazy<>(() -> new Assignment(problem, trail));
    certainty = new Lazy<>(() -> new Certainty(problem));
    volume = new Lazy<>(() -> new VolumeBound(problem, trail));
  }

  /** For each claim whether its options could take more devices than one claim may have. */
  static boolean[] pressedClaims(SearchProblem problem) {
    int requests = problem.requests();
    var most = new long[problem.claims()];
    for (int request = 0; request < requests; request++) {
      int largest = 0;
      for (int o = problem.optionsFrom[request]; o < problem.optionsFrom[request + 1]; o++) {
        largest = Math.max(largest, problem.need[o]);
      }
      most[problem.claimOf[request]] += largest;
    }
    var pressed = new boolean[most.length];
    for (int claim = 0; claim < most.length; claim++) {
      pressed[claim] = most[claim] > SearchProblem.MOST_RESULTS;
    }
    return pressed;
  }

  /**
   * Whether the option cannot be filled from this place on with devices from {@code from} on; if
   * thorough, also whether all that follows cannot.
   */
  boolean areBroken(int request, int option, int place, int from, boolean thorough) {
    int missing = problem.need[option] - place;
    boolean crowded = !problem.takesAll[option] && free(request, option, from) < missing;
    if (!(crowded || thorough) || certainty.it().isMissing(option)) {
      return false;
    }
    return crowded
        || (!problem.takesAll[option] && !hasRoom(request, option, missing, from))
        || laterAreBroken(request, option, missing, from);
  }

  private boolean hasRoom(int request, int option, int missing, int from) {
    return free(request, option, from) >= missing
        && (problem.admin[option] || packing.it().holds(option, missing, from))
        && carriers.it().haveDifferent(trail, option, missing, from);
  }

  private int free(int request, int option, int from) {
    if (!problem.admin[option]) {
      return Bits.countWithout(problem.candidates[option], trail.taken, from);
    }
    int free = 0;
    var candidates = problem.candidates[option];
    for (int d = Bits.next(candidates, from); d >= 0; d = Bits.next(candidates, d + 1)) {
      free += trail.isTakenBy(problem.claimOf[request], d) ? 0 : 1;
    }
    return free;
  }

  private boolean laterAreBroken(int request, int option, int missing, int from) {
    int until = certainty.it().until(request + 1);
    for (int later = request + 1; later < until; later++) {
      if (!someOptionHasRoom(later)) {
        return true;
      }
    }
    if (until < problem.requests() && isSureToFail(until)) {
      return true;
    }
    return !volume.it().suffices(request, option, missing, from, until)
        || !carriers.it().haveCommon(trail, request, option, missing, from, until)
        || !assignment.it().exists(request, option, missing, from, until);
  }

  private boolean someOptionHasRoom(int request) {
    for (int o = problem.optionsFrom[request]; o < problem.optionsFrom[request + 1]; o++) {
      if (problem.takesAll[o]
          ? problem.need[o] > 0 && canTakeAll(request, o)
          : hasRoom(request, o, problem.need[o], 0)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an option that takes all, of which nothing is compared, could do so right now. */
  private boolean canTakeAll(int request, int option) {
    int claim = problem.claimOf[request];
    int mark = trail.mark();
    boolean can = true;
    for (int i = 0; can && i < problem.all[option].length; i++) {
      int device = problem.all[option][i];
      can = isThere(request, option, device) && trail.take(claim, option, device) == Take.TAKEN;
    }
    trail.rollbackTo(mark);
    return can;
  }

  private boolean isThere(int request, int option, int device) {
    return Bits.has(problem.candidates[option], device)
        && !trail.inUse(problem.claimOf[request], option, device);
  }

  /**
   * Whether all options of a request that could end without answer fail before they come to that:
   * an option that takes all fails at once if its first device is gone.
   */
  private boolean isSureToFail(int request) {
    for (int o = problem.optionsFrom[request]; o < problem.optionsFrom[request + 1]; o++) {
      boolean fails =
          problem.takesAll[o]
              ? problem.need[o] == 0 || !isThere(request, o, problem.all[o][0])
              : !certainty.it().isMissing(o) && !hasRoom(request, o, problem.need[o], 0);
      if (!fails) {
        return false;
      }
    }
    return true;
  }

  /** How many devices of each part its budgets allow at best. */
  static final class Packing {
    private final SearchProblem problem;
    private final Trail trail;
    private final Symmetry symmetry;

    /** For each option and part what its budgets allow; empty where budgets do not matter. */
    private final Limit[][][] limits;

    private final long[][] inPart;

    /** What one budget allows. */
    private static final class Limit {
      final int budget;

      /** Candidates that take nothing of it. */
      private final int untouched;

      /** What the cheapest one, two, three… of the others take together. */
      private final long[] sums;

      Limit(int budget, int untouched, long[] sums) {
        this.budget = budget;
        this.untouched = untouched;
        this.sums = sums;
      }

      int most(long rest) {
        int at = Arrays.binarySearch(sums, rest);
        if (at < 0) {
          return untouched - at - 1;
        }
        while (at + 1 < sums.length && sums[at + 1] == rest) {
          at++;
        }
        return untouched + at + 1;
      }
    }

    Packing(SearchProblem problem, Trail trail, Symmetry symmetry) {
      this.problem = problem;
      this.trail = trail;
      this.symmetry = symmetry;
      int parts = symmetry.kindOf.length;
      inPart = new long[parts][];
      for (int part = 0; part < parts; part++) {
        inPart[part] = Bits.none(problem.devices);
        for (int device : symmetry.devicesOf[part]) {
          Bits.add(inPart[part], device);
        }
      }
      limits = new Limit[problem.options()][parts][];
      for (int option = 0; option < limits.length; option++) {
        for (int part = 0; part < parts; part++) {
          limits[option][part] = limits(option, part);
        }
      }
    }

    private Limit[] limits(int option, int part) {
      return Arrays.stream(symmetry.budgetsOf[part])
          .filter(budget -> !problem.wide.isWide(budget))
          .mapToObj(budget -> limit(option, part, budget))
          .toArray(Limit[]::new);
    }

    private Limit limit(int option, int part, int budget) {
      var amounts =
          Arrays.stream(symmetry.devicesOf[part])
              .filter(device -> Bits.has(problem.candidates[option], device))
              .mapToLong(device -> amount(option, device, budget))
              .sorted()
              .toArray();
      int untouched = 0;
      while (untouched < amounts.length && amounts[untouched] <= 0) {
        untouched++;
      }
      var sums = Arrays.copyOfRange(amounts, untouched, amounts.length);
      for (int i = 1; i < sums.length; i++) {
        sums[i] = sums[i - 1] > Long.MAX_VALUE - sums[i] ? Long.MAX_VALUE : sums[i - 1] + sums[i];
      }
      return new Limit(budget, untouched, sums);
    }

    /** What the device takes at least: of one that is shared, others may have paid a part. */
    private long amount(int option, int device, int budget) {
      long amount = amount(problem.each[option][device], budget);
      return Bits.has(problem.shareable, device)
          ? amount
          : amount + amount(problem.once[device], budget);
    }

    private static long amount(Charge charge, int budget) {
      for (int i = 0; i < charge.budgets.length; i++) {
        if (charge.budgets[i] == budget) {
          return charge.amounts[i];
        }
      }
      return 0;
    }

    boolean holds(int option, int missing, int from) {
      if (problem.negative) {
        return true;
      }
      int most = 0;
      for (int part = 0; part < inPart.length && most < missing; part++) {
        most += most(option, part, from);
      }
      return most >= missing;
    }

    private int most(int option, int part, int from) {
      var candidates = problem.candidates[option];
      int most = 0;
      for (int i = from >>> 6; i < candidates.length; i++) {
        long word = candidates[i] & inPart[part][i] & ~trail.taken[i];
        most += Long.bitCount(i == from >>> 6 ? word & -1L << from : word);
      }
      for (var limit : limits[option][part]) {
        if (most > 0) {
          most = Math.min(most, limit.most(trail.rest[limit.budget]));
        }
      }
      return most;
    }
  }
}

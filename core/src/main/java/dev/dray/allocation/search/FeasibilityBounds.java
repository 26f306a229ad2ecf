package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import dev.dray.allocation.search.Trail.Take;
import java.util.Arrays;

/**
 * Necessary conditions for a placement that are cheap to check: where one is broken, the branch
 * holds no placement.
 *
 * <p><b>The technique</b> is bounding by relaxation, together with forward checking. Each bound
 * forgets most of the problem, until what remains can be decided quickly. If even the rest has no
 * solution, the problem has none. The bounds, in the order in which they are asked:
 *
 * <ul>
 *   <li><em>Counting</em>: the alternative has too few free candidates behind the last device. It
 *       is asked from the first step on; the others are asked only in thorough checks.
 *   <li>{@linkplain Packing <em>Packing</em>}: the budgets of the node's parts allow too few
 *       candidates. Within a part, each budget allows as many as the cheapest of them fit in.
 *   <li>{@linkplain ValueCarriers <em>Different values</em>}: the candidates carry too few values
 *       for a {@code distinctAttribute}.
 *   <li>All of these for every later request: one of its alternatives must pass.
 *   <li>{@linkplain VolumeBound <em>Volume</em>}: all requests together charge more than is left.
 *   <li>{@linkplain ValueCarriers <em>Common values</em>}: no value is carried by enough devices
 *       for all requests that a {@code matchAttribute} covers.
 *   <li>{@linkplain Assignment <em>Assignment</em>}: exclusive devices cannot be dealt out to all
 *       requests.
 * </ul>
 *
 * <p>Packing draws on the parts that {@link Symmetry} finds: devices that share a budget are in one
 * part, so what parts allow can be added up. Five partitions of 30 on two GPUs:
 *
 * <pre>{@code
 * part 0: memory 80 left, candidates of 30 30 30 30    30 + 30 <= 80 < 30 + 30 + 30: two
 * part 1: memory 40 left, candidates of 30 30 30 30    30      <= 40 < 30 + 30: one
 *                                                      three of five: cut
 * }</pre>
 *
 * <p><b>Expressions that fail.</b> A branch without placement may still hold a CEL expression that
 * fails, and then the search must come to it, because upstream's would. So bounds look only at
 * requests before the first at which that could happen ({@link Certainty}):
 *
 * <pre>{@code
 * request    0     1     2     3     4     5
 *            done  now   later later until
 *                  [   bounds look  )  an expression could fail here, bounds say nothing
 * }</pre>
 *
 * <p>If a bound is broken before {@code until}, the search could never come to the requests from
 * {@code until} on, and nothing in front of it can fail. If each alternative of the request at
 * {@code until} is sure to be rejected before it comes to an expression, the branch is cut, too.
 *
 * <p><b>Soundness.</b> A bound that is broken now stays broken in every deeper state, as taking a
 * device never makes another one easier to take (see {@link Trail}). A later request is checked as
 * if it came next, and a shareable device is charged only what each share pays, so nothing that the
 * search could find is ruled out. Packing and volume say nothing about problems in which taking a
 * device may add to a budget.
 *
 * <p><b>Cost.</b> Counting takes a few operations for every 64 devices. Packing, different values
 * and volume are about linear in candidates and requests. Common values take a pass over the
 * candidates for each value. The assignment costs most and comes last. Tables are made when they
 * are first needed.
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

  /**
   * Returns for each claim whether its alternatives could take more than {@link
   * SearchProblem#MOST_RESULTS} devices.
   */
  static boolean[] pressedClaims(SearchProblem problem) {
    int requests = problem.requests();
    var most = new long[problem.claims()];
    for (int request = 0; request < requests; request++) {
      int largest = 0;
      for (int o = problem.alternativesFrom[request];
          o < problem.alternativesFrom[request + 1];
          o++) {
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
   * Returns whether it is proven that the alternative cannot be filled from this place on with
   * devices from {@code from} on. A thorough check also asks whether all that follows can be.
   */
  boolean areBroken(int request, int alternative, int place, int from, boolean thorough) {
    int missing = problem.need[alternative] - place;
    boolean crowded = !problem.takesAll[alternative] && free(request, alternative, from) < missing;
    if (!(crowded || thorough) || certainty.it().isMissing(alternative)) {
      return false;
    }
    return crowded
        || (!problem.takesAll[alternative] && !hasRoom(request, alternative, missing, from))
        || laterAreBroken(request, alternative, missing, from);
  }

  /** Returns whether the alternative passes the bounds that concern it alone. */
  private boolean hasRoom(int request, int alternative, int missing, int from) {
    return free(request, alternative, from) >= missing
        && (problem.admin[alternative] || packing.it().holds(alternative, missing, from))
        && carriers.it().haveDifferent(trail, alternative, missing, from);
  }

  /** Returns the number of free candidates from this device on. */
  private int free(int request, int alternative, int from) {
    if (!problem.admin[alternative]) {
      return Bits.countWithout(problem.candidates[alternative], trail.taken, from);
    }
    int free = 0;
    var candidates = problem.candidates[alternative];
    for (int d = Bits.next(candidates, from); d >= 0; d = Bits.next(candidates, d + 1)) {
      free += trail.isTakenBy(problem.claimOf[request], d) ? 0 : 1;
    }
    return free;
  }

  /** Returns whether a later request, or all requests together, break a bound. */
  private boolean laterAreBroken(int request, int alternative, int missing, int from) {
    int until = certainty.it().until(request + 1);
    for (int later = request + 1; later < until; later++) {
      if (!someAlternativeHasRoom(later)) {
        return true;
      }
    }
    if (until < problem.requests() && isSureToFail(until)) {
      return true;
    }
    return !volume.it().suffices(request, alternative, missing, from, until)
        || !carriers.it().haveCommon(trail, request, alternative, missing, from, until)
        || !assignment.it().exists(request, alternative, missing, from, until);
  }

  private boolean someAlternativeHasRoom(int request) {
    for (int o = problem.alternativesFrom[request];
        o < problem.alternativesFrom[request + 1];
        o++) {
      if (problem.takesAll[o]
          ? problem.need[o] > 0 && canTakeAll(request, o)
          : hasRoom(request, o, problem.need[o], 0)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether an alternative that takes all devices, and that no constraint covers, could
   * take them in the current state; nothing is ruled out in a negative problem, in which another
   * request can add to the budgets first.
   */
  private boolean canTakeAll(int request, int alternative) {
    if (problem.negative) {
      return true;
    }
    int claim = problem.claimOf[request];
    int mark = trail.mark();
    boolean can = true;
    for (int i = 0; can && i < problem.all[alternative].length; i++) {
      int device = problem.all[alternative][i];
      can =
          isThere(request, alternative, device)
              && trail.take(claim, alternative, device) == Take.TAKEN;
    }
    trail.rollbackTo(mark);
    return can;
  }

  /** Returns whether the device is a candidate that is not in use. */
  private boolean isThere(int request, int alternative, int device) {
    return Bits.has(problem.candidates[alternative], device)
        && !trail.inUse(problem.claimOf[request], alternative, device);
  }

  /**
   * Returns whether all alternatives of a request at which an expression could fail are rejected
   * before the search comes to the expression: an alternative that takes all devices is rejected at
   * once if its first device is gone.
   */
  private boolean isSureToFail(int request) {
    for (int o = problem.alternativesFrom[request];
        o < problem.alternativesFrom[request + 1];
        o++) {
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

  /** A bound on how many devices the budgets of each part allow, added up over all parts. */
  static final class Packing {
    private final SearchProblem problem;
    private final Trail trail;
    private final Symmetry symmetry;

    /** The limits for each alternative and part, one for each budget that is not wide. */
    private final Limit[][][] limits;

    /** The devices of each part. */
    private final long[][] inPart;

    /** The number of candidates that one budget allows. */
    private static final class Limit {
      final int budget;

      /** The number of candidates that charge nothing to the budget. */
      private final int untouched;

      /** The sums that the cheapest one, two, three… of the other candidates charge together. */
      private final long[] sums;

      Limit(int budget, int untouched, long[] sums) {
        this.budget = budget;
        this.untouched = untouched;
        this.sums = sums;
      }

      /** Returns the most candidates for which this rest of the budget can suffice. */
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
      limits = new Limit[problem.alternatives()][parts][];
      for (int alternative = 0; alternative < limits.length; alternative++) {
        for (int part = 0; part < parts; part++) {
          limits[alternative][part] = limits(alternative, part);
        }
      }
    }

    private Limit[] limits(int alternative, int part) {
      return Arrays.stream(symmetry.budgetsOf[part])
          .filter(budget -> !problem.wide.isWide(budget))
          .mapToObj(budget -> limit(alternative, part, budget))
          .toArray(Limit[]::new);
    }

    private Limit limit(int alternative, int part, int budget) {
      var amounts =
          Arrays.stream(symmetry.devicesOf[part])
              .filter(device -> Bits.has(problem.candidates[alternative], device))
              .mapToLong(device -> amount(alternative, device, budget))
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

    /** Returns the least that the device charges: another share may have paid a part. */
    private long amount(int alternative, int device, int budget) {
      long amount = amount(problem.each[alternative][device], budget);
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

    /** Returns whether the parts may allow as many devices as are missing. */
    boolean holds(int alternative, int missing, int from) {
      if (problem.negative) {
        return true;
      }
      int most = 0;
      for (int part = 0; part < inPart.length && most < missing; part++) {
        most += most(alternative, part, from);
      }
      return most >= missing;
    }

    private int most(int alternative, int part, int from) {
      var candidates = problem.candidates[alternative];
      int most = 0;
      for (int i = from >>> 6; i < candidates.length; i++) {
        long word = candidates[i] & inPart[part][i] & ~trail.taken[i];
        most += Long.bitCount(i == from >>> 6 ? word & -1L << from : word);
      }
      for (var limit : limits[alternative][part]) {
        if (most > 0) {
          most = Math.min(most, limit.most(trail.rest[limit.budget]));
        }
      }
      return most;
    }
  }
}

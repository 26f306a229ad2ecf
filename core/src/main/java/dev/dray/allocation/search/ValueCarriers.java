package dev.dray.allocation.search;

import java.util.Arrays;
import java.util.IdentityHashMap;

/**
 * The devices that carry each attribute value, and bounds on constraints by counting them.
 *
 * <p>Two bounds are necessary conditions in the sense of {@link FeasibilityBounds}. For {@code
 * distinctAttribute} it is the pigeonhole principle: with fewer different values among the free
 * candidates than devices missing, two devices would have to share one. For {@code matchAttribute},
 * some single value must be carried by enough free devices for all requests that have to share it.
 *
 * <pre>{@code
 * matchAttribute rack, 4 devices missing      rack A: gpu-0 gpu-1 gpu-2
 *                                             rack B: gpu-3 gpu-4 gpu-5    none has 4: cut
 * }</pre>
 *
 * <p>Of a list of values one stands for the list in the first bound: lists without a common value
 * differ in it, too, so counting it never counts too few. In the second bound a device carries
 * every value of its list. Requests are counted together only as far as their devices are
 * exclusive, and alternatives by the most modest one.
 */
final class ValueCarriers {
  /** The most words of the carriers of a column; beyond it nothing is proven of common values. */
  private static final int MOST_WORDS = 1 << 21;

  private final SearchProblem problem;
  private final boolean tooMany;

  /** For each column of values the carriers of each value; columns are often shared. */
  private final IdentityHashMap<int[], long[][]> byColumn = new IdentityHashMap<>();

  /** For each value the stamp of the count in which it was last seen. */
  private final int[] seen;

  private int stamp;

  ValueCarriers(SearchProblem problem) {
    this.problem = problem;
    tooMany = (long) problem.elements * problem.shareable.length > MOST_WORDS;
    seen = new int[problem.elements];
  }

  private long[][] carriers(int constraint, int alternative) {
    return byColumn.computeIfAbsent(problem.values[constraint][alternative], this::carriers);
  }

  private long[][] carriers(int[] values) {
    var carriers = new long[problem.elements][];
    Arrays.setAll(carriers, _ -> Bits.none(problem.devices));
    for (int device = 0; device < values.length; device++) {
      if (values[device] >= 0) {
        for (int element : problem.valueSets.elements(values[device])) {
          Bits.add(carriers[element], device);
        }
      }
    }
    return carriers;
  }

  /** Returns whether each {@code distinctAttribute} may leave enough values to the alternative. */
  boolean haveDifferent(Trail trail, int alternative, int missing, int from) {
    for (int constraint : problem.covering[alternative]) {
      if (problem.distinct[constraint]
          && !haveDifferent(trail, constraint, alternative, missing, from)) {
        return false;
      }
    }
    return true;
  }

  private boolean haveDifferent(
      Trail trail, int constraint, int alternative, int missing, int from) {
    var values = problem.values[constraint][alternative];
    var candidates = problem.candidates[alternative];
    stamp++;
    int different = 0;
    for (int d = Bits.next(candidates, from); d >= 0; d = Bits.next(candidates, d + 1)) {
      if (Bits.has(trail.taken, d) && !problem.admin[alternative]) {
        continue;
      }
      if (values[d] < 0) {
        different += values[d] == SearchProblem.INCOMPARABLE ? 1 : 0;
        continue;
      }
      // A list is represented by one of its values: lists that share it exclude each other, too.
      int element = problem.valueSets.elements(values[d])[0];
      if (seen[element] != stamp && !trail.isUsed(constraint, element)) {
        seen[element] = stamp;
        different++;
      }
    }
    return different >= missing;
  }

  /**
   * Returns whether each {@code matchAttribute} may find a value that enough devices carry: for
   * what is missing of the alternative, and for those later requests of its claim all of whose
   * alternatives the constraint covers.
   */
  boolean haveCommon(Trail trail, int request, int alternative, int missing, int from, int until) {
    if (tooMany) {
      return true;
    }
    for (int constraint = 0; constraint < problem.distinct.length; constraint++) {
      if (!problem.distinct[constraint]
          && covers(constraint, alternative)
          && !haveCommon(trail, constraint, request, alternative, missing, from, until)) {
        return false;
      }
    }
    return true;
  }

  private boolean covers(int constraint, int alternative) {
    for (int covering : problem.covering[alternative]) {
      if (covering == constraint) {
        return true;
      }
    }
    return false;
  }

  private boolean haveCommon(
      Trail trail, int constraint, int request, int alternative, int missing, int from, int until) {
    int common = trail.match[constraint];
    if (common < 0) {
      // A device with a value of no comparable type may still be taken, but only as the only one.
      return missing + laterNeed(constraint, request, until) <= 1
          || anyElement(trail, constraint, request, alternative, missing, from, until);
    }
    for (int element : problem.valueSets.elements(common)) {
      if (isCarried(trail, constraint, element, request, alternative, missing, from, until)) {
        return true;
      }
    }
    return false;
  }

  private int laterNeed(int constraint, int request, int until) {
    int need = 0;
    for (int later = request + 1; later < until && sameClaim(request, later); later++) {
      need += coversAll(constraint, later) ? problem.leastNeed(later) : 0;
    }
    return need;
  }

  private boolean sameClaim(int request, int later) {
    return problem.claimOf[request] == problem.claimOf[later];
  }

  private boolean coversAll(int constraint, int request) {
    for (int o = problem.alternativesFrom[request];
        o < problem.alternativesFrom[request + 1];
        o++) {
      if (!covers(constraint, o)) {
        return false;
      }
    }
    return true;
  }

  private boolean anyElement(
      Trail trail, int constraint, int request, int alternative, int missing, int from, int until) {
    for (int element = 0; element < problem.elements; element++) {
      if (isCarried(trail, constraint, element, request, alternative, missing, from, until)) {
        return true;
      }
    }
    return false;
  }

  private boolean isCarried(
      Trail trail,
      int constraint,
      int element,
      int request,
      int alternative,
      int missing,
      int from,
      int until) {
    var carrying = carriers(constraint, alternative)[element];
    if (free(trail, alternative, carrying, from) < missing) {
      return false;
    }
    // An exclusive device serves one request only, so all requests together need enough of them.
    var together = Bits.none(problem.devices);
    int exclusive = isExclusive(alternative, carrying) ? missing : 0;
    if (exclusive > 0) {
      addFree(trail, alternative, carrying, from, together);
    }
    for (int later = request + 1; later < until && sameClaim(request, later); later++) {
      if (coversAll(constraint, later)) {
        int own = exclusiveNeed(trail, constraint, element, later, together);
        if (own < 0) {
          return false;
        }
        exclusive += own;
      }
    }
    return exclusive <= Bits.count(together);
  }

  /**
   * Returns how many exclusive devices the request needs at least, or -1 if it cannot have enough.
   * Its free devices are added to the set.
   */
  private int exclusiveNeed(
      Trail trail, int constraint, int element, int request, long[] together) {
    int least = Integer.MAX_VALUE;
    boolean possible = false;
    for (int o = problem.alternativesFrom[request];
        o < problem.alternativesFrom[request + 1];
        o++) {
      var carrying = carriers(constraint, o)[element];
      possible |= free(trail, o, carrying, 0) >= problem.need[o];
      least = Math.min(least, isExclusive(o, carrying) ? problem.need[o] : 0);
      addFree(trail, o, carrying, 0, together);
    }
    return possible ? least : -1;
  }

  /** Returns whether no two requests can have the same one of the candidates with the value. */
  private boolean isExclusive(int alternative, long[] carrying) {
    if (problem.admin[alternative]) {
      return false;
    }
    var candidates = problem.candidates[alternative];
    for (int i = 0; i < candidates.length; i++) {
      if ((candidates[i] & carrying[i] & problem.shareable[i]) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the number of free candidates from a device on that carry the value. */
  private int free(Trail trail, int alternative, long[] carrying, int from) {
    var candidates = problem.candidates[alternative];
    int count = 0;
    for (int i = from >>> 6; i < candidates.length; i++) {
      long word =
          candidates[i] & carrying[i] & (problem.admin[alternative] ? -1L : ~trail.taken[i]);
      count += Long.bitCount(i == from >>> 6 ? word & -1L << from : word);
    }
    return count;
  }

  /** Adds the free candidates from a device on that carry the value to the set. */
  private void addFree(Trail trail, int alternative, long[] carrying, int from, long[] together) {
    var candidates = problem.candidates[alternative];
    for (int i = from >>> 6; i < candidates.length; i++) {
      long word = candidates[i] & carrying[i] & ~trail.taken[i];
      together[i] |= i == from >>> 6 ? word & -1L << from : word;
    }
  }
}

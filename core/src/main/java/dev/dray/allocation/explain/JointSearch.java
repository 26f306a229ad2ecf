package dev.dray.allocation.explain;

import dev.dray.allocation.search.Pruning;
import dev.dray.allocation.search.Search;
import dev.dray.allocation.search.SearchProblem;
import dev.dray.allocation.search.SubProblem;
import dev.dray.allocation.search.SubProblem.Given;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The searches that find which requests do not fit together, and how far an attempt gets.
 *
 * <p>If some requests fit together, any subset of them fits, too. So bisection finds the first
 * request that fails, the last one before it that makes it fail, and the most devices that it could
 * have.
 */
final class JointSearch {
  private static final long MOST_STEPS = 20_000;

  private final SearchProblem problem;
  private boolean undecided;

  JointSearch(SearchProblem problem) {
    this.problem = problem;
  }

  /** A run of requests of which all but the last fit together. */
  record Conflict(int first, int last) {
    boolean isAlone() {
      return first == last;
    }
  }

  /**
   * The progress of an alternative of the last request.
   *
   * @param given the devices of the requests from the first to the last, which has fewer than it
   *     needs and is missing if it has none
   */
  record Progress(int alternative, List<Given> given) {}

  /**
   * Returns the conflict, given that all requests together do not fit; empty if it takes too long.
   */
  Optional<Conflict> conflict() {
    int fits = 0;
    int fails = problem.requests();
    while (fails - fits > 1) {
      int middle = (fits + fails) >>> 1;
      if (fits(SubProblem.of(problem, 0, middle))) {
        fits = middle;
      } else {
        fails = middle;
      }
    }
    int last = fails - 1;
    int first = 0;
    int tooFew = fails;
    while (tooFew - first > 1) {
      int middle = (first + tooFew) >>> 1;
      if (fits(SubProblem.of(problem, middle, fails))) {
        tooFew = middle;
      } else {
        first = middle;
      }
    }
    return undecided ? Optional.empty() : Optional.of(new Conflict(first, last));
  }

  private boolean fits(SubProblem subProblem) {
    return solve(subProblem).end() == Search.End.PLACED;
  }

  private Search.Result solve(SubProblem subProblem) {
    var result = new Search(subProblem.problem(), Pruning.Skills.ALL, () -> false).run(MOST_STEPS);
    undecided |= result.end() == Search.End.UNDECIDED;
    return result;
  }

  /** Returns the progress of each alternative of the last request. */
  List<Progress> progress(Conflict conflict) {
    var all = new ArrayList<Progress>();
    int last = conflict.last();
    for (int alternative = problem.alternativesFrom[last];
        alternative < problem.alternativesFrom[last + 1];
        alternative++) {
      all.add(progress(conflict, alternative));
    }
    return all;
  }

  private Progress progress(Conflict conflict, int alternative) {
    int fits = 0;
    int fails = Math.max(1, problem.need[alternative]);
    while (fails - fits > 1) {
      int middle = (fits + fails) >>> 1;
      if (fits(with(conflict, alternative, middle))) {
        fits = middle;
      } else {
        fails = middle;
      }
    }
    var subProblem = with(conflict, alternative, fits);
    var placed = solve(subProblem);
    return new Progress(
        alternative, placed.end() == Search.End.PLACED ? subProblem.given(placed) : List.of());
  }

  private SubProblem with(Conflict conflict, int alternative, int need) {
    return SubProblem.of(problem, conflict.first(), conflict.last(), alternative, need);
  }
}

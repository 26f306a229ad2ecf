package dev.dray.allocation.search;

/**
 * The requests at which a search could end because an expression fails or a constraint rejects a
 * device of "all".
 *
 * <p>Such an end is a result of its own, which upstream's search would come to as well. So proofs
 * that there is no placement must not cut a branch in which the search could end that way; they
 * consider only alternatives and requests that are <em>certain</em>.
 */
final class Certainty {
  private final SearchProblem problem;

  /** For each alternative whether a search that tries it could end that way. */
  private final boolean[] uncertain;

  /** For each request the first one, from it on, at which the search could end that way. */
  private final int[] certainUntil;

  /** True if no alternative counts as certain. */
  private final boolean silent;

  Certainty(SearchProblem problem) {
    this.problem = problem;
    uncertain = new boolean[problem.alternatives()];
    for (int alternative = 0; alternative < uncertain.length; alternative++) {
      uncertain[alternative] = isUncertain(alternative);
    }
    certainUntil = certainUntil();
    // A claim that would get too many devices ends some attempts early, and with them the way to an
    // expression that fails. Only the search without bounds follows that.
    silent = certainUntil[0] < problem.requests() && anyPressed(problem);
  }

  private static boolean anyPressed(SearchProblem problem) {
    for (boolean pressed : FeasibilityBounds.pressedClaims(problem)) {
      if (pressed) {
        return true;
      }
    }
    return false;
  }

  private boolean isUncertain(int alternative) {
    return !Bits.isEmpty(problem.failing[alternative])
        || (problem.takesAll[alternative] && problem.covering[alternative].length > 0)
        || hasUntold(alternative);
  }

  private boolean hasUntold(int alternative) {
    for (int constraint : problem.covering[alternative]) {
      var values = problem.values[constraint][alternative];
      var candidates = problem.candidates[alternative];
      for (int d = Bits.next(candidates, 0); d >= 0; d = Bits.next(candidates, d + 1)) {
        if (values[d] == SearchProblem.UNTOLD) {
          return true;
        }
      }
    }
    return false;
  }

  private int[] certainUntil() {
    int requests = problem.requests();
    var until = new int[requests + 1];
    until[requests] = requests;
    for (int request = requests - 1; request >= 0; request--) {
      until[request] = anyUncertain(request) ? request : until[request + 1];
    }
    return until;
  }

  private boolean anyUncertain(int request) {
    for (int o = problem.alternativesFrom[request];
        o < problem.alternativesFrom[request + 1];
        o++) {
      if (uncertain[o]) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether the search could end that way while it fills the alternative, so that proofs
   * say nothing about it.
   */
  boolean isMissing(int alternative) {
    return silent || uncertain[alternative];
  }

  /**
   * Returns the first request, from this one on, at which the search could end that way, or the
   * number of requests.
   */
  int until(int request) {
    return certainUntil[request];
  }
}

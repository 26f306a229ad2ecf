package dev.dray.allocation.search;

/** At which requests a search could end without answer. */
final class Certainty {
  private final SearchProblem problem;

  /** For each option whether a search that tries it could end without answer. */
  private final boolean[] uncertain;

  /** The first request at or after each at which the search could end without answer. */
  private final int[] certainUntil;

  private final boolean silent;

  Certainty(SearchProblem problem) {
    this.problem = problem;
    uncertain = new boolean[problem.options()];
    for (int option = 0; option < uncertain.length; option++) {
      uncertain[option] = isUncertain(option);
    }
    certainUntil = certainUntil();
    // A claim that would get too many devices ends some tries early, and with them the way to an
    // expression without answer. Only the plain search follows that.
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

  private boolean isUncertain(int option) {
    return !Bits.isEmpty(problem.failing[option])
        || (problem.takesAll[option] && problem.covering[option].length > 0)
        || hasUntold(option);
  }

  private boolean hasUntold(int option) {
    for (int constraint : problem.covering[option]) {
      var values = problem.values[constraint][option];
      var candidates = problem.candidates[option];
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
    for (int o = problem.optionsFrom[request]; o < problem.optionsFrom[request + 1]; o++) {
      if (uncertain[o]) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the search could end without answer while it fills the option, so bounds say nothing.
   */
  boolean isMissing(int option) {
    return silent || uncertain[option];
  }

  /** The first request from this one on at which the search could end without answer. */
  int until(int request) {
    return certainUntil[request];
  }
}

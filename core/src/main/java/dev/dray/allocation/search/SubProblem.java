package dev.dray.allocation.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A search problem with some requests of another one, to find out which of them are too many. */
public final class SubProblem {
  private final SearchProblem problem;

  /** The number in the whole problem of each alternative of this one. */
  private final int[] alternatives;

  private SubProblem(SearchProblem problem, int[] alternatives) {
    this.problem = problem;
    this.alternatives = alternatives;
  }

  public SearchProblem problem() {
    return problem;
  }

  /** Returns the problem with the requests from one to before another. */
  public static SubProblem of(SearchProblem whole, int from, int to) {
    return of(
        whole,
        IntStream.range(from, to).toArray(),
        IntStream.range(whole.alternativesFrom[from], whole.alternativesFrom[to]).toArray());
  }

  /**
   * Returns the problem with the requests from one to the last, of which it has this alternative
   * alone, with this need. If the need is 0, it is without the last request.
   */
  public static SubProblem of(SearchProblem whole, int from, int last, int alternative, int need) {
    if (need == 0) {
      return of(whole, from, last);
    }
    int[] alternatives =
        IntStream.concat(
                IntStream.range(whole.alternativesFrom[from], whole.alternativesFrom[last]),
                IntStream.of(alternative))
            .toArray();
    var subProblem = of(whole, IntStream.rangeClosed(from, last).toArray(), alternatives);
    int end = alternatives.length - 1;
    subProblem.problem().need[end] = need;
    if (whole.takesAll[alternative]) {
      subProblem.problem().all[end] = Arrays.copyOf(whole.all[alternative], need);
    }
    return subProblem;
  }

  private static SubProblem of(SearchProblem whole, int[] requests, int[] alternatives) {
    var to = whole.copy();
    to.claimOf = Arrays.stream(requests).map(it -> whole.claimOf[it]).toArray();
    to.alternativesFrom = alternativesFrom(whole, requests, alternatives.length);
    to.need = Arrays.stream(alternatives).map(it -> whole.need[it]).toArray();
    to.all = picked(whole.all, alternatives);
    to.takesAll = picked(whole.takesAll, alternatives);
    to.admin = picked(whole.admin, alternatives);
    to.candidates = picked(whole.candidates, alternatives);
    to.failing = picked(whole.failing, alternatives);
    to.each = picked(whole.each, alternatives);
    to.covering = picked(whole.covering, alternatives);
    to.values =
        Arrays.stream(whole.values).map(it -> picked(it, alternatives)).toArray(int[][][]::new);
    return new SubProblem(to, alternatives);
  }

  /** Returns the first alternative of each request; all but the last have all alternatives. */
  private static int[] alternativesFrom(SearchProblem whole, int[] requests, int alternatives) {
    var from = new int[requests.length + 1];
    for (int i = 1; i < requests.length; i++) {
      int before = requests[i - 1];
      from[i] = from[i - 1] + whole.alternativesFrom[before + 1] - whole.alternativesFrom[before];
    }
    from[requests.length] = alternatives;
    return from;
  }

  private static <T> T[] picked(T[] all, int[] alternatives) {
    var picked = Arrays.copyOf(all, alternatives.length);
    for (int i = 0; i < alternatives.length; i++) {
      picked[i] = all[alternatives[i]];
    }
    return picked;
  }

  private static boolean[] picked(boolean[] all, int[] alternatives) {
    var picked = new boolean[alternatives.length];
    for (int i = 0; i < alternatives.length; i++) {
      picked[i] = all[alternatives[i]];
    }
    return picked;
  }

  /** The devices that a placement of the sub-problem gives to an alternative of the whole. */
  public record Given(int alternative, List<Integer> devices) {}

  /** Returns the devices that each request was given, by its alternative in the whole problem. */
  public List<Given> given(Search.Result placed) {
    var given = new ArrayList<Given>();
    int at = 0;
    for (int alternative : placed.alternatives()) {
      int end = at + problem.need[alternative];
      given.add(new Given(alternatives[alternative], placed.devices().subList(at, end)));
      at = end;
    }
    return given;
  }
}

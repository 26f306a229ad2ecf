package dev.dray.allocation.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A search problem with some requests of another one, to find out which of them are too many. */
public final class SubProblem {
  private final SearchProblem problem;

  /** The number in the whole problem of each alternative of this one. */
  private final int[] options;

  private SubProblem(SearchProblem problem, int[] options) {
    this.problem = problem;
    this.options = options;
  }

  public SearchProblem problem() {
    return problem;
  }

  /** Returns the problem with the requests from one to before another. */
  public static SubProblem of(SearchProblem whole, int from, int to) {
    return of(
        whole,
        IntStream.range(from, to).toArray(),
        IntStream.range(whole.optionsFrom[from], whole.optionsFrom[to]).toArray());
  }

  /**
   * Returns the problem with the requests from one to the last, of which it has this alternative
   * alone, with this need. If the need is 0, it is without the last request.
   */
  public static SubProblem of(SearchProblem whole, int from, int last, int option, int need) {
    if (need == 0) {
      return of(whole, from, last);
    }
    int[] options =
        IntStream.concat(
                IntStream.range(whole.optionsFrom[from], whole.optionsFrom[last]),
                IntStream.of(option))
            .toArray();
    var subProblem = of(whole, IntStream.rangeClosed(from, last).toArray(), options);
    int end = options.length - 1;
    subProblem.problem().need[end] = need;
    if (whole.takesAll[option]) {
      subProblem.problem().all[end] = Arrays.copyOf(whole.all[option], need);
    }
    return subProblem;
  }

  private static SubProblem of(SearchProblem whole, int[] requests, int[] options) {
    var to = new SearchProblemBuilder();
    to.devices = whole.devices;
    to.shareable = whole.shareable;
    to.charged = whole.charged;
    to.claimOf = Arrays.stream(requests).map(it -> whole.claimOf[it]).toArray();
    to.optionsFrom = optionsFrom(whole, requests, options.length);
    to.need = Arrays.stream(options).map(it -> whole.need[it]).toArray();
    to.all = picked(whole.all, options);
    to.takesAll = picked(whole.takesAll, options);
    to.admin = picked(whole.admin, options);
    to.candidates = picked(whole.candidates, options);
    to.failing = picked(whole.failing, options);
    to.rest = whole.rest;
    to.wide = whole.wide;
    to.capacitiesFrom = whole.capacitiesFrom;
    to.once = whole.once;
    to.each = picked(whole.each, options);
    to.scopesOf = whole.scopesOf;
    to.groupsOf = whole.groupsOf;
    to.scopeState = whole.scopeState;
    to.groups = whole.groups;
    to.distinct = whole.distinct;
    to.covering = picked(whole.covering, options);
    to.values = Arrays.stream(whole.values).map(it -> picked(it, options)).toArray(int[][][]::new);
    to.valueSets = whole.valueSets;
    to.elements = whole.elements;
    to.negative = whole.negative;
    return new SubProblem(to.build(), options);
  }

  /** Returns the first alternative of each request; all but the last have all alternatives. */
  private static int[] optionsFrom(SearchProblem whole, int[] requests, int options) {
    var from = new int[requests.length + 1];
    for (int i = 1; i < requests.length; i++) {
      int before = requests[i - 1];
      from[i] = from[i - 1] + whole.optionsFrom[before + 1] - whole.optionsFrom[before];
    }
    from[requests.length] = options;
    return from;
  }

  private static <T> T[] picked(T[] all, int[] options) {
    var picked = Arrays.copyOf(all, options.length);
    for (int i = 0; i < options.length; i++) {
      picked[i] = all[options[i]];
    }
    return picked;
  }

  private static boolean[] picked(boolean[] all, int[] options) {
    var picked = new boolean[options.length];
    for (int i = 0; i < options.length; i++) {
      picked[i] = all[options[i]];
    }
    return picked;
  }

  /** The devices that a placement of the sub-problem gives to an alternative of the whole. */
  public record Given(int option, List<Integer> devices) {}

  /** Returns the devices that each request was given, by its alternative in the whole problem. */
  public List<Given> given(Search.Result placed) {
    var given = new ArrayList<Given>();
    int at = 0;
    for (int option : placed.options()) {
      int end = at + problem.need[option];
      given.add(new Given(options[option], placed.devices().subList(at, end)));
      at = end;
    }
    return given;
  }
}

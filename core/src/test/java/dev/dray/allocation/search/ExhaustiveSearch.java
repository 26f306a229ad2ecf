package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The reference for {@link Search} and {@link Trail}: plain recursion that tries everything in the
 * order that decides, on a state of collections that is copied before each device.
 */
final class ExhaustiveSearch {
  private enum Outcome {
    /** The search is over; {@link #result} tells how. */
    OVER,
    NOTHING,
    /** All that was tried would have given the claim too many devices. */
    EXCEEDED
  }

  private final SearchProblem problem;
  private final Function<Long, BigInteger> wide;
  private final List<Integer> alternatives = new ArrayList<>();
  private final List<Integer> devices = new ArrayList<>();
  private Search.@Nullable Result result;

  /**
   * @param wide the amounts of wide budgets by their numbers
   */
  private ExhaustiveSearch(SearchProblem problem, Function<Long, BigInteger> wide) {
    this.problem = problem;
    this.wide = wide;
  }

  static Search.Result of(SearchProblem problem) {
    return of(problem, BigInteger::valueOf);
  }

  static Search.Result of(SearchProblem problem, Function<Long, BigInteger> wide) {
    var search = new ExhaustiveSearch(problem, wide);
    search.request(0, 0, search.new State());
    var result = search.result;
    return result == null ? search.end(Search.End.NOTHING_FITS, -1, -1) : result;
  }

  private Search.Result end(Search.End end, int alternative, int device) {
    boolean placed = end == Search.End.PLACED;
    return new Search.Result(
        end,
        placed ? List.copyOf(alternatives) : List.of(),
        placed ? List.copyOf(devices) : List.of(),
        alternative,
        device);
  }

  private Outcome over(Search.End end, int alternative, int device) {
    result = end(end, alternative, device);
    return Outcome.OVER;
  }

  private boolean isFirstOfClaim(int request) {
    return request == 0 || problem.claimOf[request] != problem.claimOf[request - 1];
  }

  /**
   * @param before how many devices the claim of the request before has
   */
  private Outcome request(int request, int before, State state) {
    if (request == problem.claimOf.length) {
      return over(Search.End.PLACED, -1, -1);
    }
    int had = isFirstOfClaim(request) ? 0 : before;
    int first = problem.alternativesFrom[request];
    int end = problem.alternativesFrom[request + 1];
    boolean exceeded = true;
    for (int alternative = first; alternative < end; alternative++) {
      int need = problem.need[alternative];
      if (had + need <= 32) {
        alternatives.add(alternative);
        var outcome = alternative(request, alternative, 0, 0, had, state);
        if (outcome == Outcome.OVER) {
          return outcome;
        }
        alternatives.removeLast();
        exceeded &= outcome == Outcome.EXCEEDED;
      }
    }
    return exceeded && !isFirstOfClaim(request) ? Outcome.EXCEEDED : Outcome.NOTHING;
  }

  private Outcome alternative(
      int request, int alternative, int place, int from, int had, State state) {
    if (problem.takesAll[alternative] && problem.need[alternative] == 0) {
      return Outcome.NOTHING;
    }
    if (place == problem.need[alternative]) {
      return request(request + 1, had + place, state);
    }
    if (problem.takesAll[alternative]) {
      int device = problem.all[alternative][place];
      return Bits.has(problem.candidates[alternative], device)
          ? device(request, alternative, place, device, had, state)
          : Outcome.NOTHING;
    }
    for (int device = from; device < problem.devices; device++) {
      if (Bits.has(problem.candidates[alternative], device)
          || Bits.has(problem.failing[alternative], device)) {
        var outcome = device(request, alternative, place, device, had, state);
        if (outcome != Outcome.NOTHING) {
          return outcome;
        }
      }
    }
    return Outcome.NOTHING;
  }

  private Outcome device(
      int request, int alternative, int place, int device, int had, State before) {
    int claim = problem.claimOf[request];
    if (before.isInUse(claim, alternative, device)) {
      return Outcome.NOTHING;
    }
    if (Bits.has(problem.failing[alternative], device)) {
      return over(Search.End.FAILED, alternative, device);
    }
    var state = new State(before);
    switch (state.take(claim, alternative, device)) {
      case TAKEN -> {}
      case REJECTED -> {
        return Outcome.NOTHING;
      }
      case FAILED -> {
        return over(Search.End.FAILED, alternative, device);
      }
      case CONSTRAINT_AGAINST_ALL -> {
        return over(Search.End.CONSTRAINT_AGAINST_ALL, alternative, device);
      }
    }
    devices.add(device);
    var outcome = alternative(request, alternative, place + 1, device + 1, had, state);
    if (outcome != Outcome.OVER) {
      devices.removeLast();
    }
    return outcome;
  }

  /** Everything taken so far. */
  private final class State {
    private final List<Set<Integer>> takenBy = new ArrayList<>();
    private final Set<Integer> charged = new HashSet<>();
    private final List<BigInteger> rest = new ArrayList<>();
    private final Map<Integer, Set<Integer>> groups = new HashMap<>();
    private final Set<Integer> blocked = new HashSet<>();
    private final Map<Integer, Set<Integer>> common = new HashMap<>();
    private final Map<Integer, Set<Integer>> used = new HashMap<>();

    State() {
      for (int claim = 0; claim < problem.claims(); claim++) {
        takenBy.add(Set.of());
      }
      for (int budget = 0; budget < problem.rest.length; budget++) {
        rest.add(amount(budget, problem.rest[budget]));
      }
      for (int scope = 0; scope < problem.scopeState.length; scope++) {
        if (problem.scopeState[scope] == SearchProblem.BLOCKED) {
          blocked.add(scope);
        } else if (problem.scopeState[scope] != SearchProblem.NO_MEMBERS) {
          groups.put(scope, elements(problem.groups, problem.scopeState[scope]));
        }
      }
      for (int device = 0; device < problem.devices; device++) {
        if (Bits.has(problem.charged, device)) {
          charged.add(device);
        }
      }
    }

    State(State other) {
      takenBy.addAll(other.takenBy);
      charged.addAll(other.charged);
      rest.addAll(other.rest);
      groups.putAll(other.groups);
      blocked.addAll(other.blocked);
      common.putAll(other.common);
      used.putAll(other.used);
    }

    private BigInteger amount(int budget, long amount) {
      return problem.wide.isWide(budget) ? wide.apply(amount) : BigInteger.valueOf(amount);
    }

    private static Set<Integer> elements(SetTable table, int set) {
      return Arrays.stream(table.elements(set)).boxed().collect(Collectors.toSet());
    }

    private static Set<Integer> both(Set<Integer> one, Set<Integer> two) {
      var both = new TreeSet<>(one);
      both.retainAll(two);
      return both;
    }

    boolean isInUse(int claim, int alternative, int device) {
      return problem.admin[alternative]
          ? takenBy.get(claim).contains(device)
          : takenBy.stream().anyMatch(it -> it.contains(device));
    }

    Trail.Take take(int claim, int alternative, int device) {
      boolean all = problem.takesAll[alternative];
      boolean pays = !problem.admin[alternative];
      var each = problem.each[alternative][device];
      int counters = problem.capacitiesFrom;
      if (pays
          && !((charged.contains(device)
                  || (joins(device) && charges(problem.once[device], 0, Integer.MAX_VALUE)))
              && charges(each, 0, all ? counters : Integer.MAX_VALUE))) {
        return Trail.Take.REJECTED;
      }
      for (int constraint : problem.covering[alternative]) {
        int value = problem.values[constraint][alternative][device];
        if (value == SearchProblem.UNTOLD) {
          return Trail.Take.FAILED;
        }
        if (!admits(constraint, value)) {
          return all ? Trail.Take.CONSTRAINT_AGAINST_ALL : Trail.Take.REJECTED;
        }
      }
      if (pays && all && !charges(each, counters, Integer.MAX_VALUE)) {
        return Trail.Take.REJECTED;
      }
      if (!Bits.has(problem.shareable, device)) {
        var taken = new TreeSet<>(takenBy.get(claim));
        taken.add(device);
        takenBy.set(claim, taken);
      } else if (pays) {
        charged.add(device);
      }
      return Trail.Take.TAKEN;
    }

    private boolean joins(int device) {
      for (int i = 0; i < problem.scopesOf[device].length; i++) {
        int scope = problem.scopesOf[device][i];
        var own = elements(problem.groups, problem.groupsOf[device][i]);
        var there = groups.get(scope);
        if (blocked.contains(scope)) {
          return false;
        }
        if (there == null) {
          groups.put(scope, own);
        } else if (!there.isEmpty() || !own.isEmpty()) {
          groups.put(scope, both(there, own));
          if (both(there, own).isEmpty()) {
            return false;
          }
        }
      }
      return true;
    }

    /** Charges the budgets within these numbers. */
    private boolean charges(Charge charge, int from, int to) {
      for (int i = 0; i < charge.budgets.length; i++) {
        int budget = charge.budgets[i];
        if (from <= budget && budget < to) {
          var left = rest.get(budget).subtract(amount(budget, charge.amounts[i]));
          if (left.signum() < 0) {
            return false;
          }
          rest.set(budget, left);
        }
      }
      return true;
    }

    private boolean admits(int constraint, int value) {
      if (value == SearchProblem.MISSING) {
        return false;
      }
      var values =
          value == SearchProblem.INCOMPARABLE
              ? Set.<Integer>of()
              : elements(problem.valueSets, value);
      var known = problem.distinct[constraint] ? used : common;
      var before = known.get(constraint);
      if (before == null) {
        known.put(constraint, values);
        return true;
      }
      if (problem.distinct[constraint]) {
        var together = new TreeSet<>(before);
        together.addAll(values);
        known.put(constraint, together);
        return !values.isEmpty() && both(before, values).isEmpty();
      }
      known.put(constraint, both(before, values));
      return !both(before, values).isEmpty();
    }
  }
}

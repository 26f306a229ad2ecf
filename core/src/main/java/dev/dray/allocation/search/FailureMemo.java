package dev.dray.allocation.search;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * A memory of the states from which a search has found nothing.
 *
 * <p><b>The technique.</b> Games call it a <em>transposition table</em>, constraint solvers a store
 * of <em>nogoods</em>: different decisions can lead to states with the same future, and that future
 * needs to be searched only once. Before a place is entered its state is looked up, and when a
 * place is left without success its state is stored.
 *
 * <pre>{@code
 * request 0 takes a, request 1 takes b --+
 *                                        +--> request 2 with a and b gone: searched once
 * request 0 takes b, request 1 takes a --+
 *
 * request 0 takes c, request 1 takes d  ----> skipped as well, if the parts of c and d are of the
 *                                             same kinds as those of a and b: the key is the same
 * }</pre>
 *
 * <p><b>The key</b> is the state as the rest of the search can observe it, and no more, so that
 * many states have the same key:
 *
 * <ul>
 *   <li>the alternative and the place to be filled; the number of devices that the claim has, if
 *       its limit can matter;
 *   <li>constraints that cover the current alternative or a later request, with the values used or
 *       still in common;
 *   <li>each {@linkplain Symmetry part} with a device that can still be wanted: its kind, which
 *       devices can be wanted now or later and what was done to them, and what is left of its
 *       budgets and scopes. Devices before {@code from} are not wanted now, which is all that is
 *       kept of the position.
 * </ul>
 *
 * <p>The descriptions of parts are sorted, so it does not matter which of several equal GPUs is in
 * which state: the key is a canonical form under exchange of parts. Values that occur in one part
 * only are written with that part, under local names.
 *
 * <p><b>Soundness.</b> States with the same key differ by an exchange of parts that maps the
 * devices wanted now to devices wanted now, and likewise everything else the future depends on. The
 * future consists of sets of devices for each request, each set being tried in ascending order
 * once. The exchange maps sets to sets, so both states have a placement or neither has. An
 * expression that fails behind some devices of its request fails without them, too, as nothing that
 * is taken makes a device easier to take; so both come to one or neither does. Only a place that
 * was searched in full is stored: a search that has found a placement or a failing expression is
 * over, and places that are left because the claim would get too many devices are not stored. Equal
 * keys are equal number by number, so a collision of hashes does no harm.
 *
 * <p><b>Cost.</b> A key has about a word for each device and budget, and is written and sorted for
 * each place entered and left; so the memo begins only after some steps. It is bounded by keys and
 * by words. Keys are in two generations: when the young one is full it becomes the old one, and the
 * keys of the former old one are forgotten.
 */
final class FailureMemo {
  /** The most keys of a generation. */
  private static final int MOST_KEYS = 1 << 15;

  /**
   * The most words of all keys of a generation. A key has a word for each device and budget, and
   * some nodes have thousands.
   */
  private static final int MOST_WORDS = 1 << 22;

  private final SearchProblem problem;
  private final Trail trail;
  private final Symmetry symmetry;

  /** For each request the devices that it or a later one could take or fail at. */
  private final long[][] wantedFrom;

  /** For each request and constraint whether the constraint covers it or a later one. */
  private final boolean[][] constrainedFrom;

  /** For each claim whether its alternatives could take too many devices. */
  private final boolean[] pressed;

  private Set<StateKey> young = new HashSet<>();
  private Set<StateKey> old = new HashSet<>();
  private int youngWords;

  /** The key that is being written. */
  private long[] text = new long[64];

  private int length;

  FailureMemo(SearchProblem problem, Trail trail, Symmetry symmetry) {
    this.problem = problem;
    this.trail = trail;
    this.symmetry = symmetry;
    int requests = problem.requests();
    wantedFrom = new long[requests + 1][];
    constrainedFrom = new boolean[requests + 1][];
    wantedFrom[requests] = Bits.none(problem.devices);
    constrainedFrom[requests] = new boolean[problem.distinct.length];
    for (int request = requests - 1; request >= 0; request--) {
      look(request);
    }
    pressed = FeasibilityBounds.pressedClaims(problem);
  }

  private void look(int request) {
    wantedFrom[request] = wantedFrom[request + 1].clone();
    constrainedFrom[request] = constrainedFrom[request + 1].clone();
    for (int o = problem.alternativesFrom[request];
        o < problem.alternativesFrom[request + 1];
        o++) {
      Bits.addAll(wantedFrom[request], problem.candidates[o]);
      Bits.addAll(wantedFrom[request], problem.failing[o]);
      for (int device : problem.all[o]) {
        Bits.add(wantedFrom[request], device);
      }
      for (int constraint : problem.covering[o]) {
        constrainedFrom[request][constraint] = true;
      }
    }
  }

  /** Returns whether a search from this state, or from an equivalent one, has found nothing. */
  boolean hasFailed(int request, int alternative, int place, int from, int resultsBefore) {
    if (young.isEmpty()) {
      return false;
    }
    var key = key(request, alternative, place, from, resultsBefore);
    return young.contains(key) || old.contains(key);
  }

  /** Stores that a search from this state has found nothing. */
  void remember(int request, int alternative, int place, int from, int resultsBefore) {
    if (young.size() >= MOST_KEYS || youngWords >= MOST_WORDS) {
      old = young;
      young = new HashSet<>();
      youngWords = 0;
    }
    var key = key(request, alternative, place, from, resultsBefore);
    youngWords += key.size();
    young.add(key);
  }

  private StateKey key(int request, int alternative, int place, int from, int resultsBefore) {
    length = 0;
    int claim = problem.claimOf[request];
    add((long) alternative << 32 | place);
    add(pressed[claim] ? resultsBefore : 0);
    constraints(request, alternative);
    parts(request, alternative, place, from, claim);
    return new StateKey(Arrays.copyOf(text, length));
  }

  private void constraints(int request, int alternative) {
    for (int constraint = 0; constraint < problem.distinct.length; constraint++) {
      if (isAsked(constraint, request, alternative)) {
        add(-2 - constraint);
        sharedElements(constraint);
      }
    }
  }

  /** Returns whether the constraint covers the current alternative or a later request. */
  private boolean isAsked(int constraint, int request, int alternative) {
    if (constrainedFrom[request + 1][constraint]) {
      return true;
    }
    for (int covering : problem.covering[alternative]) {
      if (covering == constraint) {
        return true;
      }
    }
    return false;
  }

  /** Writes the values of a constraint, except those that are written with their only part. */
  private void sharedElements(int constraint) {
    if (problem.distinct[constraint]) {
      add(Math.min(trail.members[constraint], 1));
      for (int element = 0; element < problem.elements; element++) {
        if (trail.isUsed(constraint, element) && symmetry.homeOf[element] < 0) {
          add(element);
        }
      }
      return;
    }
    int common = trail.match[constraint];
    if (common < 0) {
      add(-1);
      return;
    }
    var elements = problem.valueSets.elements(common);
    add(elements.length);
    for (int element : elements) {
      if (symmetry.homeOf[element] < 0) {
        add(element);
      }
    }
  }

  /** Writes all parts that can be observed, sorted by what is written. */
  private void parts(int request, int alternative, int place, int from, int claim) {
    var written = new long[symmetry.kindOf.length][];
    int parts = 0;
    for (int part = 0; part < symmetry.kindOf.length; part++) {
      int start = length;
      if (part(part, request, alternative, place, from, claim)) {
        written[parts++] = Arrays.copyOfRange(text, start, length);
      }
      length = start;
    }
    Arrays.sort(written, 0, parts, Arrays::compare);
    for (int i = 0; i < parts; i++) {
      for (long number : written[i]) {
        add(number);
      }
    }
  }

  /** Writes the state of a part; returns false if nothing to come can observe it. */
  private boolean part(int part, int request, int alternative, int place, int from, int claim) {
    var devices = symmetry.devicesOf[part];
    add(Long.MIN_VALUE + symmetry.kindOf[part]);
    boolean wanted = false;
    for (int device : devices) {
      boolean now = isWantedNow(alternative, place, from, device);
      boolean later = Bits.has(wantedFrom[request + 1], device);
      if (now || later) {
        wanted = true;
        add((now ? 8 : 0) | symmetry.flags(device, trail, claim));
      } else {
        add(-1);
      }
    }
    if (!wanted) {
      return false;
    }
    for (int budget : symmetry.budgetsOf[part]) {
      add(trail.rest[budget]);
    }
    for (int scope : symmetry.scopesOf[part]) {
      add(trail.scopeState[scope]);
    }
    ownElements(part, request, alternative);
    return true;
  }

  private boolean isWantedNow(int alternative, int place, int from, int device) {
    if (problem.takesAll[alternative]) {
      return Arrays.binarySearch(problem.all[alternative], device) >= place;
    }
    return device >= from
        && (Bits.has(problem.candidates[alternative], device)
            || Bits.has(problem.failing[alternative], device));
  }

  /** Writes the values that occur in this part only and that constraints use or have in common. */
  private void ownElements(int part, int request, int alternative) {
    for (int i = 0; i < symmetry.elementsOf[part].length; i++) {
      for (int constraint = 0; constraint < problem.distinct.length; constraint++) {
        if (isAsked(constraint, request, alternative)
            && symmetry.concerns(constraint, symmetry.elementsOf[part][i], trail)) {
          add((long) i << 16 | constraint);
        }
      }
    }
  }

  private void add(long number) {
    if (length == text.length) {
      text = Arrays.copyOf(text, length * 2);
    }
    text[length++] = number;
  }
}

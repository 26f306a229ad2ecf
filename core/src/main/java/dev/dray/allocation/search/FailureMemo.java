package dev.dray.allocation.search;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Remembers from which states a search has found nothing.
 *
 * <p>Of a state only that is kept which the requests to come can observe, and parts of the same
 * {@linkplain Symmetry kind} are kept in an order of their states and not of their places. So two
 * states with one key have placements both or neither. The memo is bounded: when it is full, the
 * older half is forgotten.
 */
final class FailureMemo {
  private static final int MOST_KEYS = 1 << 15;

  /** A key has a word for each device and budget, and some nodes have thousands. */
  private static final int MOST_WORDS = 1 << 22;

  private final SearchProblem problem;
  private final Trail trail;
  private final Symmetry symmetry;

  /** For each request the devices that it or a later one could take. */
  private final long[][] wantedFrom;

  /** For each request and constraint whether it or a later one is covered. */
  private final boolean[][] constrainedFrom;

  /** For each claim whether its options could take too many devices. */
  private final boolean[] pressed;

  private Set<StateKey> young = new HashSet<>();
  private Set<StateKey> old = new HashSet<>();
  private int youngWords;

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
    for (int o = problem.optionsFrom[request]; o < problem.optionsFrom[request + 1]; o++) {
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

  boolean hasFailed(int request, int option, int place, int from, int resultsBefore) {
    if (young.isEmpty()) {
      return false;
    }
    var key = key(request, option, place, from, resultsBefore);
    return young.contains(key) || old.contains(key);
  }

  void remember(int request, int option, int place, int from, int resultsBefore) {
    if (young.size() >= MOST_KEYS || youngWords >= MOST_WORDS) {
      old = young;
      young = new HashSet<>();
      youngWords = 0;
    }
    var key = key(request, option, place, from, resultsBefore);
    youngWords += key.size();
    young.add(key);
  }

  private StateKey key(int request, int option, int place, int from, int resultsBefore) {
    length = 0;
    int claim = problem.claimOf[request];
    add((long) option << 32 | place);
    add(pressed[claim] ? resultsBefore : 0);
    constraints(request, option);
    parts(request, option, place, from, claim);
    return new StateKey(Arrays.copyOf(text, length));
  }

  private void constraints(int request, int option) {
    for (int constraint = 0; constraint < problem.distinct.length; constraint++) {
      if (isAsked(constraint, request, option)) {
        add(-2 - constraint);
        sharedElements(constraint);
      }
    }
  }

  private boolean isAsked(int constraint, int request, int option) {
    if (constrainedFrom[request + 1][constraint]) {
      return true;
    }
    for (int covering : problem.covering[option]) {
      if (covering == constraint) {
        return true;
      }
    }
    return false;
  }

  /** Elements that occur in one part only are written with that part. */
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

  private void parts(int request, int option, int place, int from, int claim) {
    var written = new long[symmetry.kindOf.length][];
    int parts = 0;
    for (int part = 0; part < symmetry.kindOf.length; part++) {
      int start = length;
      if (part(part, request, option, place, from, claim)) {
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

  /** Writes the state of a part; false if nothing to come can observe it. */
  private boolean part(int part, int request, int option, int place, int from, int claim) {
    var devices = symmetry.devicesOf[part];
    add(Long.MIN_VALUE + symmetry.kindOf[part]);
    boolean wanted = false;
    for (int device : devices) {
      boolean now = isWantedNow(option, place, from, device);
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
    ownElements(part, request, option);
    return true;
  }

  private boolean isWantedNow(int option, int place, int from, int device) {
    if (problem.takesAll[option]) {
      return Arrays.binarySearch(problem.all[option], device) >= place;
    }
    return device >= from
        && (Bits.has(problem.candidates[option], device)
            || Bits.has(problem.failing[option], device));
  }

  private void ownElements(int part, int request, int option) {
    for (int i = 0; i < symmetry.elementsOf[part].length; i++) {
      for (int constraint = 0; constraint < problem.distinct.length; constraint++) {
        if (isAsked(constraint, request, option)
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

package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import java.util.Arrays;

/**
 * What a search has taken so far, and how to give it back.
 *
 * <p>Every change is written down with what was there before, and {@link #rollbackTo} undoes the
 * latest changes exactly. Nothing is allocated once the arrays have grown. For one thread.
 */
public final class Trail {
  /** What came of trying to take a device. */
  public enum Take {
    TAKEN,
    /** The device cannot be had now. Nothing has changed. */
    REJECTED,
    /** An expression has no answer. */
    FAILED,
    /** A constraint rejects a device of an option that wants all. */
    CONSTRAINT_AGAINST_ALL
  }

  private static final int REST = 0;
  private static final int SCOPE = 1;
  private static final int MATCH = 2;
  private static final int USED = 3;
  private static final int MEMBERS = 4;
  private static final int TAKEN = 5;
  private static final int TAKEN_BY = 6;
  private static final int SHARES = 7;

  private final SearchProblem problem;
  private final int deviceWords;
  private final int elementWords;

  /** What is left of each budget. */
  public final long[] rest;

  /** The state of each scope. */
  public final int[] scopeState;

  /** Of each constraint for a common value, the values still common; -1 before the first device. */
  final int[] match;

  /** Of each constraint for different values, the elements used; a row of words each. */
  final long[] used;

  final int[] members;

  /** Devices that no further request can have. */
  final long[] taken;

  /** The same by claim, a row of words each. */
  final long[] takenBy;

  /** How many shares of a device this search has taken. */
  final int[] shares;

  private int[] where = new int[64];
  private long[] before = new long[64];
  private int size;

  public Trail(SearchProblem problem) {
    this.problem = problem;
    deviceWords = problem.shareable.length;
    elementWords = (problem.elements + 63) >>> 6;
    rest = problem.rest.clone();
    scopeState = problem.scopeState.clone();
    match = new int[problem.distinct.length];
    Arrays.fill(match, -1);
    used = new long[problem.distinct.length * elementWords];
    members = new int[problem.distinct.length];
    taken = new long[deviceWords];
    takenBy = new long[problem.claims() * deviceWords];
    shares = new int[problem.devices];
  }

  public int mark() {
    return size;
  }

  public void rollbackTo(int mark) {
    while (size > mark) {
      undo(where[--size], before[size]);
    }
  }

  private void undo(int what, long old) {
    int index = what >>> 3;
    switch (what & 7) {
      case REST -> rest[index] = old;
      case SCOPE -> scopeState[index] = (int) old;
      case MATCH -> match[index] = (int) old;
      case USED -> used[index] = old;
      case MEMBERS -> members[index] = (int) old;
      case TAKEN -> taken[index] = old;
      case TAKEN_BY -> takenBy[index] = old;
      default -> shares[index] = (int) old;
    }
  }

  private void note(int kind, int index, long old) {
    if (size == where.length) {
      where = Arrays.copyOf(where, size * 2);
      before = Arrays.copyOf(before, size * 2);
    }
    where[size] = index << 3 | kind;
    before[size++] = old;
  }

  /** Whether others keep the device from the option, before anything else is asked. */
  public boolean inUse(int claim, int option, int device) {
    return problem.admin[option]
        ? (takenBy[claim * deviceWords + (device >>> 6)] >>> device & 1) != 0
        : Bits.has(taken, device);
  }

  boolean isTakenBy(int claim, int device) {
    return (takenBy[claim * deviceWords + (device >>> 6)] >>> device & 1) != 0;
  }

  /** Whether what the device charges once has been charged. */
  boolean isCharged(int device) {
    return shares[device] > 0 || Bits.has(problem.charged, device);
  }

  boolean isUsed(int constraint, int element) {
    return (used[constraint * elementWords + (element >>> 6)] >>> element & 1) != 0;
  }

  /**
   * Takes a device that is not {@linkplain #inUse in use} and a candidate of the option, unless
   * what was taken before speaks against it. Whoever is not told {@link Take#TAKEN} finds
   * everything as it was.
   */
  public Take take(int claim, int option, int device) {
    int mark = size;
    var outcome = tryTake(claim, option, device);
    if (outcome != Take.TAKEN) {
      rollbackTo(mark);
    }
    return outcome;
  }

  private Take tryTake(int claim, int option, int device) {
    boolean all = problem.takesAll[option];
    boolean admin = problem.admin[option];
    if (!admin && !joinsAndCharges(option, device, all)) {
      return Take.REJECTED;
    }
    var allowed = constrain(option, device);
    if (allowed != Take.TAKEN) {
      return allowed == Take.REJECTED && all ? Take.CONSTRAINT_AGAINST_ALL : allowed;
    }
    // Upstream asks for what is left of the capacity of one of "all" devices last of all.
    if (!admin && all && !charge(problem.each[option][device], problem.capacitiesFrom, MOST)) {
      return Take.REJECTED;
    }
    record(claim, device, admin);
    return Take.TAKEN;
  }

  private static final int MOST = Integer.MAX_VALUE;

  private boolean joinsAndCharges(int option, int device, boolean all) {
    if (!isCharged(device) && (!joinScopes(device) || !charge(problem.once[device], 0, MOST))) {
      return false;
    }
    return charge(problem.each[option][device], 0, all ? problem.capacitiesFrom : MOST);
  }

  private boolean joinScopes(int device) {
    var scopes = problem.scopesOf[device];
    for (int i = 0; i < scopes.length; i++) {
      if (!join(scopes[i], problem.groupsOf[device][i])) {
        return false;
      }
    }
    return true;
  }

  private boolean join(int scope, int groups) {
    int state = scopeState[scope];
    int next;
    if (state == SearchProblem.BLOCKED) {
      return false;
    } else if (state == SearchProblem.NO_MEMBERS) {
      next = groups;
    } else if (state == SetTable.EMPTY || groups == SetTable.EMPTY) {
      // Members without groups get along with each other and with nobody else.
      return state == groups;
    } else {
      next = problem.groups.intersection(state, groups);
      if (next == SetTable.EMPTY) {
        return false;
      }
    }
    if (next != state) {
      note(SCOPE, scope, state);
      scopeState[scope] = next;
    }
    return true;
  }

  private boolean charge(Charge charge, int from, int to) {
    var budgets = charge.budgets;
    for (int i = 0; i < budgets.length; i++) {
      int budget = budgets[i];
      if (budget >= from && budget < to && !charge(budget, charge.amounts[i])) {
        return false;
      }
    }
    return true;
  }

  private boolean charge(int budget, long amount) {
    long had = rest[budget];
    long left;
    if (problem.wide.isWide(budget)) {
      left = problem.wide.less(had, amount);
      if (left == WideAmounts.SHORT) {
        return false;
      }
    } else if (amount > had) {
      return false;
    } else {
      left = had - amount;
    }
    note(REST, budget, had);
    rest[budget] = left;
    return true;
  }

  private Take constrain(int option, int device) {
    for (int constraint : problem.covering[option]) {
      int value = problem.values[constraint][option][device];
      if (value == SearchProblem.UNTOLD) {
        return Take.FAILED;
      }
      if (value == SearchProblem.MISSING
          || !(problem.distinct[constraint]
              ? differs(constraint, value)
              : matches(constraint, value))) {
        return Take.REJECTED;
      }
    }
    return Take.TAKEN;
  }

  private boolean matches(int constraint, int value) {
    int common = match[constraint];
    int next;
    if (common < 0) {
      next = value == SearchProblem.INCOMPARABLE ? SetTable.EMPTY : value;
    } else {
      next =
          value == SearchProblem.INCOMPARABLE
              ? SetTable.EMPTY
              : problem.valueSets.intersection(common, value);
      if (next == SetTable.EMPTY) {
        return false;
      }
    }
    if (next != common) {
      note(MATCH, constraint, common);
      match[constraint] = next;
    }
    return true;
  }

  private boolean differs(int constraint, int value) {
    if (value == SearchProblem.INCOMPARABLE) {
      if (members[constraint] > 0) {
        return false;
      }
    } else {
      for (int element : problem.valueSets.elements(value)) {
        int word = constraint * elementWords + (element >>> 6);
        if ((used[word] >>> element & 1) != 0) {
          return false;
        }
        note(USED, word, used[word]);
        used[word] |= 1L << element;
      }
    }
    note(MEMBERS, constraint, members[constraint]);
    members[constraint]++;
    return true;
  }

  private void record(int claim, int device, boolean admin) {
    if (Bits.has(problem.shareable, device)) {
      // The share of an administrator has charged nothing, so the next one still has to.
      if (!admin) {
        note(SHARES, device, shares[device]);
        shares[device]++;
      }
      return;
    }
    int word = device >>> 6;
    note(TAKEN, word, taken[word]);
    taken[word] |= 1L << device;
    int own = claim * deviceWords + word;
    note(TAKEN_BY, own, takenBy[own]);
    takenBy[own] |= 1L << device;
  }
}

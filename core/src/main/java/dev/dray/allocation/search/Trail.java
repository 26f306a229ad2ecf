package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;
import java.util.Arrays;

/**
 * The state of a search: everything it has taken so far, with a log of how to give it back.
 *
 * <p><b>The technique.</b> Constraint and SAT solvers call it <em>trailing</em>. A search that goes
 * back must restore the state in which it made its last choice. Instead of copying the state before
 * each choice, the trail keeps one state, writes each change to a log together with the value that
 * was there before, and goes back by undoing the log from its end. A {@linkplain #mark() mark} is
 * simply the length of the log. Here two devices that draw on the same counter are taken, and the
 * second is given back:
 *
 * <pre>{@code
 * take(gpu-0)                                 take(gpu-1)
 * log  | rest[0] was 80 | taken[0] was 0 .. | rest[0] was 40 | taken[0] was 0b01 .. |
 *      ^ mark 0                             ^ mark 3                                ^ size 6
 *
 * rest[0]   80 -> 40 -> 0                      rollbackTo(3):  0 -> 40
 * taken[0]  0b00 -> 0b01 -> 0b11                               0b11 -> 0b01
 * }</pre>
 *
 * <p><b>The invariant.</b> After {@code rollbackTo(m)} every array holds exactly what it held when
 * {@code mark()} returned {@code m}. Changes are undone latest first, so a cell that was written
 * several times gets its oldest value back. Unlike in other solvers, which use time stamps to avoid
 * it, a cell written twice is logged twice: a device touches few cells. {@link #take} is atomic: a
 * device that is rejected by its last check leaves no trace of the earlier ones.
 *
 * <p><b>The order of checks</b> in {@link #take} is upstream's where it can be observed: checks
 * that only reject the device (compatibility groups, counters, capacities) come before constraints,
 * which may end the whole search. For an alternative that takes all devices, capacities come after
 * the constraints.
 *
 * <p><b>Monotonicity.</b> The proofs that prune the search rest on one property of this state:
 * taking a device never makes another one easier to take. What is left of a budget shrinks, the
 * groups of a scope and the common values of a constraint shrink, used values and taken devices
 * grow. So what is impossible now stays impossible deeper in the same branch. There are two
 * exceptions. A further share of a shareable device is cheaper than the first, which also pays
 * {@linkplain SearchProblem#once what is charged once} and joins the scopes; so bounds count for
 * shareable devices only what each share pays. And in a {@linkplain SearchProblem#negative
 * negative} problem taking a device can add to a budget; bounds that add up amounts say nothing
 * there.
 *
 * <p><b>Cost.</b> Taking a device costs a few operations for each scope and budget it touches and
 * for each value that a constraint compares; giving it back costs one write for each log entry.
 * Nothing is allocated once the log has grown, except for intersections of value sets or groups
 * that {@link SetTable} meets for the first time. A log entry is an int and a long: the lower three
 * bits of the int tell which array was changed, the others which cell.
 *
 * <p>For one thread.
 */
public final class Trail {
  /** The outcome of trying to take a device. */
  public enum Take {
    TAKEN,
    /** The device cannot be taken in this state. Nothing has changed. */
    REJECTED,
    /** A CEL expression fails for the device, which ends the search. */
    FAILED,
    /** A constraint rejects a device of an alternative that takes all, which ends the search. */
    CONSTRAINT_AGAINST_ALL
  }

  // Kinds of log entries: the array that was changed.
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

  /** The amount left of each budget; of a wide budget the number of the amount. */
  public final long[] rest;

  /** The state of each scope, as in {@link SearchProblem#scopeState}. */
  public final int[] scopeState;

  /** For each {@code matchAttribute} the values still in common; -1 before the first device. */
  final int[] match;

  /** For each {@code distinctAttribute} the values in use, as a row of words. */
  final long[] used;

  /** For each {@code distinctAttribute} the number of devices it has admitted. */
  final int[] members;

  /** Exclusive devices that the search has taken, for whichever claim. */
  final long[] taken;

  /** The same devices by claim, a row of words each. */
  final long[] takenBy;

  /** The number of shares of each shareable device that were taken without admin access. */
  final int[] shares;

  /** The log: for each change its cell (the index shifted left by three, and the kind). */
  private int[] where = new int[64];

  /** The log: for each change the value before it. */
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

  /** Returns the current position in the log, to which {@link #rollbackTo} can go back. */
  public int mark() {
    return size;
  }

  /** Undoes all changes since {@link #mark()} returned this mark, the latest first. */
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

  /**
   * Returns whether the device is already taken as far as the alternative is concerned. Without
   * admin access that is by any claim, with admin access only by the same claim.
   */
  public boolean inUse(int claim, int alternative, int device) {
    return problem.admin[alternative]
        ? (takenBy[claim * deviceWords + (device >>> 6)] >>> device & 1) != 0
        : Bits.has(taken, device);
  }

  /** Returns whether the claim has taken the exclusive device. */
  boolean isTakenBy(int claim, int device) {
    return (takenBy[claim * deviceWords + (device >>> 6)] >>> device & 1) != 0;
  }

  /** Returns whether the device has paid {@linkplain SearchProblem#once what it charges once}. */
  boolean isCharged(int device) {
    return shares[device] > 0 || Bits.has(problem.charged, device);
  }

  /** Returns whether a device admitted by the {@code distinctAttribute} carries the value. */
  boolean isUsed(int constraint, int element) {
    return (used[constraint * elementWords + (element >>> 6)] >>> element & 1) != 0;
  }

  /**
   * Takes a device for an alternative, if the devices taken before allow it. The device must be a
   * candidate of the alternative and not {@linkplain #inUse in use}. Unless the outcome is {@link
   * Take#TAKEN}, nothing has changed.
   */
  public Take take(int claim, int alternative, int device) {
    int mark = size;
    var outcome = tryTake(claim, alternative, device);
    if (outcome != Take.TAKEN) {
      rollbackTo(mark);
    }
    return outcome;
  }

  private Take tryTake(int claim, int alternative, int device) {
    boolean all = problem.takesAll[alternative];
    boolean admin = problem.admin[alternative];
    if (!admin && !joinsAndCharges(alternative, device, all)) {
      return Take.REJECTED;
    }
    var allowed = constrain(alternative, device);
    if (allowed != Take.TAKEN) {
      return allowed == Take.REJECTED && all ? Take.CONSTRAINT_AGAINST_ALL : allowed;
    }
    // For a device of an alternative that takes all, upstream checks the capacity last.
    if (!admin && all && !charge(problem.each[alternative][device], problem.capacitiesFrom, MOST)) {
      return Take.REJECTED;
    }
    record(claim, device, admin);
    return Take.TAKEN;
  }

  private static final int MOST = Integer.MAX_VALUE;

  private boolean joinsAndCharges(int alternative, int device, boolean all) {
    if (!isCharged(device) && (!joinScopes(device) || !charge(problem.once[device], 0, MOST))) {
      return false;
    }
    return charge(problem.each[alternative][device], 0, all ? problem.capacitiesFrom : MOST);
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
      // Devices without groups are compatible with each other and with no others.
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

  private Take constrain(int alternative, int device) {
    for (int constraint : problem.covering[alternative]) {
      int value = problem.values[constraint][alternative][device];
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
      // A share with admin access charges nothing, so the next share still has to pay.
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

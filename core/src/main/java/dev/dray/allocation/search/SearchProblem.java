package dev.dray.allocation.search;

import java.util.Arrays;

/**
 * The requests of all claims of a pod and the devices of one node, in numbers alone: a constraint
 * satisfaction problem.
 *
 * <p>The following are numbered from 0:
 *
 * <ul>
 *   <li><em>devices</em>, in the order that decides;
 *   <li><em>requests</em> of all claims, and their <em>alternatives</em>: the entries of {@code
 *       firstAvailable}, or the request itself;
 *   <li><em>budgets</em>: counters first, then capacities of shareable devices;
 *   <li><em>scopes</em>: counter sets, within which compatibility groups must agree;
 *   <li><em>constraints</em>, and the <em>elements</em> of the value sets that they compare.
 * </ul>
 *
 * <p>Everything that depends on one device and one alternative alone is decided beforehand, in
 * {@link #candidates} and {@link #failing}. The search adds what depends on the devices taken
 * before.
 *
 * <p>Names do not occur: two nodes with equal problems have equal results. Whoever makes a problem
 * sets its fields; neither they nor the arrays may be written to after the search has begun.
 */
public final class SearchProblem implements Cloneable {
  /** The most devices in the allocation result of one claim. */
  public static final int MOST_RESULTS = 32;

  /** The value of a device that lacks the attribute of a constraint; the constraint rejects it. */
  public static final int MISSING = -1;

  /** A value that is unknown because its expression fails; the search ends when it comes to it. */
  public static final int UNTOLD = -2;

  /** A value of no comparable type: the constraint admits it as the first and then no other. */
  public static final int INCOMPARABLE = -3;

  /** The state of a scope from which no device is in use. */
  public static final int NO_MEMBERS = -1;

  /** The state of a scope that admits no device. */
  public static final int BLOCKED = -2;

  /** The number of devices. */
  public int devices;

  /** The devices of which several shares can be allocated. */
  public long[] shareable = {};

  /** The shareable devices of which a claim holds a share: {@link #once} has been charged. */
  public long[] charged = {};

  /** The claim of each request; claims are numbered in order, too. */
  public int[] claimOf = {};

  /** The first alternative of each request, and at the end the number of alternatives. */
  public int[] alternativesFrom = {0};

  /** The number of devices that each alternative takes. */
  public int[] need = {};

  /** The devices of each alternative that takes all, in order; empty for the others. */
  public int[][] all = {};

  /** The alternatives with allocation mode {@code All}. */
  public boolean[] takesAll = {};

  /** The alternatives with admin access: they charge no budgets and join no scopes. */
  public boolean[] admin = {};

  /** For each alternative the devices it can take, unless other devices taken before forbid it. */
  public long[][] candidates = {};

  /**
   * For each alternative the devices for which an expression fails: the search ends when it comes
   * to one of them that is not in use.
   */
  public long[][] failing = {};

  /** The amount left of each budget; of a {@linkplain #wide wide} one the number of the amount. */
  public long[] rest = {};

  /** The amounts that do not fit a long, and the budgets that have such amounts. */
  public WideAmounts wide = new WideAmounts(new boolean[] {});

  /** The family of each budget; all counters of a pool with one name are a family, for instance. */
  public int[] families = {};

  /** The first budget that is a capacity; those before it are counters. */
  public int capacitiesFrom;

  /** The charge of each device that is paid once, however many shares of it are taken. */
  public Charge[] once = {};

  /** The charge for each alternative and device that every share pays. */
  public Charge[][] each = {};

  /** The scopes that each device joins. */
  public int[][] scopesOf = {};

  /** The sets of groups with which each device joins its scopes. */
  public int[][] groupsOf = {};

  /** The state of each scope: {@link #NO_MEMBERS}, {@link #BLOCKED} or a set of groups. */
  public int[] scopeState = {};

  /** The sets of compatibility groups. */
  public SetTable groups = new SetTable();

  /** The constraints that are {@code distinctAttribute}; the others are {@code matchAttribute}. */
  public boolean[] distinct = {};

  /** For each alternative the constraints that cover it, in the order in which they are checked. */
  public int[][] covering = {};

  /** For each constraint and alternative that it covers, the set of values of each device. */
  public int[][][] values = {};

  /** The sets of attribute values. */
  public SetTable valueSets = new SetTable();

  /** The number of different elements of the value sets. */
  public int elements;

  /**
   * True if a charge is negative, so that it adds to a budget. Validation refuses negative amounts,
   * but objects stored earlier may have them.
   */
  public boolean negative;

  public SearchProblem() {}

  /** Returns a problem with the same parts; the arrays are shared, not copied. */
  public SearchProblem copy() {
    try {
      return (SearchProblem) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  public int requests() {
    return claimOf.length;
  }

  public int claims() {
    return claimOf.length == 0 ? 0 : claimOf[claimOf.length - 1] + 1;
  }

  int alternatives() {
    return need.length;
  }

  boolean hasAlternatives(int request) {
    return alternativesFrom[request + 1] - alternativesFrom[request] > 1;
  }

  /** Returns the least number of devices that the request takes, over its alternatives. */
  int leastNeed(int request) {
    int least = Integer.MAX_VALUE;
    for (int o = alternativesFrom[request]; o < alternativesFrom[request + 1]; o++) {
      least = Math.min(least, need[o]);
    }
    return least;
  }

  /** Amounts taken from budgets, counters before capacities. */
  public static final class Charge {
    public static final Charge NOTHING = new Charge(new int[] {}, new long[] {});

    public final int[] budgets;
    public final long[] amounts;

    public Charge(int[] budgets, long[] amounts) {
      this.budgets = budgets;
      this.amounts = amounts;
    }

    boolean isEqualTo(Charge other) {
      return Arrays.equals(budgets, other.budgets) && Arrays.equals(amounts, other.amounts);
    }

    /** Returns whether this takes no more of any budget than the other charge. */
    boolean isAtMost(Charge other) {
      for (int i = 0; i < budgets.length; i++) {
        if (amounts[i] > other.amountOf(budgets[i])) {
          return false;
        }
      }
      return true;
    }

    private long amountOf(int budget) {
      for (int i = 0; i < budgets.length; i++) {
        if (budgets[i] == budget) {
          return amounts[i];
        }
      }
      return 0;
    }

    /** Returns the same charge to other budgets: those whose numbers are larger by this much. */
    public Charge from(int first) {
      var moved = new int[budgets.length];
      for (int i = 0; i < moved.length; i++) {
        moved[i] = budgets[i] + first;
      }
      return new Charge(moved, amounts);
    }
  }
}

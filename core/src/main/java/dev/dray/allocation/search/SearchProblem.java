package dev.dray.allocation.search;

import java.util.Arrays;

/**
 * What is to be placed and what there is to place it on, in numbers alone.
 *
 * <p>Devices, requests, options (the alternatives of a request, or the request itself), budgets
 * (counters first, then capacities of shareable devices), scopes (counter sets, for compatibility
 * groups) and constraints are numbered from 0. Devices have the order that decides. Whatever can be
 * known of one device and one option alone is in {@link #candidates} and {@link #failing}; the
 * search adds what depends on the devices taken before.
 *
 * <p>Names do not occur: two nodes with equal problems have equal answers. The arrays are not to be
 * written to after the search has begun.
 */
public final class SearchProblem {
  /** The most devices that the result of one claim can list. */
  public static final int MOST_RESULTS = 32;

  /** The value of a device that lacks the attribute of a constraint, which rejects it. */
  public static final int MISSING = -1;

  /** A value that cannot be told because its expression fails; who comes to it ends the search. */
  public static final int UNTOLD = -2;

  /** A value of no comparable type: it goes as the first of a constraint and then alone. */
  public static final int INCOMPARABLE = -3;

  /** The state of a scope without members. */
  public static final int NO_MEMBERS = -1;

  /** The state of a scope that admits nobody. */
  public static final int BLOCKED = -2;

  public final int devices;

  /** Devices that can be given more than once. */
  public final long[] shareable;

  /** Shareable devices of which a share exists: what is charged once has been charged. */
  public final long[] charged;

  /** The claim of each request; claims are numbered in order, too. */
  public final int[] claimOf;

  /** The first option of each request, and at last how many options there are. */
  public final int[] optionsFrom;

  /** Devices that each option takes. */
  public final int[] need;

  /** The devices of an option that takes all there are, in order; empty for the others. */
  final int[][] all;

  final boolean[] takesAll;

  /** Options that neither mind others nor are minded. */
  final boolean[] admin;

  /** For each option the devices that nothing but other devices can keep from being taken. */
  public final long[][] candidates;

  /** For each option the devices that end the search when it comes to them while they are free. */
  public final long[][] failing;

  /** What there is of each budget; of a {@linkplain #wide wide} one the number of its amount. */
  public final long[] rest;

  public final WideAmounts wide;

  /** Budgets of the same family, such as all counters of one name, have the same number. */
  final int[] families;

  /** The first budget that is a capacity; those before are counters. */
  final int capacitiesFrom;

  /** What a device charges once, however often it is shared. */
  public final Charge[] once;

  /** For each option and device what it charges each time. */
  public final Charge[][] each;

  /** For each device the scopes it takes part in, and with which groups. */
  public final int[][] scopesOf;

  public final int[][] groupsOf;

  /** The state of each scope: {@link #NO_MEMBERS}, {@link #BLOCKED} or a set of groups. */
  final int[] scopeState;

  public final SetTable groups;

  /** Whether each constraint wants all values different, and not one common value. */
  final boolean[] distinct;

  /** For each option the constraints that cover it, in the order in which they are asked. */
  public final int[][] covering;

  /** For each constraint and option it covers the set of values of each device. */
  public final int[][][] values;

  final SetTable valueSets;

  /** How many different elements the sets of values have. */
  final int elements;

  /** Whether taking a device may add to a budget, which no new object can ask for. */
  public final boolean negative;

  SearchProblem(SearchProblemBuilder from) {
    devices = from.devices;
    shareable = from.shareable;
    charged = from.charged;
    claimOf = from.claimOf;
    optionsFrom = from.optionsFrom;
    need = from.need;
    all = from.all;
    takesAll = from.takesAll;
    admin = from.admin;
    candidates = from.candidates;
    failing = from.failing;
    rest = from.rest;
    wide = from.wide;
    families = from.families;
    capacitiesFrom = from.capacitiesFrom;
    once = from.once;
    each = from.each;
    scopesOf = from.scopesOf;
    groupsOf = from.groupsOf;
    scopeState = from.scopeState;
    groups = from.groups;
    distinct = from.distinct;
    covering = from.covering;
    values = from.values;
    valueSets = from.valueSets;
    elements = from.elements;
    negative = from.negative;
  }

  public int requests() {
    return claimOf.length;
  }

  public int claims() {
    return claimOf.length == 0 ? 0 : claimOf[claimOf.length - 1] + 1;
  }

  int options() {
    return need.length;
  }

  boolean hasAlternatives(int request) {
    return optionsFrom[request + 1] - optionsFrom[request] > 1;
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

    /** Whether it takes no more of any budget. */
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

    /** The same of other budgets, those that are so many numbers behind. */
    public Charge from(int first) {
      var moved = new int[budgets.length];
      for (int i = 0; i < moved.length; i++) {
        moved[i] = budgets[i] + first;
      }
      return new Charge(moved, amounts);
    }
  }
}

package dev.dray.allocation;

import dev.dray.allocation.Problem.Charge;

/** The parts of a {@link Problem} while it is being put together. */
final class ProblemBuilder {
  int devices;
  long[] shareable = {};
  long[] charged = {};
  int[] claimOf = {};
  int[] optionsFrom = {0};
  int[] need = {};
  int[][] all = {};
  boolean[] takesAll = {};
  boolean[] admin = {};
  long[][] candidates = {};
  long[][] failing = {};
  long[] rest = {};
  WideAmounts wide = new WideAmounts(new boolean[] {});
  int[] families = {};
  int capacitiesFrom;
  Charge[] once = {};
  Charge[][] each = {};
  int[][] scopesOf = {};
  int[][] groupsOf = {};
  int[] scopeState = {};
  SetTable groups = new SetTable();
  boolean[] distinct = {};
  int[][] covering = {};
  int[][][] values = {};
  SetTable valueSets = new SetTable();
  int elements;
  boolean negative;

  ProblemBuilder() {}

  /** The parts of a problem, to make another of them. */
  ProblemBuilder(Problem from) {
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

  Problem build() {
    return new Problem(this);
  }
}

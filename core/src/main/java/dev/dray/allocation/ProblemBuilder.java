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

  Problem build() {
    return new Problem(this);
  }
}

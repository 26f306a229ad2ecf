package dev.dray.allocation.search;

import dev.dray.allocation.search.SearchProblem.Charge;

/** A mutable builder of a {@link SearchProblem}, whose fields are described there. */
public final class SearchProblemBuilder {
  public int devices;
  public long[] shareable = {};
  public long[] charged = {};
  public int[] claimOf = {};
  public int[] alternativesFrom = {0};
  public int[] need = {};
  public int[][] all = {};
  public boolean[] takesAll = {};
  public boolean[] admin = {};
  public long[][] candidates = {};
  public long[][] failing = {};
  public long[] rest = {};
  public WideAmounts wide = new WideAmounts(new boolean[] {});
  public int[] families = {};
  public int capacitiesFrom;
  public Charge[] once = {};
  public Charge[][] each = {};
  public int[][] scopesOf = {};
  public int[][] groupsOf = {};
  public int[] scopeState = {};
  public SetTable groups = new SetTable();
  public boolean[] distinct = {};
  public int[][] covering = {};
  public int[][][] values = {};
  public SetTable valueSets = new SetTable();
  public int elements;
  public boolean negative;

  public SearchProblemBuilder() {}

  /** Begins with the parts of another problem; the arrays are shared, not copied. */
  public SearchProblemBuilder(SearchProblem from) {
    devices = from.devices;
    shareable = from.shareable;
    charged = from.charged;
    claimOf = from.claimOf;
    alternativesFrom = from.alternativesFrom;
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

  public SearchProblem build() {
    return new SearchProblem(this);
  }
}

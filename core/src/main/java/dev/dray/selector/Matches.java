package dev.dray.selector;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The answers of an expression for every row of a table; immutable. */
public final class Matches {
  private final RowSet matching;
  private final RowSet failing;
  private final List<String> failures;

  /** The number of each row's failure; empty if there is at most one distinct failure. */
  private final int[] failureOf;

  private Matches(RowSet matching, RowSet failing, List<String> failures, int[] failureOf) {
    this.matching = matching;
    this.failing = failing;
    this.failures = failures;
    this.failureOf = failureOf;
  }

  public RowSet matching() {
    return matching;
  }

  /** Returns the rows on which the evaluation fails. */
  public RowSet failing() {
    return failing;
  }

  /** Returns why a failing row has no answer, in upstream's words. */
  public String failure(int row) {
    if (!failing.contains(row)) {
      throw new IllegalArgumentException("The row (%d) does not fail.".formatted(row));
    }
    return failures.get(failureOf.length == 0 ? 0 : failureOf[row]);
  }

  public Match match(int row) {
    if (failing.contains(row)) {
      return new Match.Failed(failure(row));
    }
    return matching.contains(row) ? Match.YES : Match.NO;
  }

  /** A collector of answers, row by row; for one thread. */
  static final class Collector {
    private static final int[] NONE = {};

    private final int size;
    private final long[] matching;
    private final long[] failing;
    private int[] failureOf = NONE;

    /** The number of each failure, in the order of numbers; most tables have none. */
    private Map<String, Integer> failures = Map.of();

    Collector(int size) {
      this.size = size;
      matching = new long[RowSet.wordsFor(size)];
      failing = new long[RowSet.wordsFor(size)];
    }

    void add(int row, Match match) {
      switch (match) {
        case Match.Yes() -> matching[row >>> 6] |= 1L << row;
        case Match.No() -> {}
        case Match.Failed(var message) -> {
          failing[row >>> 6] |= 1L << row;
          addFailure(row, message);
        }
      }
    }

    private void addFailure(int row, String message) {
      if (failures.isEmpty()) {
        failures = new LinkedHashMap<>();
      }
      int number = failures.computeIfAbsent(message, _ -> failures.size());
      if (number > 0) {
        if (failureOf.length == 0) {
          failureOf = new int[size];
        }
        failureOf[row] = number;
      }
    }

    Matches matches() {
      return new Matches(
          RowSet.owning(size, matching),
          RowSet.owning(size, failing),
          List.copyOf(failures.keySet()),
          failureOf);
    }
  }
}

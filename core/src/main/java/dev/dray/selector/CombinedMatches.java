package dev.dray.selector;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The combined answers of several selectors for each row, asked one after the other. The first that
 * does not match decides, so a row fails only if all selectors before the failing one match it.
 */
public final class CombinedMatches {
  private final RowSet matching;
  private final RowSet failing;

  /** The answers of each selector, with the failing rows that all selectors before it match. */
  private final List<Asked> asked;

  private record Asked(Matches matches, RowSet failing) {}

  private CombinedMatches(RowSet matching, RowSet failing, List<Asked> asked) {
    this.matching = matching;
    this.failing = failing;
    this.asked = List.copyOf(asked);
  }

  static CombinedMatches of(List<Matches> inOrder, int size) {
    if (inOrder.size() == 1) {
      var only = inOrder.getFirst();
      return new CombinedMatches(
          only.matching(), only.failing(), List.of(new Asked(only, only.failing())));
    }
    var left = RowSet.all(size);
    var failing = RowSet.none(size);
    var asked = new ArrayList<Asked>();
    for (var matches : inOrder) {
      var failed = left.and(matches.failing());
      asked.add(new Asked(matches, failed));
      failing = failing.or(failed);
      left = left.and(matches.matching());
    }
    return new CombinedMatches(left, failing, asked);
  }

  /** Returns the rows that all selectors match; all rows if there are no selectors. */
  public RowSet matching() {
    return matching;
  }

  /**
   * Returns the position of the first selector that does not match or fails; empty if all match.
   */
  public OptionalInt firstNotMatching(int row) {
    for (int i = 0; i < asked.size(); i++) {
      if (!asked.get(i).matches().matching().contains(row)) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  /** Returns the rows that end a search which reaches them. */
  public RowSet failing() {
    return failing;
  }

  /**
   * A selector that fails on a row.
   *
   * @param selector its position in the list
   */
  public record Failure(int row, int selector, String message) {}

  /**
   * Returns the first failure for a search that goes through the rows in order, starting at this
   * one.
   */
  public Optional<Failure> firstFailure(int from) {
    int row = failing.next(from);
    return row < 0 ? Optional.empty() : failure(row);
  }

  /** Returns why the row fails, if it does. */
  public Optional<Failure> failure(int row) {
    for (int i = 0; i < asked.size(); i++) {
      if (asked.get(i).failing().contains(row)) {
        return Optional.of(new Failure(row, i, asked.get(i).matches().failure(row)));
      }
    }
    return Optional.empty();
  }
}

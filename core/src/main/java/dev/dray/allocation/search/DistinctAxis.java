package dev.dray.allocation.search;

/**
 * A way in which {@link CandidateRows} must differ: two with the same number exclude each other.
 */
final class DistinctAxis {
  /** The number of each row; -1 of rows of groups that are not wholly covered. */
  final int[] numbers;

  /** How many different numbers there are. */
  final int length;

  private final boolean[] covers;

  /**
   * @param covers for each group whether its rows have numbers
   */
  DistinctAxis(int[] numbers, int length, boolean[] covers) {
    this.numbers = numbers;
    this.length = length;
    this.covers = covers;
  }

  boolean covers(int group) {
    return covers[group];
  }

  /** How many rows with different numbers are needed. */
  int need(int[] needs) {
    int need = 0;
    for (int group = 0; group < needs.length; group++) {
      need += covers[group] ? needs[group] : 0;
    }
    return need;
  }
}

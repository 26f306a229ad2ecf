package dev.dray.allocation.search;

/**
 * A property in which picked {@link CandidateRows} must differ: rows with the same number exclude
 * each other.
 *
 * <p>In terms of exact cover, each number of an axis is an item that at most one picked row covers.
 */
final class DistinctAxis {
  /** The number of each row; -1 for rows of groups that are not wholly covered. */
  final int[] numbers;

  /** The number of different numbers. */
  final int length;

  private final boolean[] covers;

  /**
   * @param covers whether the rows of each group have numbers
   */
  DistinctAxis(int[] numbers, int length, boolean[] covers) {
    this.numbers = numbers;
    this.length = length;
    this.covers = covers;
  }

  /** Returns whether the rows of the group have numbers. */
  boolean covers(int group) {
    return covers[group];
  }

  /** Returns how many rows with different numbers are needed, given the needs of all groups. */
  int need(int[] needs) {
    int need = 0;
    for (int group = 0; group < needs.length; group++) {
      need += covers[group] ? needs[group] : 0;
    }
    return need;
  }
}

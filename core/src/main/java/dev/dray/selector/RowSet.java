package dev.dray.selector;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A set of rows of a table, a bit for each; immutable. */
public final class RowSet {
  private final int size;
  private final long[] words;

  private RowSet(int size, long[] words) {
    this.size = size;
    this.words = words;
  }

  /**
   * Returns the rows whose bits are set, out of {@code size} rows; the first row is the lowest bit
   * of the first word.
   */
  public static RowSet of(int size, long[] words) {
    if (words.length != wordsFor(size)) {
      throw new IllegalArgumentException(
          "[%d] words do not fit a set of [%d] rows.".formatted(words.length, size));
    }
    var copy = words.clone();
    if ((size & 63) != 0) {
      copy[copy.length - 1] &= (1L << size) - 1;
    }
    return new RowSet(size, copy);
  }

  /**
   * Returns the same without a copy: nobody may write to the words, and they must have no bits for
   * rows beyond the size.
   */
  static RowSet owning(int size, long[] words) {
    return new RowSet(size, words);
  }

  public static RowSet all(int size) {
    var words = new long[wordsFor(size)];
    Arrays.fill(words, -1L);
    return of(size, words);
  }

  public static RowSet none(int size) {
    return new RowSet(size, new long[wordsFor(size)]);
  }

  /** Returns the number of words for that many rows. */
  public static int wordsFor(int size) {
    return (size + 63) >>> 6;
  }

  public boolean contains(int row) {
    return (words[row >>> 6] >>> row & 1) != 0;
  }

  /** Returns the first row of the set at or after this one, or -1. */
  public int next(int from) {
    if (from >= size) {
      return -1;
    }
    int at = from >>> 6;
    long word = words[at] & -1L << from;
    while (word == 0) {
      if (++at == words.length) {
        return -1;
      }
      word = words[at];
    }
    return (at << 6) + Long.numberOfTrailingZeros(word);
  }

  public int count() {
    int count = 0;
    for (long word : words) {
      count += Long.bitCount(word);
    }
    return count;
  }

  public boolean isEmpty() {
    return next(0) < 0;
  }

  public RowSet and(RowSet other) {
    var both = words.clone();
    for (int i = 0; i < both.length; i++) {
      both[i] &= other.words[i];
    }
    return new RowSet(size, both);
  }

  public RowSet or(RowSet other) {
    var either = words.clone();
    for (int i = 0; i < either.length; i++) {
      either[i] |= other.words[i];
    }
    return new RowSet(size, either);
  }

  /** Returns a copy of the bits. */
  public long[] words() {
    return words.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RowSet that && size == that.size && Arrays.equals(words, that.words);
  }

  @Override
  public int hashCode() {
    return 31 * size + Arrays.hashCode(words);
  }

  @Override
  public String toString() {
    var text = new StringBuilder("{");
    for (int row = next(0); row >= 0; row = next(row + 1)) {
      text.append(text.length() == 1 ? "" : ", ").append(row);
    }
    return text.append('}').toString();
  }
}

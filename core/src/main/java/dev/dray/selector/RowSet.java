package dev.dray.selector;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Some rows of a table, a bit for each; never changes. */
public final class RowSet {
  private final int size;
  private final long[] words;

  private RowSet(int size, long[] words) {
    this.size = size;
    this.words = words;
  }

  /**
   * Of so many rows those whose bits are set, the first row being the lowest bit of the first word.
   */
  public static RowSet of(int size, long[] words) {
    if (words.length != wordsFor(size)) {
      throw new IllegalArgumentException(
          "The words (%d) are not those of the rows (%d).".formatted(words.length, size));
    }
    var copy = words.clone();
    if ((size & 63) != 0) {
      copy[copy.length - 1] &= (1L << size) - 1;
    }
    return new RowSet(size, copy);
  }

  /** The same, of words that nobody will write to, and that have no bits for more rows. */
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

  /** The words for so many rows. */
  public static int wordsFor(int size) {
    return (size + 63) >>> 6;
  }

  /** How many rows there are, in the set or not. */
  public int size() {
    return size;
  }

  public boolean contains(int row) {
    return (words[row >>> 6] >>> row & 1) != 0;
  }

  /** The first row of the set that is not before this one, or -1. */
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

  /** A copy of the bits. */
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

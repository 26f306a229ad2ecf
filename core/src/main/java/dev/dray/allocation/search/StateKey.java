package dev.dray.allocation.search;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A state of a search as a row of numbers, to be found in a hash set. */
final class StateKey {
  private final long[] text;
  private final int hash;

  /**
   * @param text the numbers, which must not be written to any more
   */
  StateKey(long[] text) {
    this.text = text;
    long mixed = 1;
    for (long number : text) {
      mixed = (mixed ^ number) * 0x9E3779B97F4A7C15L;
      mixed ^= mixed >>> 29;
    }
    hash = (int) (mixed ^ mixed >>> 32);
  }

  /** Returns the number of words. */
  int size() {
    return text.length;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StateKey that && hash == that.hash && Arrays.equals(text, that.text);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}

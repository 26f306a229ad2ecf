package dev.dray.allocation.search;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A state of a search as a row of numbers; equal rows are equal keys. */
final class StateKey {
  private final long[] text;
  private final int hash;

  /**
   * @param text not to be written to any more
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

  /** How many words it takes. */
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

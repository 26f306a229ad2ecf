package dev.dray.allocation.search;

/** Operations on sets of small numbers as bits of longs; the lowest bit of the first word is 0. */
public final class Bits {
  private Bits() {}

  /** Returns an empty set for numbers below this size. */
  public static long[] none(int size) {
    return new long[(size + 63) >>> 6];
  }

  public static boolean has(long[] set, int number) {
    return (set[number >>> 6] >>> number & 1) != 0;
  }

  public static void add(long[] set, int number) {
    set[number >>> 6] |= 1L << number;
  }

  public static void remove(long[] set, int number) {
    set[number >>> 6] &= ~(1L << number);
  }

  /** Returns the smallest member that is at least this number, or -1. */
  public static int next(long[] set, int from) {
    int at = from >>> 6;
    if (at >= set.length) {
      return -1;
    }
    long word = set[at] & -1L << from;
    while (word == 0) {
      if (++at == set.length) {
        return -1;
      }
      word = set[at];
    }
    return (at << 6) + Long.numberOfTrailingZeros(word);
  }

  static int count(long[] set) {
    int count = 0;
    for (long word : set) {
      count += Long.bitCount(word);
    }
    return count;
  }

  /** Returns the number of members from {@code from} on that are not in the other set. */
  static int countWithout(long[] set, long[] other, int from) {
    int at = from >>> 6;
    if (at >= set.length) {
      return 0;
    }
    int count = Long.bitCount(set[at] & ~other[at] & -1L << from);
    while (++at < set.length) {
      count += Long.bitCount(set[at] & ~other[at]);
    }
    return count;
  }

  static void addAll(long[] set, long[] others) {
    for (int i = 0; i < set.length; i++) {
      set[i] |= others[i];
    }
  }

  static void removeAll(long[] set, long[] others) {
    for (int i = 0; i < set.length; i++) {
      set[i] &= ~others[i];
    }
  }

  /** Returns the number of members that both sets have. */
  static int countBoth(long[] one, long[] two) {
    int count = 0;
    for (int i = 0; i < one.length; i++) {
      count += Long.bitCount(one[i] & two[i]);
    }
    return count;
  }

  public static boolean isEmpty(long[] set) {
    for (long word : set) {
      if (word != 0) {
        return false;
      }
    }
    return true;
  }

  static boolean intersect(long[] one, long[] two) {
    for (int i = 0; i < one.length; i++) {
      if ((one[i] & two[i]) != 0) {
        return true;
      }
    }
    return false;
  }
}

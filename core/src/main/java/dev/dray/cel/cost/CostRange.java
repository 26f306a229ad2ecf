package dev.dray.cel.cost;

import dev.dray.cel.value.GoNumbers;

/**
 * The least and the most that a size or cost can be, as unsigned numbers; sums and products stop at
 * the largest number instead of overflowing.
 */
record CostRange(long least, long most) {
  /** The bound of unknown sizes, 2^64 - 1. */
  static final long UNBOUNDED = -1;

  static final CostRange ZERO = exactly(0);
  static final CostRange ONE = exactly(1);
  static final CostRange UNKNOWN = new CostRange(0, UNBOUNDED);

  /** The empty range, with which a union starts. */
  static final CostRange NOTHING = new CostRange(UNBOUNDED, 0);

  private static final double TWO_TO_64 = 0x1p64;

  static CostRange exactly(long amount) {
    return new CostRange(amount, amount);
  }

  CostRange plus(CostRange other) {
    return new CostRange(sum(least, other.least), sum(most, other.most));
  }

  CostRange times(CostRange other) {
    return new CostRange(product(least, other.least), product(most, other.most));
  }

  /** Multiplies both bounds, rounding up. */
  CostRange times(double factor) {
    return new CostRange(product(least, factor), product(most, factor));
  }

  CostRange union(CostRange other) {
    return new CostRange(
        Long.compareUnsigned(other.least, least) < 0 ? other.least : least,
        Long.compareUnsigned(other.most, most) > 0 ? other.most : most);
  }

  static long sum(long left, long right) {
    var sum = left + right;
    return Long.compareUnsigned(sum, left) < 0 ? UNBOUNDED : sum;
  }

  static long product(long left, long right) {
    if (right != 0 && Long.compareUnsigned(left, Long.divideUnsigned(UNBOUNDED, right)) > 0) {
      return UNBOUNDED;
    }
    return left * right;
  }

  private static long product(long amount, double factor) {
    var product = Math.ceil(GoNumbers.asDouble(amount) * factor);
    return product >= TWO_TO_64 ? UNBOUNDED : GoNumbers.fromDouble(product);
  }
}

package dev.dray.cel;

/**
 * The least and the most that a size or a cost can be, as unsigned numbers that stop at the largest
 * one instead of overflowing.
 */
record Bounds(long least, long most) {
  /** 2^64 - 1, which is what an unbounded size is taken to be. */
  static final long UNBOUNDED = -1;

  static final Bounds ZERO = exactly(0);
  static final Bounds ONE = exactly(1);
  static final Bounds UNKNOWN = new Bounds(0, UNBOUNDED);

  /** Contains nothing; the start of a union. */
  static final Bounds NOTHING = new Bounds(UNBOUNDED, 0);

  private static final double TWO_TO_64 = 0x1p64;

  static Bounds exactly(long amount) {
    return new Bounds(amount, amount);
  }

  Bounds plus(Bounds other) {
    return new Bounds(sum(least, other.least), sum(most, other.most));
  }

  Bounds times(Bounds other) {
    return new Bounds(product(least, other.least), product(most, other.most));
  }

  /** Rounded up. */
  Bounds times(double factor) {
    return new Bounds(product(least, factor), product(most, factor));
  }

  Bounds union(Bounds other) {
    return new Bounds(
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

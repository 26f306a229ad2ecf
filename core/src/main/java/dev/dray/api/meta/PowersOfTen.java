package dev.dray.api.meta;

/** Multiplication and division by powers of ten, within a long. */
final class PowersOfTen {
  /** The exponent of the largest power of ten in a long. */
  static final int LARGEST_LONG = 18;

  private static final long[] LONGS = longs();
  private static final double[] UP_TO_31 = doubles(1, 32);
  private static final double[] BY_32 = doubles(32, 10);
  private static final double[] BY_MINUS_32 = doubles(-32, 11);

  private PowersOfTen() {}

  private static long[] longs() {
    var powers = new long[LARGEST_LONG + 1];
    powers[0] = 1;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = powers[i - 1] * 10;
    }
    return powers;
  }

  private static double[] doubles(int step, int count) {
    var powers = new double[count];
    for (int i = 0; i < count; i++) {
      powers[i] = Double.parseDouble("1e" + i * step);
    }
    return powers;
  }

  static long of(int exponent) {
    return LONGS[exponent];
  }

  /**
   * Returns whether {@code value} times ten to {@code exponent}, which is not negative, fits a
   * long.
   */
  static boolean fits(long value, int exponent) {
    if (value == 0 || exponent == 0) {
      return true;
    }
    if (exponent > LARGEST_LONG) {
      return false;
    }
    long power = LONGS[exponent];
    return value <= Long.MAX_VALUE / power && value >= Long.MIN_VALUE / power;
  }

  /** Returns the product, which {@link #fits} must have allowed. */
  static long times(long value, int exponent) {
    return value == 0 ? 0 : value * LONGS[exponent];
  }

  /** Returns the quotient, rounded away from zero. */
  static long divideAwayFromZero(long value, int exponent) {
    if (exponent > LARGEST_LONG) {
      return Long.signum(value);
    }
    long quotient = value / LONGS[exponent];
    return value % LONGS[exponent] == 0 ? quotient : quotient + Long.signum(value);
  }

  static int digits(long value) {
    int digits = 1;
    for (long rest = value / 10; rest != 0; rest /= 10) {
      digits++;
    }
    return digits;
  }

  /**
   * Returns ten to {@code exponent}, rounded as Go's {@code math.Pow10} rounds it.
   *
   * <p>{@code Math.pow} may differ in the last bit, and then a selector that compares an
   * approximate number would decide otherwise than upstream.
   */
  static double approximately(int exponent) {
    if (exponent > 308) {
      return Double.POSITIVE_INFINITY;
    }
    if (exponent >= 0) {
      return BY_32[exponent / 32] * UP_TO_31[exponent % 32];
    }
    return exponent < -323 ? 0 : BY_MINUS_32[-exponent / 32] / UP_TO_31[-exponent % 32];
  }
}

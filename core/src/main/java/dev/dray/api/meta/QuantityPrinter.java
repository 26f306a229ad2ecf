package dev.dray.api.meta;

import dev.dray.api.meta.Quantity.Format;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A printer of quantities in canonical form: no fraction, and the largest suffix that leaves none.
 *
 * <p>Beyond the largest suffix the number grows instead ({@code 1000E}, {@code 1024Ei}). Upstream
 * would drop the suffix there and so write another quantity, which nobody can want.
 */
final class QuantityPrinter {
  private static final String DECIMAL = "num kMGTPE";
  private static final String BINARY = "KMGTPE";
  private static final int LARGEST_DECIMAL = 18;
  private static final int LARGEST_BINARY = 6;
  private static final BigInteger BIG_KIBI = BigInteger.valueOf(1024);

  private QuantityPrinter() {}

  static String print(long value, int scale, Format format) {
    if (value == 0) {
      return "0";
    }
    if (value == Long.MIN_VALUE || scale > LARGEST_DECIMAL) {
      return print(BigDecimal.valueOf(value, -scale), format);
    }
    if (format == Format.BINARY_SI) {
      return printBinary(value, scale);
    }
    return printDecimal(value, scale, format);
  }

  private static String printBinary(long value, int scale) {
    if (scale > 0 && !PowersOfTen.fits(value, scale)) {
      return print(BigDecimal.valueOf(value, -scale), Format.BINARY_SI);
    }
    if (scale < 0 && !whole(value, -scale)) {
      return printDecimal(value, scale, Format.DECIMAL_SI);
    }
    long number =
        scale < 0 ? PowersOfTen.divideAwayFromZero(value, -scale) : PowersOfTen.times(value, scale);
    if (number > -1024 && number < 1024) {
      return printDecimal(value, scale, Format.DECIMAL_SI);
    }
    int times = 0;
    while ((number & 1023) == 0 && times < LARGEST_BINARY) {
      number >>= 10;
      times++;
    }
    return times == 0 ? Long.toString(number) : number + BINARY.substring(times - 1, times) + "i";
  }

  private static boolean whole(long value, int fractionDigits) {
    return fractionDigits <= PowersOfTen.LARGEST_LONG
        && value % PowersOfTen.of(fractionDigits) == 0;
  }

  private static String printDecimal(long value, int scale, Format format) {
    long number = value;
    int exponent = scale;
    while (number % 10 == 0) {
      number /= 10;
      exponent++;
    }
    int excess = excess(exponent, format);
    if (!PowersOfTen.fits(number, excess)) {
      return print(BigDecimal.valueOf(value, -scale), format);
    }
    return PowersOfTen.times(number, excess) + decimalSuffix(exponent - excess, format);
  }

  /** Returns by how much an exponent must shrink to become that of a suffix. */
  private static int excess(int exponent, Format format) {
    int excess = Math.floorMod(exponent, 3);
    boolean beyond = format != Format.DECIMAL_EXPONENT && exponent > LARGEST_DECIMAL;
    return beyond ? exponent - LARGEST_DECIMAL : excess;
  }

  private static String decimalSuffix(int exponent, Format format) {
    if (exponent == 0) {
      return "";
    }
    if (format == Format.DECIMAL_EXPONENT) {
      return "e" + exponent;
    }
    int place = exponent / 3 + 3;
    return DECIMAL.substring(place, place + 1);
  }

  static String print(BigDecimal amount, Format format) {
    if (amount.signum() == 0) {
      return "0";
    }
    var stripped = amount.stripTrailingZeros();
    boolean binary =
        format == Format.BINARY_SI
            && stripped.scale() <= 0
            && stripped.abs().compareTo(BigAmounts.KIBI) >= 0;
    if (binary) {
      return printBinary(stripped.toBigIntegerExact());
    }
    var decimal = format == Format.BINARY_SI ? Format.DECIMAL_SI : format;
    int exponent = -stripped.scale();
    int excess = excess(exponent, decimal);
    var number = stripped.unscaledValue().multiply(BigInteger.TEN.pow(excess));
    return number + decimalSuffix(exponent - excess, decimal);
  }

  private static String printBinary(BigInteger whole) {
    var number = whole;
    int times = 0;
    while (times < LARGEST_BINARY && number.getLowestSetBit() >= 10) {
      number = number.divide(BIG_KIBI);
      times++;
    }
    return times == 0 ? number.toString() : number + BINARY.substring(times - 1, times) + "i";
  }
}

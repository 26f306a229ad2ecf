package dev.dray.cel.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Numbers as Go reads and writes them. */
public final class GoNumbers {
  private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9]+");
  private static final Pattern UNSIGNED = Pattern.compile("[0-9]+");
  private static final Pattern REAL =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
  private static final Pattern HEXADECIMAL =
      Pattern.compile("[+-]?0[xX]([0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)[pP][+-]?[0-9]+");

  private GoNumbers() {}

  public static Optional<Long> parseLong(String text) {
    return DECIMAL.matcher(text).matches() ? within(() -> Long.parseLong(text)) : Optional.empty();
  }

  public static Optional<Long> parseUnsigned(String text) {
    return UNSIGNED.matcher(text).matches()
        ? within(() -> Long.parseUnsignedLong(text))
        : Optional.empty();
  }

  private interface Parser {
    long parse();
  }

  private static Optional<Long> within(Parser parser) {
    try {
      return Optional.of(parser.parse());
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  public static Optional<Double> parseDouble(String text) {
    var unsigned = text.startsWith("+") || text.startsWith("-") ? text.substring(1) : text;
    var sign = text.startsWith("-") ? -1.0 : 1.0;
    switch (unsigned.toLowerCase(java.util.Locale.ROOT)) {
      case "inf", "infinity" -> {
        return Optional.of(sign * Double.POSITIVE_INFINITY);
      }
      case "nan" -> {
        return unsigned.equals(text) ? Optional.of(Double.NaN) : Optional.empty();
      }
      default -> {}
    }
    if (!REAL.matcher(text).matches() && !HEXADECIMAL.matcher(text).matches()) {
      return Optional.empty();
    }
    var number = Double.parseDouble(text);
    return Double.isInfinite(number) ? Optional.empty() : Optional.of(number);
  }

  /**
   * Formats a number as {@code %g} does: the fewest digits that identify it, with an exponent if it
   * is far from 1.
   */
  public static String general(double number) {
    if (Double.isNaN(number)) {
      return "NaN";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "+Inf" : "-Inf";
    }
    var sign = Double.doubleToRawLongBits(number) < 0 ? "-" : "";
    if (number == 0) {
      return sign + "0";
    }
    var decimal = shortest(Math.abs(number));
    var digits = decimal.unscaledValue().toString();
    var exponent = digits.length() - 1 - decimal.scale();
    if (exponent >= -4 && exponent < 6) {
      return sign + decimal.toPlainString();
    }
    var fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
    return String.format(
        Locale.ROOT,
        "%s%s%se%s%02d",
        sign,
        digits.charAt(0),
        fraction,
        exponent < 0 ? "-" : "+",
        Math.abs(exponent));
  }

  /**
   * Returns the decimal with the fewest digits that identifies the number; Java never writes fewer
   * than two.
   */
  private static BigDecimal shortest(double number) {
    var decimal = new BigDecimal(Double.toString(number)).stripTrailingZeros();
    var rounded = decimal.round(new MathContext(1, RoundingMode.HALF_EVEN));
    return rounded.doubleValue() == number ? rounded : decimal;
  }

  /** Returns the double nearest to an unsigned number. */
  public static double asDouble(long unsigned) {
    // Halving an odd number keeps its last bit, so that rounding goes the same way.
    return unsigned >= 0 ? unsigned : ((unsigned >>> 1) | (unsigned & 1)) * 2.0;
  }

  /** Returns a double without its fraction as an unsigned number. */
  public static long fromDouble(double amount) {
    return amount < 0x1p63 ? (long) amount : (long) (amount - 0x1p63) + Long.MIN_VALUE;
  }
}

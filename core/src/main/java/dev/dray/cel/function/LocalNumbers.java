package dev.dray.cel.function;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as upstream's {@code format} writes them, in English style. */
final class LocalNumbers {
  private static final int GROUP = 3;
  private static final int FRACTION_OF_SCIENTIFIC = 6;

  /** The most digits a double has after the point; any that are asked for beyond are zeros. */
  private static final int LONGEST_FRACTION = 1_100;

  private static final String RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

  private LocalNumbers() {}

  static String fixed(double number, int precision) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return special(number);
    }
    var plain =
        new BigDecimal(Math.abs(number))
            .setScale(Math.min(precision, LONGEST_FRACTION), RoundingMode.HALF_EVEN)
            .toPlainString();
    var point = plain.indexOf('.');
    var whole = point < 0 ? plain : plain.substring(0, point);
    var grouped = grouped(whole);
    var zeros = "0".repeat(Math.max(0, precision - LONGEST_FRACTION));
    return sign(number) + grouped + (point < 0 ? "" : plain.substring(point)) + zeros;
  }

  private static String grouped(String digits) {
    var text = new StringBuilder(digits);
    for (var at = digits.length() - GROUP; at > 0; at -= GROUP) {
      text.insert(at, ',');
    }
    return text.toString();
  }

  /**
   * Returns the number in scientific notation; as upstream does, takes the precision for a width,
   * with a fixed number of digits.
   */
  static String scientific(double number, int width) {
    var text = scientific(number);
    return " ".repeat(Math.max(0, width - length(text))) + text;
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String scientific(double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return special(number);
    }
    var exact = new BigDecimal(Math.abs(number));
    var exponent = exact.signum() == 0 ? 0 : exact.precision() - exact.scale() - 1;
    var digits =
        exact.movePointLeft(exponent).setScale(FRACTION_OF_SCIENTIFIC, RoundingMode.HALF_EVEN);
    if (digits.compareTo(BigDecimal.TEN) >= 0) {
      digits = digits.movePointLeft(1).setScale(FRACTION_OF_SCIENTIFIC, RoundingMode.HALF_EVEN);
      exponent++;
    }
    return sign(number) + digits.toPlainString() + "×10" + raised(exponent);
  }

  private static String raised(int exponent) {
    var text = new StringBuilder(exponent < 0 ? "⁻" : "");
    String.format(Locale.ROOT, "%02d", Math.abs(exponent))
        .chars()
        .forEach(digit -> text.append(RAISED.charAt(digit - '0')));
    return text.toString();
  }

  private static String special(double number) {
    return Double.isNaN(number) ? "NaN" : number > 0 ? "∞" : "-∞";
  }

  private static String sign(double number) {
    return number < 0 ? "-" : "";
  }
}

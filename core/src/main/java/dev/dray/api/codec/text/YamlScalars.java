package dev.dray.api.codec.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The meaning of unquoted YAML scalars to kubectl.
 *
 * <p>That is YAML 1.1 as Go's library reads it, on its way to JSON: {@code yes} and {@code on} are
 * true, {@code 0644} is 420, {@code 1_000} is 1000, while {@code 22:22} and {@code 2026-01-01} stay
 * strings. SnakeYAML's own resolver differs in all of these.
 */
public final class YamlScalars {
  private static final Set<String> TRUE =
      Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
  private static final Set<String> FALSE =
      Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
  private static final Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");
  private static final Set<String> NOT_FINITE =
      Set.of(
          ".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf",
          "-.Inf", "-.INF");

  /** The length of the longest text in these sets. */
  private static final int LONGEST_WORD = 5;

  private static final Pattern BASE_60 =
      Pattern.compile("[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\\.[0-9_]*)?");

  // Longer texts of digits are strings here; to Go they are floats that no field could hold.
  private static final int LONGEST_NUMBER = 400;
  private static final BigInteger MAX_UINT64 = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
  private static final BigInteger MIN_INT64 = BigInteger.TWO.pow(63).negate();

  private YamlScalars() {}

  /** A resolved scalar, with the JSON text of its value. */
  record Resolved(Token token, String text) {}

  static Resolved resolve(String text) {
    if (text.length() <= LONGEST_WORD) {
      if (NULL.contains(text)) {
        return new Resolved(Token.NULL, "null");
      }
      if (TRUE.contains(text)) {
        return new Resolved(Token.TRUE, "true");
      }
      if (FALSE.contains(text)) {
        return new Resolved(Token.FALSE, "false");
      }
    }
    if (text.length() > LONGEST_NUMBER || !mayBeNumber(text.charAt(0))) {
      return new Resolved(Token.STRING, text);
    }
    return number(text)
        .map(number -> new Resolved(Token.NUMBER, number))
        .orElseGet(() -> new Resolved(Token.STRING, text));
  }

  /** Returns whether the text is a float that JSON cannot express. */
  static boolean notFinite(String text) {
    return text.length() <= LONGEST_WORD && NOT_FINITE.contains(text);
  }

  /** Returns whether a part of a text is a float that JSON cannot express. */
  static boolean notFinite(String text, int from, int to) {
    return to - from <= LONGEST_WORD
        && mayBeNumber(text.charAt(from))
        && notFinite(text.substring(from, to));
  }

  /**
   * Returns whether other parsers of YAML 1.1 take the text for a date or a number to the base of
   * 60, such as the PCI address {@code 0000:18:00.0}. Go's library reads a string, and writes it
   * with quotes.
   */
  public static boolean isTextToGoOnly(String text) {
    return isTimestamp(text) || BASE_60.matcher(text).matches();
  }

  private static boolean mayBeNumber(char first) {
    return (first >= '0' && first <= '9') || first == '+' || first == '-' || first == '.';
  }

  private static Optional<String> number(String text) {
    if (text.charAt(0) == '.') {
      return decimal(text);
    }
    if (isTimestamp(text)) {
      return Optional.empty();
    }
    var plain = text.replace("_", "");
    var whole = integer(plain);
    return whole.isPresent() ? whole.map(BigInteger::toString) : decimal(plain);
  }

  /** Parses an integer with Go's prefixes: 0x, 0o, 0b, and a leading zero for octal. */
  private static Optional<BigInteger> integer(String text) {
    boolean signed = text.startsWith("-") || text.startsWith("+");
    var digits = (signed ? text.substring(1) : text).toLowerCase(Locale.ROOT);
    int radix = 10;
    if (digits.startsWith("0x")) {
      radix = 16;
      digits = digits.substring(2);
    } else if (digits.startsWith("0o")) {
      radix = 8;
      digits = digits.substring(2);
    } else if (digits.startsWith("0b")) {
      radix = 2;
      digits = digits.substring(2);
    } else if (digits.length() > 1 && digits.startsWith("0")) {
      radix = 8;
      digits = digits.substring(1);
    }
    if (digits.isEmpty() || !allDigits(digits, radix)) {
      return Optional.empty();
    }
    var magnitude = new BigInteger(digits, radix);
    var value = text.startsWith("-") ? magnitude.negate() : magnitude;
    boolean fits = value.compareTo(MIN_INT64) >= 0 && value.compareTo(MAX_UINT64) <= 0;
    return fits ? Optional.of(value) : Optional.empty();
  }

  private static boolean allDigits(String digits, int radix) {
    return digits.chars().allMatch(c -> c < 0x80 && Character.digit(c, radix) >= 0);
  }

  private static Optional<String> decimal(String text) {
    if (!isDecimal(text)) {
      return Optional.empty();
    }
    double value = Double.parseDouble(text);
    return Double.isInfinite(value) ? Optional.empty() : Optional.of(json(value));
  }

  /**
   * Returns whether the text is an optional sign, digits with at most one point among them, and an
   * optional exponent.
   */
  private static boolean isDecimal(String text) {
    int at = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
    int whole = digitsFrom(text, at);
    at += whole;
    int fraction = 0;
    if (at < text.length() && text.charAt(at) == '.') {
      fraction = digitsFrom(text, at + 1);
      at += 1 + fraction;
    }
    if (whole + fraction == 0) {
      return false;
    }
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      at++;
      at += at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+') ? 1 : 0;
      int exponent = digitsFrom(text, at);
      return exponent > 0 && at + exponent == text.length();
    }
    return at == text.length();
  }

  private static int digitsFrom(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at - from;
  }

  /** Formats a float as Go writes it into JSON. */
  private static String json(double value) {
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    var exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    double size = Math.abs(value);
    if (size >= 1e-6 && size < 1e21) {
      return exact.toPlainString();
    }
    int exponent = exact.precision() - exact.scale() - 1;
    return exact.movePointLeft(exponent).toPlainString()
        + (exponent < 0 ? "e-" : "e+")
        + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }

  /**
   * Returns whether the text begins with four digits and a dash: a date or time, which is a string
   * in JSON.
   */
  private static boolean isTimestamp(String text) {
    return text.length() > 4 && text.charAt(4) == '-' && digitsFrom(text, 0) == 4;
  }
}

package dev.dray.api.meta;

import dev.dray.api.meta.Quantity.Format;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * A parser of one quantity: a sign, digits with a point, and a suffix.
 *
 * <p>It is as permissive as upstream's scanner: a number without any digit is zero wherever the
 * fast path below applies, so {@code G}, {@code Mi} and {@code +} are quantities while {@code Ei}
 * is not. Which path a number takes is visible ({@link Quantity#isInteger}), so the conditions are
 * upstream's too.
 */
final class QuantityParser {
  /** The finest step, as a power of ten: anything more precise is rounded away from zero. */
  static final int NANO = 9;

  private static final int LONGEST = 1024;
  private static final String SUFFIX_LETTERS = "eEinumkKMGTP";
  private static final int SHORT_DIGITS = 18;
  private static final int SHORT_BINARY_DIGITS = 14;
  private static final int HUGE = 1_000_000_000;

  private static final Parsed<Quantity> WRONG_FORMAT =
      new Parsed.Mistake<>(
          "quantities must match the regular expression"
              + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
  private static final Parsed<Quantity> WRONG_NUMBER =
      new Parsed.Mistake<>("unable to parse numeric part of quantity");
  private static final Parsed<Quantity> WRONG_SUFFIX =
      new Parsed.Mistake<>("unable to parse quantity's suffix");
  private static final Parsed<Quantity> TOO_LARGE =
      new Parsed.Mistake<>(
          "quantities must be less than 1e%d and have at most %d characters"
              .formatted(LONGEST, LONGEST));

  private final String text;
  private final int end;

  private boolean negative;
  private boolean digitsSeen;
  private int wholeStart;
  private int wholeEnd;
  private int fractionStart;
  private int fractionEnd;
  private int suffixStart;
  private Format format = Format.DECIMAL_SI;
  private int exponent;

  private QuantityParser(String text) {
    this.text = text;
    this.end = text.length();
  }

  static Parsed<Quantity> parse(String text) {
    if (text.isEmpty()) {
      return WRONG_FORMAT;
    }
    return text.length() > LONGEST ? TOO_LARGE : new QuantityParser(text).parse();
  }

  private Parsed<Quantity> parse() {
    if (!split()) {
      return WRONG_FORMAT;
    }
    if (!interpretSuffix()) {
      return WRONG_SUFFIX;
    }
    if (isShort()) {
      return ofLong();
    }
    return digitsSeen ? ofBig() : WRONG_NUMBER;
  }

  private boolean split() {
    int start = 0;
    if (text.charAt(0) == '-' || text.charAt(0) == '+') {
      negative = text.charAt(0) == '-';
      start = 1;
    }
    wholeStart = skipZeros(start);
    wholeEnd = skipDigits(wholeStart);
    fractionStart = wholeEnd;
    fractionEnd = wholeEnd;
    if (wholeEnd < end && text.charAt(wholeEnd) == '.') {
      fractionStart = wholeEnd + 1;
      fractionEnd = skipDigits(fractionStart);
    }
    suffixStart = fractionEnd;
    digitsSeen = wholeEnd > start || fractionEnd > fractionStart;
    return skipDigits(skipSign(skipLetters(suffixStart))) == end;
  }

  private int skipZeros(int from) {
    int at = from;
    while (at < end && text.charAt(at) == '0') {
      at++;
    }
    return at;
  }

  private int skipDigits(int from) {
    int at = from;
    while (at < end && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }

  private int skipLetters(int from) {
    int at = from;
    while (at < end && SUFFIX_LETTERS.indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  private int skipSign(int from) {
    return from < end && (text.charAt(from) == '-' || text.charAt(from) == '+') ? from + 1 : from;
  }

  private boolean interpretSuffix() {
    int length = end - suffixStart;
    if (length == 0) {
      return true;
    }
    char first = text.charAt(suffixStart);
    if (length == 1) {
      return decimalSuffix(first);
    }
    if (length == 2 && text.charAt(suffixStart + 1) == 'i') {
      return binarySuffix(first);
    }
    return (first == 'e' || first == 'E') && exponentSuffix();
  }

  private boolean decimalSuffix(char letter) {
    int place = "num kMGTPE".indexOf(letter);
    exponent = (place - 3) * 3;
    return place >= 0;
  }

  private boolean binarySuffix(char letter) {
    int place = "KMGTPE".indexOf(letter);
    format = Format.BINARY_SI;
    exponent = (place + 1) * 10;
    return place >= 0;
  }

  /**
   * Reads the exponent after its letter; an exponent beyond any limit only has to stay beyond it.
   */
  private boolean exponentSuffix() {
    int from = skipSign(suffixStart + 1);
    int significant = skipZeros(from);
    if (from == end || skipDigits(from) != end || end - significant > SHORT_DIGITS) {
      return false;
    }
    int magnitude = (int) Math.min(HUGE, digits(significant, end, 0));
    format = Format.DECIMAL_EXPONENT;
    exponent = text.charAt(suffixStart + 1) == '-' ? -magnitude : magnitude;
    return true;
  }

  private long digits(int from, int to, long before) {
    long number = before;
    for (int at = from; at < to; at++) {
      number = number * 10 + (text.charAt(at) - '0');
    }
    return number;
  }

  private int wholeDigits() {
    return Math.max(1, wholeEnd - wholeStart);
  }

  private int fractionDigits() {
    return fractionEnd - fractionStart;
  }

  private boolean isShort() {
    if (format == Format.BINARY_SI) {
      return fractionDigits() == 0 && wholeDigits() + exponent * 3 / 10 <= SHORT_BINARY_DIGITS;
    }
    return wholeDigits() + fractionDigits() <= SHORT_DIGITS && exponent - fractionDigits() >= -NANO;
  }

  private Parsed<Quantity> ofLong() {
    long number = digits(fractionStart, fractionEnd, digits(wholeStart, wholeEnd, 0));
    if (format == Format.BINARY_SI) {
      return small(number << exponent, 0, (number & 7) != 0);
    }
    int scale = exponent - fractionDigits();
    if (number == 0) {
      return small(0, Math.min(scale, 0), text.equals("0"));
    }
    if (scale > LONGEST - PowersOfTen.digits(number)) {
      return TOO_LARGE;
    }
    return small(number, scale, wholeEnd > wholeStart && scale % 3 == 0 && number % 1000 != 0);
  }

  private Parsed<Quantity> small(long magnitude, int scale, boolean canonical) {
    long value = negative ? -magnitude : magnitude;
    return new Parsed.Value<>(Quantity.small(value, scale, format, canonical ? text : ""));
  }

  private Parsed<Quantity> ofBig() {
    var digits = text.substring(wholeStart, wholeEnd) + text.substring(fractionStart, fractionEnd);
    var unscaled = digits.isEmpty() ? BigInteger.ZERO : new BigInteger(digits);
    return format == Format.BINARY_SI ? bigBinary(unscaled) : bigDecimal(unscaled);
  }

  private Parsed<Quantity> bigBinary(BigInteger unscaled) {
    var exact = new BigDecimal(unscaled.shiftLeft(exponent), fractionDigits());
    var amount = exact.signum() == 0 ? exact : exact.setScale(NANO, RoundingMode.UP);
    if (amount.compareTo(BigAmounts.MOST) > 0) {
      amount = BigAmounts.MOST;
    }
    boolean belowOne = amount.signum() > 0 && amount.compareTo(BigDecimal.ONE) < 0;
    return big(amount, belowOne ? Format.DECIMAL_SI : format);
  }

  private Parsed<Quantity> bigDecimal(BigInteger unscaled) {
    int scale = fractionDigits() - exponent;
    if (unscaled.signum() == 0) {
      return big(BigDecimal.ZERO, format);
    }
    // Raising ten to the exponent first would let a few characters allocate gigabytes.
    int wholeDigits = new BigDecimal(unscaled).precision() - scale;
    if (wholeDigits > LONGEST) {
      return TOO_LARGE;
    }
    if (wholeDigits <= -NANO) {
      return big(BigDecimal.valueOf(1, NANO), format);
    }
    return big(new BigDecimal(unscaled, scale).setScale(NANO, RoundingMode.UP), format);
  }

  private Parsed<Quantity> big(BigDecimal magnitude, Format written) {
    return new Parsed.Value<>(Quantity.big(negative ? magnitude.negate() : magnitude, written));
  }
}

package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * An exact amount with the notation in which it was written: {@code 141Gi}, {@code 500m}, {@code
 * 1e3}.
 *
 * <p>Grammar, rounding and printing are those of Kubernetes: what is finer than a billionth is
 * rounded away from zero, what is written with a binary suffix is capped at 2<sup>63</sup>-1, and a
 * text that upstream takes for canonical is printed as it was written, {@code +5} and {@code 1.500}
 * included. A parsed text has at most 1024 characters and a magnitude below 1e1024; upstream takes
 * more and may then compute for minutes.
 *
 * <p>Two quantities are equal when their amounts are, however they are written.
 */
public final class Quantity implements Comparable<Quantity> {

  /** The kind of suffix that the amount is written with. */
  public enum Format {
    /** {@code 12e6}. */
    DECIMAL_EXPONENT,
    /** {@code 12Mi}, that is 12 times 2 to the 20th. */
    BINARY_SI,
    /** {@code 12M}, that is 12 times 10 to the 6th. */
    DECIMAL_SI
  }

  public static final Quantity ZERO = small(0, 0, Format.DECIMAL_SI, "0");

  /** The zero that stands for an amount that is required and was not written. */
  public static final Quantity MISSING = small(0, 0, Format.DECIMAL_SI, "");

  /** The amount is value times ten to scale, unless there is a {@link #big} one. */
  private final long value;

  private final int scale;
  private final @Nullable BigDecimal big;
  private final Format format;

  /** The parsed text, if it is printed unchanged; else empty. */
  private final String text;

  private Quantity(long value, int scale, @Nullable BigDecimal big, Format format, String text) {
    this.value = value;
    this.scale = scale;
    this.big = big;
    this.format = requireNonNull(format, "format");
    this.text = text;
  }

  static Quantity small(long value, int scale, Format format, String text) {
    return new Quantity(value, scale, null, format, text);
  }

  static Quantity big(BigDecimal amount, Format format) {
    return new Quantity(0, 0, amount, format, "");
  }

  /** Returns that many whole units. */
  public static Quantity of(long units, Format format) {
    return small(units, 0, format, "");
  }

  /** Returns that many thousandths. */
  public static Quantity ofMilli(long thousandths, Format format) {
    return small(thousandths, -3, format, "");
  }

  /** Parses a text that somebody wrote. */
  public static Parsed<Quantity> tryParse(String text) {
    return QuantityParser.parse(text);
  }

  /**
   * Parses a text that is known to be valid.
   *
   * @throws IllegalArgumentException with upstream's words if it is not
   */
  public static Quantity parse(String text) {
    return tryParse(text).orThrow(text);
  }

  /**
   * Returns what was probably meant by a text that is no quantity, as {@code did you mean "6Gi"?}.
   */
  public static Optional<String> suggestion(String text) {
    return QuantityAdvice.on(text);
  }

  public Format format() {
    return format;
  }

  /** Returns the sum, in this notation, or in the other's if this is zero. */
  public Quantity add(Quantity other) {
    var written = isZero() ? other.format : format;
    if (big == null && other.big == null) {
      return addSmall(other.value, other.scale, written);
    }
    return big(toBigDecimal().add(other.toBigDecimal()), written);
  }

  /** Returns the difference, in this notation, or in the other's if this is zero. */
  public Quantity subtract(Quantity other) {
    var written = isZero() ? other.format : format;
    if (big == null && other.big == null && other.value != Long.MIN_VALUE) {
      return addSmall(-other.value, other.scale, written);
    }
    return big(toBigDecimal().subtract(other.toBigDecimal()), written);
  }

  private Quantity addSmall(long otherValue, int otherScale, Format written) {
    if (otherValue == 0) {
      return small(value, scale, written, "");
    }
    if (value == 0) {
      return small(otherValue, otherScale, written, "");
    }
    int finest = Math.min(scale, otherScale);
    if (PowersOfTen.fits(value, scale - finest)
        && PowersOfTen.fits(otherValue, otherScale - finest)) {
      long one = PowersOfTen.times(value, scale - finest);
      long two = PowersOfTen.times(otherValue, otherScale - finest);
      long sum = one + two;
      if (((one ^ sum) & (two ^ sum)) >= 0) {
        return small(sum, finest, written, "");
      }
    }
    return big(toBigDecimal().add(BigDecimal.valueOf(otherValue, -otherScale)), written);
  }

  /** Returns the product, in this notation. */
  public Quantity times(long factor) {
    if (big == null && Math.multiplyHigh(value, factor) == (value * factor) >> 63) {
      return small(value * factor, factor == 0 && value != 0 ? 0 : scale, format, "");
    }
    return big(toBigDecimal().multiply(BigDecimal.valueOf(factor)), format);
  }

  public boolean isZero() {
    return sign() == 0;
  }

  /** Returns -1, 0 or 1. */
  public int sign() {
    return big == null ? Long.signum(value) : big.signum();
  }

  @Override
  public int compareTo(Quantity other) {
    if (big != null || other.big != null) {
      return toBigDecimal().compareTo(other.toBigDecimal());
    }
    if (scale == other.scale) {
      return Long.compare(value, other.value);
    }
    return scale > other.scale ? -other.compareToCoarser(this) : compareToCoarser(other);
  }

  private int compareToCoarser(Quantity coarser) {
    long places = (long) coarser.scale - scale;
    if (places > PowersOfTen.LARGEST_LONG) {
      return toBigDecimal().compareTo(coarser.toBigDecimal());
    }
    long power = PowersOfTen.of((int) places);
    int quotients = Long.compare(value / power, coarser.value);
    return quotients == 0 ? Long.signum(value % power) : quotients;
  }

  /** Returns the whole units, rounded away from zero; the nearest long if there are too many. */
  public long value() {
    return scaled(0);
  }

  /** Returns the thousandths, rounded away from zero; the nearest long if there are too many. */
  public long milliValue() {
    return scaled(3);
  }

  private long scaled(int places) {
    if (big == null && scale + places < 0) {
      return PowersOfTen.divideAwayFromZero(value, -scale - places);
    }
    if (big == null && PowersOfTen.fits(value, scale + places)) {
      return PowersOfTen.times(value, scale + places);
    }
    var exact = toBigDecimal().scaleByPowerOfTen(places);
    return exact
        .max(BigAmounts.LEAST)
        .min(BigAmounts.MOST)
        .setScale(0, RoundingMode.UP)
        .longValueExact();
  }

  /** Returns the amount if it is an integer in the range of a long, however it was written. */
  public OptionalLong exactUnits() {
    return exact(0);
  }

  /** Returns the thousandths if they are an integer in the range of a long. */
  public OptionalLong exactMilli() {
    return exact(3);
  }

  private OptionalLong exact(int places) {
    long scaled = scaled(places);
    return compareTo(small(scaled, -places, format, "")) == 0
        ? OptionalLong.of(scaled)
        : OptionalLong.empty();
  }

  /**
   * Returns the result of CEL's {@code isInteger()}: true only for a number that was written
   * without a fraction and with few enough digits, so not for {@code 1.0}, {@code 1000m} or {@code
   * 1Ei}.
   */
  public boolean isInteger() {
    return asInteger().isPresent();
  }

  /** Returns the result of CEL's {@code asInteger()}, by the rule of {@link #isInteger}. */
  public OptionalLong asInteger() {
    return big == null && scale >= 0 && PowersOfTen.fits(value, scale)
        ? OptionalLong.of(PowersOfTen.times(value, scale))
        : OptionalLong.empty();
  }

  /**
   * Returns the result of CEL's {@code asApproximateFloat()}, to the last bit; infinite if out of
   * range.
   */
  public double asApproximateFloat() {
    double base = big == null ? value : big.unscaledValue().doubleValue();
    int exponent = big == null ? scale : -big.scale();
    return exponent == 0 ? base : base * PowersOfTen.approximately(exponent);
  }

  /** Returns an upper bound of the digits of the amount, written without an exponent. */
  public int mostDigits() {
    if (big == null) {
      return PowersOfTen.LARGEST_LONG + 1 + Math.abs(scale);
    }
    // Three digits for ten bits, and one for what is left of them.
    return big.unscaledValue().bitLength() * 3 / 10 + 1 + Math.abs(big.scale());
  }

  public BigDecimal toBigDecimal() {
    return big == null ? BigDecimal.valueOf(value, -scale) : big;
  }

  /** Returns whether it is zero only because nobody wrote it. */
  @SuppressWarnings("ReferenceEquality") // Another zero was written.
  public boolean isMissing() {
    return this == MISSING;
  }

  /**
   * Returns whether upstream would find the two equal field by field: the same number in the same
   * notation, both parsed from the same text or both computed. Its allocator compares a request
   * with a policy's default in this way.
   */
  public boolean isWrittenLike(Quantity other) {
    return big == null
        && other.big == null
        && value == other.value
        && scale == other.scale
        && format == other.format
        && text.equals(other.text);
  }

  /** Compares the amounts; the notation does not count. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Quantity that && compareTo(that) == 0;
  }

  @Override
  public int hashCode() {
    if (isZero()) {
      return 0;
    }
    if (big != null) {
      var stripped = big.stripTrailingZeros();
      return 31 * stripped.unscaledValue().hashCode() - stripped.scale();
    }
    long number = value;
    int exponent = scale;
    while (number % 10 == 0) {
      number /= 10;
      exponent++;
    }
    return 31 * hashLikeBigInteger(number) + exponent;
  }

  // A small and a big form of one amount must share a hash, and a big one may exceed any long.
  private static int hashLikeBigInteger(long number) {
    long magnitude = Math.abs(number);
    return (int) ((int) (magnitude >>> 32) * 31L + (magnitude & 0xffffffffL)) * Long.signum(number);
  }

  /**
   * Returns the text that is stored and sent: as it was written if that is canonical, else
   * canonical.
   */
  @Override
  public String toString() {
    if (!text.isEmpty()) {
      return text;
    }
    return big == null
        ? QuantityPrinter.print(value, scale, format)
        : QuantityPrinter.print(big, format);
  }
}

package dev.dray.cel.value;

import dev.dray.cel.value.Value.TimestampValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Durations and timestamps as Go reads and writes them. */
public final class GoTimes {
  private static final Pattern SPAN =
      Pattern.compile("([0-9]+\\.?[0-9]*|\\.[0-9]+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)");
  private static final Pattern MOMENT =
      Pattern.compile(
          "([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{1,2}):([0-9]{2}):([0-9]{2})"
              + "(?:[.,]([0-9]+))?(?:Z|([+-])([0-9]{2}):([0-9]{2}))");
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);
  private static final long NANOS = 1_000_000_000L;
  private static final BigInteger LONGEST = BigInteger.valueOf(Long.MAX_VALUE);

  private GoTimes() {}

  public static Optional<Duration> parseDuration(String text) {
    var negative = text.startsWith("-");
    var rest = negative || text.startsWith("+") ? text.substring(1) : text;
    if (rest.equals("0")) {
      return Optional.of(Duration.ZERO);
    }
    var nanos = BigInteger.ZERO;
    var part = SPAN.matcher(rest);
    var at = 0;
    while (at < rest.length()) {
      if (!part.region(at, rest.length()).lookingAt()) {
        return Optional.empty();
      }
      var amount = new BigDecimal(part.group(1)).multiply(unit(part.group(2)));
      nanos = nanos.add(amount.toBigInteger());
      at = part.end();
    }
    var limit = negative ? LONGEST.add(BigInteger.ONE) : LONGEST;
    if (rest.isEmpty() || nanos.compareTo(limit) > 0) {
      return Optional.empty();
    }
    return Optional.of(Duration.ofNanos((negative ? nanos.negate() : nanos).longValueExact()));
  }

  private static BigDecimal unit(String name) {
    return BigDecimal.valueOf(
        switch (name) {
          case "ns" -> 1L;
          case "ms" -> 1_000_000L;
          case "s" -> 1_000_000_000L;
          case "m" -> 60_000_000_000L;
          case "h" -> 3_600_000_000_000L;
          default -> 1_000L;
        });
  }

  /** Parses RFC 3339; the hour may have one digit, and the fraction a comma. */
  public static Optional<TimestampValue> parseMoment(String text) {
    var match = MOMENT.matcher(text);
    if (!match.matches()) {
      return Optional.empty();
    }
    var fraction = match.group(7) == null ? "" : match.group(7);
    var nanos = (fraction + "000000000").substring(0, 9);
    try {
      var local =
          LocalDateTime.of(
              Integer.parseInt(match.group(1)),
              Integer.parseInt(match.group(2)),
              Integer.parseInt(match.group(3)),
              Integer.parseInt(match.group(4)),
              Integer.parseInt(match.group(5)),
              Integer.parseInt(match.group(6)),
              Integer.parseInt(nanos));
      return offset(match.group(8), match.group(9), match.group(10))
          .map(
              ahead ->
                  new TimestampValue(
                      local.toInstant(ZoneOffset.UTC).minusSeconds(ahead), ahead.intValue()));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  private static Optional<Long> offset(
      @org.jspecify.annotations.Nullable String sign,
      @org.jspecify.annotations.Nullable String hours,
      @org.jspecify.annotations.Nullable String minutes) {
    if (sign == null || hours == null || minutes == null) {
      return Optional.of(0L);
    }
    var hour = Long.parseLong(hours);
    var minute = Long.parseLong(minutes);
    if (hour > 24 || minute > 60) {
      return Optional.empty();
    }
    var seconds = (hour * 60 + minute) * 60;
    return Optional.of(sign.equals("-") ? -seconds : seconds);
  }

  public static String seconds(Duration duration) {
    var nanos = duration.toNanos();
    var whole = nanos / NANOS;
    var seconds = whole + (nanos % NANOS) / 1e9;
    var plain = new BigDecimal(Double.toString(seconds)).stripTrailingZeros().toPlainString();
    return plain + "s";
  }

  /**
   * Formats a timestamp as RFC 3339 in its own offset, with as many digits as the fraction needs.
   */
  public static String text(TimestampValue moment) {
    var clock = moment.value().plusSeconds(moment.ahead()).atOffset(ZoneOffset.UTC);
    var fraction =
        clock.getNano() == 0
            ? ""
            : String.format(Locale.ROOT, ".%09d", clock.getNano()).replaceAll("0+$", "");
    var minutes = Math.abs(moment.ahead()) / 60;
    var zone =
        moment.ahead() == 0
            ? "Z"
            : String.format(
                Locale.ROOT,
                "%s%02d:%02d",
                moment.ahead() < 0 ? "-" : "+",
                minutes / 60,
                minutes % 60);
    return SECONDS.format(clock) + fraction + zone;
  }

  /** Formats a duration as {@code 1h2m3.5s}. */
  static String text(Duration duration) {
    var nanos = BigDecimal.valueOf(duration.toNanos()).abs();
    var sign = duration.isNegative() ? "-" : "";
    if (nanos.signum() == 0) {
      return "0s";
    }
    for (var unit : List.of("ns", "\u00b5s", "ms")) {
      var size = unit(unit);
      if (nanos.compareTo(size.multiply(BigDecimal.valueOf(1_000))) < 0) {
        return sign + plain(nanos.divide(size)) + unit;
      }
    }
    var minutes = nanos.divideToIntegralValue(unit("m")).longValueExact();
    var seconds = plain(nanos.remainder(unit("m")).divide(unit("s"))) + "s";
    if (minutes == 0) {
      return sign + seconds;
    }
    return sign + (minutes < 60 ? "" : minutes / 60 + "h") + minutes % 60 + "m" + seconds;
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}

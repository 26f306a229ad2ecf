package dev.dray.schema;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The times of RFC 3339, as they are written on the wire. */
final class WireTimes {
  private static final Pattern RFC_3339 =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?"
              + "(Z|[-+][0-9]{2}:[0-9]{2})");
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private WireTimes() {}

  /**
   * Returns whether the text certainly is a time as servers write it. Days after the 28th are left
   * to the parser, because a month may not have them.
   */
  static boolean isCanonical(String text) {
    return text.length() == 20
        && digits(text, 0, 4)
        && text.charAt(4) == '-'
        && within(text, 5, 1, 12)
        && text.charAt(7) == '-'
        && within(text, 8, 1, 28)
        && text.charAt(10) == 'T'
        && within(text, 11, 0, 23)
        && text.charAt(13) == ':'
        && within(text, 14, 0, 59)
        && text.charAt(16) == ':'
        && within(text, 17, 0, 59)
        && text.charAt(19) == 'Z';
  }

  private static boolean within(String text, int at, int least, int most) {
    if (!digits(text, at, at + 2)) {
      return false;
    }
    int number = (text.charAt(at) - '0') * 10 + text.charAt(at + 1) - '0';
    return number >= least && number <= most;
  }

  private static boolean digits(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  static Optional<Instant> parse(String text) {
    if (!RFC_3339.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          OffsetDateTime.parse(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME).toInstant());
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  static String micros(Instant time) {
    return MICROS.format(time);
  }
}

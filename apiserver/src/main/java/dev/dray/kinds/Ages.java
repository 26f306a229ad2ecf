package dev.dray.kinds;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Durations as kubectl's tables show them: at most two units, coarser the longer they are. */
public final class Ages {
  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final long YEAR = 365 * DAY;

  private Ages() {}

  /** Returns the time since a timestamp of an object. */
  public static String since(String time, Instant now) {
    return read(time).map(then -> human(Duration.between(then, now))).orElse("<unknown>");
  }

  public static Optional<Instant> read(String time) {
    try {
      return time.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(time));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  static String human(Duration duration) {
    long seconds = duration.toMillis() / 1000;
    if (seconds < -1) {
      return "<invalid>";
    }
    if (seconds < 0) {
      return "0s";
    }
    if (seconds < 2 * MINUTE) {
      return seconds + "s";
    }
    if (seconds < 10 * MINUTE) {
      return two(seconds / MINUTE, "m", seconds % MINUTE, "s");
    }
    if (seconds < 3 * HOUR) {
      return seconds / MINUTE + "m";
    }
    if (seconds < 8 * HOUR) {
      return two(seconds / HOUR, "h", seconds / MINUTE % 60, "m");
    }
    return longer(seconds);
  }

  private static String longer(long seconds) {
    if (seconds < 2 * DAY) {
      return seconds / HOUR + "h";
    }
    if (seconds < 8 * DAY) {
      return two(seconds / DAY, "d", seconds / HOUR % 24, "h");
    }
    if (seconds < 2 * YEAR) {
      return seconds / DAY + "d";
    }
    if (seconds < 8 * YEAR) {
      return two(seconds / YEAR, "y", seconds / DAY % 365, "d");
    }
    return seconds / YEAR + "y";
  }

  private static String two(long many, String unit, long few, String smaller) {
    return few == 0 ? many + unit : many + unit + few + smaller;
  }
}

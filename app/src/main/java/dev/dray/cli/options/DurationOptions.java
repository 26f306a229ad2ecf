package dev.dray.cli.options;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations in options: 500ms, 10s, 5m or 1h30m; and 0. */
final class DurationOptions {
  private static final Pattern TIME =
      Pattern.compile("(?:(\\d{1,6})h)?(?:(\\d{1,6})m(?!s))?(?:(\\d{1,6})s)?(?:(\\d{1,9})ms)?");

  private DurationOptions() {}

  /** Parses the duration of an option, or throws the mistake. */
  static Duration of(String option, String text, Function<String, RuntimeException> mistake) {
    return parse(text)
        .orElseThrow(
            () ->
                mistake.apply(
                    "%s must be a duration such as 500ms, 10s, 5m or 1h30m, got \"%s\"."
                        .formatted(option, text)));
  }

  private static Optional<Duration> parse(String text) {
    if (text.equals("0")) {
      return Optional.of(Duration.ZERO);
    }
    var parts = TIME.matcher(text);
    if (text.isEmpty() || !parts.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        Duration.ofHours(number(parts.group(1)))
            .plusMinutes(number(parts.group(2)))
            .plusSeconds(number(parts.group(3)))
            .plusMillis(number(parts.group(4))));
  }

  private static long number(@Nullable String digits) {
    return Optional.ofNullable(digits).map(Long::parseLong).orElse(0L);
  }
}

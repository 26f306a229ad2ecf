package dev.dray.http;

import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.kinds.StatusError;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The query parameters of a request; the first of several with one name counts. */
final class Parameters {
  private static final Pattern PART =
      Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{0,18})?|\\.[0-9]{1,18})(ns|us|µs|μs|ms|s|m|h)");
  private static final Pattern DURATION = Pattern.compile("[-+]?(?:" + PART.pattern() + ")+");
  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9]*\\.?[0-9]+");
  private static final BigDecimal MOST_NANOS = BigDecimal.valueOf(Long.MAX_VALUE);

  private final Map<String, String> values = new LinkedHashMap<>();

  Parameters(String query) {
    for (var pair : query.split("&", -1)) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        var name = equals < 0 ? pair : pair.substring(0, equals);
        var value = equals < 0 ? "" : pair.substring(equals + 1);
        values.putIfAbsent(decoded(name), decoded(value));
      }
    }
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new StatusError(
          StatusError.Reason.BAD_REQUEST,
          "invalid URL escape in the query: \"%s\"".formatted(text));
    }
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  /** Returns a parameter; empty if it is absent. */
  String text(String name) {
    return values.getOrDefault(name, "");
  }

  /** Returns whether a parameter is present and neither {@code false} nor {@code 0}. */
  boolean truth(String name) {
    var value = values.get(name);
    return value != null && !value.equalsIgnoreCase("false") && !value.equals("0");
  }

  Optional<Long> number(String name) {
    var value = text(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Long.parseLong(value));
    } catch (NumberFormatException e) {
      throw new StatusError(
          StatusError.Reason.BAD_REQUEST,
          "strconv.ParseInt: parsing \"%s\": invalid syntax (in the parameter %s)"
              .formatted(value, name));
    }
  }

  /** Returns the timeout the client asks for; empty if it names none or 0. */
  Optional<Duration> timeout() {
    var value = text("timeout");
    if (value.isEmpty() || value.equals("0")) {
      return Optional.empty();
    }
    if (!DURATION.matcher(value).matches()) {
      throw new StatusError(
          StatusError.Reason.BAD_REQUEST,
          "invalid timeout specified in the request URL - time: %s duration \"%s\""
              .formatted(NUMBER.matcher(value).matches() ? "missing unit in" : "invalid", value));
    }
    var nanos = BigDecimal.ZERO;
    var parts = PART.matcher(value);
    while (parts.find()) {
      nanos = nanos.add(new BigDecimal(parts.group(1)).multiply(nanos(parts.group(2))));
    }
    boolean positive = nanos.signum() > 0 && !value.startsWith("-");
    return positive
        ? Optional.of(Duration.ofNanos(nanos.min(MOST_NANOS).longValue()))
        : Optional.empty();
  }

  private static BigDecimal nanos(String unit) {
    return switch (unit) {
      case "ns" -> BigDecimal.ONE;
      case "us", "µs", "μs" -> BigDecimal.valueOf(1_000);
      case "ms" -> BigDecimal.valueOf(1_000_000);
      case "s" -> BigDecimal.valueOf(1_000_000_000);
      case "m" -> BigDecimal.valueOf(60_000_000_000L);
      default -> BigDecimal.valueOf(3_600_000_000_000L);
    };
  }

  /** Returns a parameter that is a resource version; empty if it is absent. */
  Optional<Long> revision(String name) {
    var value = text(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    try {
      long revision = Long.parseLong(value);
      if (revision >= 0) {
        return Optional.of(revision);
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new StatusError(
        StatusError.Reason.BAD_REQUEST,
        ("invalid resource version: resourceVersion: Invalid value: \"%1$s\": strconv.ParseUint:"
                + " parsing \"%1$s\": invalid syntax")
            .formatted(value));
  }

  boolean dryRun() {
    var value = text("dryRun");
    if (!value.isEmpty() && !value.equals("All")) {
      throw new StatusError(
          StatusError.Reason.BAD_REQUEST,
          "dryRun: Unsupported value: \"%s\": supported values: \"All\"".formatted(value));
    }
    return value.equals("All");
  }

  FieldValidation fieldValidation() {
    return switch (text("fieldValidation")) {
      case "Strict" -> FieldValidation.STRICT;
      case "Ignore" -> FieldValidation.IGNORE;
      case "Warn", "" -> FieldValidation.WARN;
      default ->
          throw new StatusError(
              StatusError.Reason.BAD_REQUEST,
              "fieldValidation: Unsupported value: \"%s\": supported values: \"\", \"Ignore\","
                      .formatted(text("fieldValidation"))
                  + " \"Strict\", \"Warn\"");
    };
  }
}

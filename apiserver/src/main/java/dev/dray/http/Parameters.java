package dev.dray.http;

import dev.dray.api.codec.FieldValidation;
import dev.dray.kinds.Refusal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The parameters of a request; of several with one name the first counts. */
final class Parameters {
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
      throw new Refusal(
          Refusal.Reason.BAD_REQUEST, "invalid URL escape in the query: \"%s\"".formatted(text));
    }
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  /** Empty if it is not there. */
  String text(String name) {
    return values.getOrDefault(name, "");
  }

  /** Whether it is there and not plainly false. */
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
      throw new Refusal(
          Refusal.Reason.BAD_REQUEST,
          "strconv.ParseInt: parsing \"%s\": invalid syntax (in the parameter %s)"
              .formatted(value, name));
    }
  }

  /** A resource version; nothing if it is not given. */
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
      // Told below.
    }
    throw new Refusal(
        Refusal.Reason.BAD_REQUEST,
        ("invalid resource version: resourceVersion: Invalid value: \"%1$s\": strconv.ParseUint:"
                + " parsing \"%1$s\": invalid syntax")
            .formatted(value));
  }

  boolean dryRun() {
    var value = text("dryRun");
    if (!value.isEmpty() && !value.equals("All")) {
      throw new Refusal(
          Refusal.Reason.BAD_REQUEST,
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
          throw new Refusal(
              Refusal.Reason.BAD_REQUEST,
              "fieldValidation: Unsupported value: \"%s\": supported values: \"\", \"Ignore\","
                      .formatted(text("fieldValidation"))
                  + " \"Strict\", \"Warn\"");
    };
  }
}

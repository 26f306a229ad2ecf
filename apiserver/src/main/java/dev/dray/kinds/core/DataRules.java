package dev.dray.kinds.core;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Formats;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.FieldMistakes;
import java.util.regex.Pattern;

/** The rules that config maps and secrets share. */
final class DataRules {
  private static final int MAX_BYTES = 1 << 20;
  private static final int MAX_KEY = 253;
  private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]+");

  private DataRules() {}

  static Violations keys(Json.Obj data, String field) {
    var found = Violations.NONE;
    for (var key : data.fields().keySet()) {
      found = found.and(key(key, FieldPath.of(field).key(key)));
    }
    return found;
  }

  private static Violations key(String key, FieldPath at) {
    var found = Violations.NONE;
    if (Formats.longerThan(key, MAX_KEY)) {
      found =
          Violations.of(
              Violation.invalid(at, key, "must be no more than %d characters".formatted(MAX_KEY)));
    }
    if (!KEY.matcher(key).matches()) {
      found =
          found.and(
              Violation.invalid(
                  at,
                  key,
                  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
                      + " (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for"
                      + " validation is '[-._a-zA-Z0-9]+')"));
    }
    if (key.equals(".") || key.equals("..")) {
      return found.and(Violation.invalid(at, key, "must not be '%s'".formatted(key)));
    }
    return key.startsWith("..")
        ? found.and(Violation.invalid(at, key, "must not start with '..'"))
        : found;
  }

  /**
   * Checks that the data is not larger than the store takes; upstream names the field only for
   * secrets.
   */
  static Violations size(long bytes, String field) {
    return bytes <= MAX_BYTES
        ? Violations.NONE
        : Violations.of(
            Violation.tooLong(field.isEmpty() ? FieldPath.ROOT : FieldPath.of(field), MAX_BYTES));
  }

  static long bytes(Json.Obj data) {
    return data.fields().values().stream()
        .mapToLong(value -> value instanceof Json.Str(var text) ? Formats.bytes(text) : 0)
        .sum();
  }

  /** Returns the number of bytes that base64 data stands for, ignoring padding. */
  static long decodedBytes(Json.Obj data) {
    return bytes(data) / 4 * 3;
  }

  /** Checks that immutable data stays unchanged, and stays immutable. */
  static Violations kept(Json.Obj object, Json.Obj stored, String... fields) {
    if (!stored.truth("immutable")) {
      return Violations.NONE;
    }
    var found = object.truth("immutable") ? Violations.NONE : immutable("immutable");
    for (var field : fields) {
      if (!object.object(field).equals(stored.object(field))) {
        found = found.and(immutable(field));
      }
    }
    return found;
  }

  private static Violations immutable(String field) {
    return Violations.of(
        Violation.forbidden(FieldPath.of(field), FieldMistakes.IMMUTABLE_SET).by("immutable"));
  }
}

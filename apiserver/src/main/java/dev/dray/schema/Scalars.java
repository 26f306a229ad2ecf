package dev.dray.schema;

import dev.dray.api.json.Json;
import dev.dray.api.meta.Parsed;
import dev.dray.api.meta.Quantity;
import dev.dray.schema.SchemaType.ScalarKind;
import java.util.Base64;
import java.util.regex.Pattern;

/** The checks of scalar values, and their canonical spelling. */
final class Scalars {
  private static final Pattern DURATION =
      Pattern.compile("[-+]?(0|([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+");
  private static final Json ZERO = Json.of(0);
  private static final Json FALSE = Json.of(false);
  private static final Json EMPTY = Json.of("");

  private Scalars() {}

  /** The result of reading a value. */
  sealed interface Reading {}

  /** A valid value, in its canonical form. */
  record Fine(Json canonical) implements Reading {}

  /** A value of another type than the expected one. */
  record Mistyped(String expected) implements Reading {}

  /** A value of the right type that is malformed. */
  record Malformed(String message) implements Reading {}

  /** Returns the value that null stands for in a list or map. */
  static Json empty(SchemaType type) {
    return switch (type) {
      case SchemaType.Struct _, SchemaType.MapOf _ -> Json.Obj.EMPTY;
      case SchemaType.ListOf _ -> Json.Arr.of();
      case SchemaType.Anything _ -> Json.Null.NULL;
      case SchemaType.Scalar(var kind) ->
          switch (kind) {
            case STRING, BYTES -> EMPTY;
            case INTEGER, LONG, NUMBER, INT_OR_STRING -> ZERO;
            case BOOLEAN -> FALSE;
            case QUANTITY -> Json.of("0");
            case DURATION -> Json.of("0s");
            case TIME, MICRO_TIME -> Json.Null.NULL;
          };
    };
  }

  static Reading read(Json value, ScalarKind kind) {
    return switch (kind) {
      case STRING -> value instanceof Json.Str ? new Fine(value) : new Mistyped("string");
      case BOOLEAN -> value instanceof Json.Bool ? new Fine(value) : new Mistyped("bool");
      case INTEGER -> whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case LONG -> whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
      case NUMBER -> value instanceof Json.Num ? new Fine(value) : new Mistyped("number");
      case INT_OR_STRING ->
          value instanceof Json.Str
              ? new Fine(value)
              : whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case BYTES ->
          value instanceof Json.Str(var text) ? bytes(text, value) : new Mistyped("base64");
      case QUANTITY -> quantity(value);
      case TIME -> value instanceof Json.Str(var text) ? time(text, value) : new Mistyped("time");
      case MICRO_TIME ->
          value instanceof Json.Str(var text) ? microTime(text, value) : new Mistyped("time");
      case DURATION ->
          value instanceof Json.Str(var text) ? duration(text, value) : new Mistyped("duration");
    };
  }

  private static Reading whole(Json value, long least, long most) {
    if (!(value instanceof Json.Num(var literal))) {
      return new Mistyped("integer");
    }
    try {
      long number = Long.parseLong(literal);
      if (number >= least && number <= most) {
        return new Fine(value);
      }
    } catch (NumberFormatException _) {
      // A fraction, an exponent, or too large for any integer: reported below like one too large
      // for this integer.
    }
    return new Mistyped("integer from %d to %d".formatted(least, most));
  }

  private static Reading quantity(Json value) {
    var text =
        switch (value) {
          case Json.Str(var string) -> string.strip();
          case Json.Num(var literal) -> literal;
          case Json.Obj _, Json.Arr _, Json.Bool _, Json.Null _ -> "";
        };
    if (!(value instanceof Json.Str || value instanceof Json.Num)) {
      return new Mistyped("quantity");
    }
    return switch (Quantity.tryParse(text)) {
      case Parsed.Value<Quantity>(var quantity) -> spelt(quantity.toString(), value);
      case Parsed.Mistake<Quantity>(var message) -> new Malformed(message);
    };
  }

  private static Reading time(String text, Json value) {
    return WireTimes.isCanonical(text)
        ? new Fine(value)
        : WireTimes.parse(text)
            .<Reading>map(time -> spelt(WireTimes.seconds(time), value))
            .orElseGet(() -> noTime(text));
  }

  private static Reading microTime(String text, Json value) {
    return WireTimes.parse(text)
        .<Reading>map(time -> spelt(WireTimes.micros(time), value))
        .orElseGet(() -> noTime(text));
  }

  private static Reading noTime(String text) {
    return new Malformed(
        "\"%s\" is not a time; write it like \"2026-11-15T09:30:00Z\""
            .formatted(FieldCheck.shortened(text, 40)));
  }

  private static Reading duration(String text, Json value) {
    return DURATION.matcher(text).matches()
        ? new Fine(value)
        : new Malformed(
            "\"%s\" is not a duration; write it like \"1h30m\""
                .formatted(FieldCheck.shortened(text, 40)));
  }

  /** Reads base64. The message never contains the bytes: they may be a secret. */
  private static Reading bytes(String text, Json value) {
    try {
      var bytes = Base64.getDecoder().decode(text.replace("\r", "").replace("\n", ""));
      return spelt(Base64.getEncoder().encodeToString(bytes), value);
    } catch (IllegalArgumentException _) {
      return new Malformed("the value is not base64; encode it, or use stringData");
    }
  }

  private static Reading spelt(String canonical, Json value) {
    return value instanceof Json.Str(var text) && text.equals(canonical)
        ? new Fine(value)
        : new Fine(Json.of(canonical));
  }
}

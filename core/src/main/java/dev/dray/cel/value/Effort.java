package dev.dray.cel.value;

import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.SemanticVersion;
import dev.dray.cel.value.Value.BytesValue;
import dev.dray.cel.value.Value.DoubleValue;
import dev.dray.cel.value.Value.QuantityValue;
import dev.dray.cel.value.Value.SemverValue;
import dev.dray.cel.value.Value.StringValue;
import dev.dray.cel.value.Value.UrlValue;

/**
 * The time that library functions take, in the steps of a {@link Meter}.
 *
 * <p>Upstream prices most of them as if every value were small.
 */
public final class Effort {
  /** The number of digits up to which quantities are added and compared about as fast as longs. */
  private static final int FEW_DIGITS = 40;

  /** The units of a call that do not depend on its arguments. */
  private static final long FOR_THE_CALL = 8;

  private static final long FLOAT = 64;
  private static final long MOMENT = 256;
  private static final long SPAN = 128;

  private Effort() {}

  /** Returns the overload with its effort counted before each call. */
  public static Overload counted(String id, Overload body) {
    var steps = stepsPerUnit(id);
    return steps == 0
        ? body
        : (meter, arguments) -> {
          var units = FOR_THE_CALL;
          for (var argument : arguments) {
            units += of(argument);
          }
          meter.work(units * steps);
          return body.apply(meter, arguments);
        };
  }

  /** Returns the steps for each unit of {@link #of}; zero where the function counts by itself. */
  private static long stepsPerUnit(String id) {
    return switch (id) {
      case "string_to_url", "is_url_string", "format-validate" -> 16;
      case "string_to_quantity", "is_quantity_string" -> 16;
      case "string_to_semver",
          "string_bool_to_semver",
          "is_semver_string",
          "is_semver_string_bool",
          "string_to_ip",
          "is_ip",
          "ip_is_canonical",
          "string_to_cidr",
          "is_cidr",
          "cidr_contains_ip_string",
          "cidr_contains_cidr_string" ->
          12;
      case "ip_to_string", "cidr_to_string" -> 8;
      default -> {
        if (id.startsWith("url_")) {
          yield 8;
        }
        if (id.startsWith("timestamp_") && id.endsWith("_tz")) {
          yield 16;
        }
        if (id.startsWith("ip_is_") || id.startsWith("cidr_")) {
          yield 4;
        }
        yield id.startsWith("quantity_") || id.startsWith("semver_") ? 1 : 0;
      }
    };
  }

  /** Returns the size of a value in units: characters, digits, or zero for always small ones. */
  static long of(Value value) {
    if (value instanceof StringValue(var text)) {
      return text.length();
    }
    return switch (value) {
      case BytesValue(var octets) -> octets.length();
      case QuantityValue(var quantity, _) -> digits(quantity);
      case SemverValue(var version) -> preRelease(version);
      case UrlValue(var url) -> url.length();
      default -> 0;
    };
  }

  private static long digits(Quantity quantity) {
    var digits = quantity.mostDigits();
    return digits <= FEW_DIGITS ? 0 : digits;
  }

  private static long preRelease(SemanticVersion version) {
    var length = 0L;
    for (var part : version.preRelease()) {
      length += part.length() + 1;
    }
    return length;
  }

  /** Returns the effort of a function that is named like a type. */
  public static long ofConversion(String function, Value value) {
    return switch (value) {
      case StringValue(var text) ->
          switch (function) {
            case "duration" -> 32L * text.length();
            case "double" -> FLOAT + 2L * text.length();
            case "timestamp" -> FLOAT + text.length();
            case "bytes" -> text.length() / 2;
            case "int", "uint" -> 2L * text.length();
            default -> 0;
          };
      case BytesValue(var octets) when function.equals("string") -> 32 + octets.length() / 2;
      case DoubleValue(var number) when function.equals("string") -> ofDigits(number);
      case Value.TimestampValue _ when function.equals("string") -> MOMENT;
      case Value.DurationValue _ when function.equals("string") -> SPAN;
      default -> 0;
    };
  }

  /**
   * Returns the effort of writing a number: very large and very small ones have hundreds of digits.
   */
  public static long ofDigits(double number) {
    return FLOAT + 3L * Math.abs(Math.getExponent(number));
  }
}

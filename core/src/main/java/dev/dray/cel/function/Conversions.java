package dev.dray.cel.function;

import dev.dray.cel.value.Effort;
import dev.dray.cel.value.Failures;
import dev.dray.cel.value.GoNumbers;
import dev.dray.cel.value.GoTimes;
import dev.dray.cel.value.Overload;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.BytesValue;
import dev.dray.cel.value.Value.DoubleValue;
import dev.dray.cel.value.Value.DurationValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.StringValue;
import dev.dray.cel.value.Value.TimestampValue;
import dev.dray.cel.value.Value.TypeValue;
import dev.dray.cel.value.Value.UintValue;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The functions named like types, such as {@code int("1")}. */
public final class Conversions {
  private static final long FIRST_SECOND = -62_135_596_800L;
  private static final long LAST_SECOND = 253_402_300_799L;

  private Conversions() {}

  /** Adds every overload of the conversions except those that other classes add. */
  public static void addTo(Map<String, Overload> table) {
    for (var signature : Signature.table(Declarations.STANDARD)) {
      var function = signature.function();
      if (isConversion(function)) {
        table.put(
            signature.id(),
            (meter, arguments) -> {
              meter.work(Effort.ofConversion(function, arguments[0]));
              return convert(function, arguments[0]);
            });
      }
    }
  }

  public static boolean isConversion(String function) {
    return switch (function) {
      case "bool",
          "bytes",
          "double",
          "duration",
          "dyn",
          "int",
          "string",
          "timestamp",
          "type",
          "uint" ->
          true;
      default -> false;
    };
  }

  public static Value convert(String function, Value value) {
    if (value instanceof ErrorValue) {
      return value;
    }
    return switch (function) {
      case "dyn" -> value;
      case "type" -> new TypeValue(value.type());
      case "bool" -> toBool(value);
      case "bytes" -> toBytes(value);
      case "double" -> toDouble(value);
      case "duration" -> toDuration(value);
      case "int" -> toInt(value);
      case "string" -> toText(value);
      case "timestamp" -> toTimestamp(value);
      case "uint" -> toUint(value);
      default -> throw new IllegalArgumentException("Unknown conversion (%s).".formatted(function));
    };
  }

  private static Value toBool(Value value) {
    return switch (value) {
      case BoolValue _ -> value;
      case StringValue(var text) ->
          switch (text) {
            case "1", "t", "T", "true", "TRUE", "True" -> BoolValue.TRUE;
            case "0", "f", "F", "false", "FALSE", "False" -> BoolValue.FALSE;
            default -> failed("bool");
          };
      default -> noOverload("bool", value);
    };
  }

  private static Value toBytes(Value value) {
    return switch (value) {
      case BytesValue _ -> value;
      case StringValue(var text) -> BytesValue.of(text.getBytes(StandardCharsets.UTF_8));
      default -> noOverload("bytes", value);
    };
  }

  private static Value toDouble(Value value) {
    return switch (value) {
      case DoubleValue _ -> value;
      case IntValue(var number) -> new DoubleValue(number);
      case UintValue(var bits) -> new DoubleValue(GoNumbers.asDouble(bits));
      case StringValue(var text) -> or(GoNumbers.parseDouble(text).map(DoubleValue::new), "double");
      default -> noOverload("double", value);
    };
  }

  private static Value toDuration(Value value) {
    return switch (value) {
      case DurationValue _ -> value;
      case StringValue(var text) ->
          or(GoTimes.parseDuration(text).map(DurationValue::new), "google.protobuf.Duration");
      default -> noOverload("duration", value);
    };
  }

  private static Value toInt(Value value) {
    return switch (value) {
      case IntValue _ -> value;
      case UintValue(var bits) -> bits < 0 ? Failures.INT_OVERFLOW : new IntValue(bits);
      case DoubleValue(var number) ->
          // Upstream refuses the two ends of the range as well.
          number > Long.MIN_VALUE && number < 0x1p63
              ? new IntValue((long) number)
              : Failures.INT_OVERFLOW;
      case StringValue(var text) -> or(GoNumbers.parseLong(text).map(IntValue::new), "int");
      case DurationValue(var duration) -> new IntValue(duration.toNanos());
      case TimestampValue(var instant, _) -> new IntValue(instant.getEpochSecond());
      default -> noOverload("int", value);
    };
  }

  private static Value toUint(Value value) {
    return switch (value) {
      case UintValue _ -> value;
      case IntValue(var number) -> number < 0 ? Failures.UINT_OVERFLOW : new UintValue(number);
      case DoubleValue(var number) ->
          number >= 0 && number < 0x1p64
              ? new UintValue(GoNumbers.fromDouble(number))
              : Failures.UINT_OVERFLOW;
      case StringValue(var text) -> or(GoNumbers.parseUnsigned(text).map(UintValue::new), "uint");
      default -> noOverload("uint", value);
    };
  }

  private static Value toText(Value value) {
    return switch (value) {
      case StringValue _ -> value;
      case BoolValue(var truth) -> new StringValue(Boolean.toString(truth));
      case IntValue(var number) -> new StringValue(Long.toString(number));
      case UintValue(var bits) -> new StringValue(Long.toUnsignedString(bits));
      case DoubleValue(var number) -> new StringValue(GoNumbers.general(number));
      case BytesValue bytes -> decoded(bytes);
      case DurationValue(var duration) -> new StringValue(GoTimes.seconds(duration));
      case TimestampValue moment -> new StringValue(GoTimes.text(moment));
      default -> noOverload("string", value);
    };
  }

  private static Value decoded(BytesValue bytes) {
    try {
      var decoder = StandardCharsets.UTF_8.newDecoder();
      return new StringValue(decoder.decode(ByteBuffer.wrap(bytes.bytes())).toString());
    } catch (CharacterCodingException _) {
      return new ErrorValue("invalid UTF-8 in bytes, cannot convert to string");
    }
  }

  private static Value toTimestamp(Value value) {
    return switch (value) {
      case TimestampValue _ -> value;
      case IntValue(var seconds) ->
          timestamp(TimestampValue.of(Instant.ofEpochSecond(clamped(seconds))));
      case StringValue(var text) ->
          GoTimes.parseMoment(text)
              .map(Conversions::timestamp)
              .orElseGet(() -> failed("google.protobuf.Timestamp"));
      default -> noOverload("timestamp", value);
    };
  }

  /**
   * Returns the seconds limited to just beyond the valid range, which {@link Instant} can hold; a
   * moment out of range stays out of range.
   */
  private static long clamped(long seconds) {
    return Math.clamp(seconds, FIRST_SECOND - 1, LAST_SECOND + 1);
  }

  private static Value timestamp(TimestampValue moment) {
    return isInRange(moment.value()) ? moment : Failures.TIMESTAMP_OVERFLOW;
  }

  static boolean isInRange(Instant instant) {
    var second = instant.getEpochSecond();
    return second >= FIRST_SECOND && second <= LAST_SECOND;
  }

  private static Value or(Optional<? extends Value> value, String type) {
    return value.isPresent() ? value.get() : failed(type);
  }

  private static ErrorValue failed(String type) {
    return new ErrorValue("type conversion error from 'string' to '%s'".formatted(type));
  }

  private static ErrorValue noOverload(String function, Value value) {
    return Failures.noOverload(function, value);
  }
}

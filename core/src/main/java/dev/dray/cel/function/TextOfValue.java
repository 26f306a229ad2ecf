package dev.dray.cel.function;

import dev.dray.api.meta.GoQuote;
import dev.dray.cel.function.TextFormat.Unwritable;
import dev.dray.cel.value.Effort;
import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.MapValue;
import dev.dray.cel.value.Meter;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.BytesValue;
import dev.dray.cel.value.Value.DoubleValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.StringValue;
import dev.dray.cel.value.Value.UintValue;
import dev.dray.cel.value.ValueText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** The clause {@code %s}: a value as text; inside lists and maps, as a literal. */
final class TextOfValue {
  private static final long STEPS_PER_MEMBER = 20;
  private static final long STEPS_PER_MAP = 64;

  private final Meter meter;

  TextOfValue(Meter meter) {
    this.meter = meter;
  }

  String of(Value value) throws Unwritable {
    return switch (value) {
      case ListValue list -> list(list);
      case MapValue map -> map(map);
      case Value.NullValue _ -> "null";
      case Value.TypeValue(var type) -> type.name();
      case IntValue _,
          UintValue _,
          DoubleValue _,
          BoolValue _,
          StringValue _,
          BytesValue _,
          Value.TimestampValue _,
          Value.DurationValue _ ->
          switch (converted(value)) {
            case StringValue(var text) -> text;
            case Value.ErrorValue(var message) ->
                throw new Unwritable(
                    "could not convert argument %s to string".formatted(GoQuote.quote(message)));
            default -> throw new IllegalStateException("No text for (%s).".formatted(value));
          };
      default ->
          throw TextFormat.wrong(
              "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists,"
                  + " types, durations, and timestamps",
              value);
    };
  }

  private Value converted(Value value) {
    meter.work(Effort.ofConversion("string", value));
    return Conversions.convert("string", value);
  }

  private String list(ListValue list) throws Unwritable {
    var text = new StringBuilder("[");
    var separator = "";
    for (var element : list) {
      var member = member(element);
      meter.work(member.length() + STEPS_PER_MEMBER);
      text.append(separator).append(member);
      separator = ", ";
    }
    return text.append(']').toString();
  }

  private String map(MapValue map) throws Unwritable {
    meter.work(STEPS_PER_MAP);
    var entries = new TreeMap<byte[], String>(java.util.Arrays::compareUnsigned);
    for (var key : map.keys()) {
      var value = map.entry(key);
      if (value == null) {
        throw new Unwritable("could not find key: " + ValueText.of(key));
      }
      entries.put(key(key).getBytes(StandardCharsets.UTF_8), member(value));
    }
    var text = new StringBuilder("{");
    var separator = "";
    for (Map.Entry<byte[], String> entry : entries.entrySet()) {
      meter.work(entry.getKey().length + entry.getValue().length() + 2 * STEPS_PER_MEMBER);
      text.append(separator)
          .append(new String(entry.getKey(), StandardCharsets.UTF_8))
          .append(':')
          .append(entry.getValue());
      separator = ", ";
    }
    return text.append('}').toString();
  }

  private static String key(Value key) throws Unwritable {
    return switch (key) {
      case StringValue(var text) -> GoQuote.quote(text);
      case BoolValue(var truth) -> Boolean.toString(truth);
      case IntValue _, UintValue _ -> TextFormat.decimal(key);
      default ->
          throw new Unwritable("no formatting function for map key of type " + key.type().name());
    };
  }

  private String member(Value value) throws Unwritable {
    return switch (value) {
      case StringValue(var text) -> {
        meter.work(text.length());
        yield GoQuote.quote(text);
      }
      case BytesValue _ -> "b" + GoQuote.quote(of(value));
      case DoubleValue(var number) -> {
        meter.work(Effort.ofDigits(number));
        yield number(number);
      }
      case Value.TimestampValue _ -> "timestamp(" + GoQuote.quote(of(value)) + ")";
      case Value.DurationValue _ -> "duration(" + GoQuote.quote(of(value)) + ")";
      case IntValue _,
          UintValue _,
          BoolValue _,
          Value.NullValue _,
          Value.TypeValue _,
          ListValue _,
          MapValue _ ->
          of(value);
      default -> throw new Unwritable("no formatting function for " + value.type().name());
    };
  }

  private static String number(double number) {
    if (Double.isNaN(number)) {
      return "\"NaN\"";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "\"+Inf\"" : "\"-Inf\"";
    }
    var sign = Double.doubleToRawLongBits(number) < 0 ? "-" : "";
    return sign
        + new BigDecimal(Math.abs(number)).setScale(6, RoundingMode.HALF_EVEN).toPlainString();
  }
}

package dev.dray.cel.plan;

import dev.dray.cel.frontend.Expr;
import dev.dray.cel.value.Failures;
import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.MapValue;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.BytesValue;
import dev.dray.cel.value.Value.DoubleValue;
import dev.dray.cel.value.Value.DurationValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.MessageValue;
import dev.dray.cel.value.Value.NullValue;
import dev.dray.cel.value.Value.OptionalValue;
import dev.dray.cel.value.Value.StringValue;
import dev.dray.cel.value.Value.TimestampValue;
import dev.dray.cel.value.Value.UintValue;
import dev.dray.cel.value.ValueText;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Protobuf messages that CEL turns into its own values, such as {@code Int64Value{value: 1}}. */
final class WrapperMessages {
  /** The only enum constant that a well-known message defines. */
  static final String NULL_CONSTANT = "google.protobuf.NullValue.NULL_VALUE";

  private WrapperMessages() {}

  static Interpretable literal(String name, List<Expr.Field> fields, List<Interpretable> nodes) {
    return frame -> {
      var values = new LinkedHashMap<String, Value>();
      for (var at = 0; at < nodes.size(); at++) {
        var field = fields.get(at);
        var value = nodes.get(at).eval(frame);
        if (value instanceof ErrorValue) {
          return value;
        }
        if (field.presence() == Expr.Presence.ALWAYS) {
          values.put(field.name(), value);
        } else if (!(value instanceof OptionalValue(var inner))) {
          return new ErrorValue(
              "cannot initialize optional entry '%s' from non-optional value %s"
                  .formatted(field.name(), ValueText.of(value)));
        } else {
          inner.ifPresentOrElse(
              it -> values.put(field.name(), it), () -> values.remove(field.name()));
        }
      }
      return message(name, values);
    };
  }

  private static Value message(String name, Map<String, Value> fields) {
    var value = fields.getOrDefault("value", new NullValue());
    var unset = value instanceof NullValue;
    return switch (name) {
      case "google.protobuf.BoolValue" -> unset ? BoolValue.FALSE : value;
      case "google.protobuf.BytesValue" -> unset ? new BytesValue("") : value;
      case "google.protobuf.DoubleValue" -> unset ? new DoubleValue(0) : value;
      case "google.protobuf.FloatValue" -> unset ? new DoubleValue(0) : single(value);
      case "google.protobuf.Int64Value" -> unset ? new IntValue(0) : value;
      case "google.protobuf.Int32Value" -> unset ? new IntValue(0) : int32(value);
      case "google.protobuf.UInt64Value" -> unset ? new UintValue(0) : value;
      case "google.protobuf.UInt32Value" -> unset ? new UintValue(0) : uint32(value);
      case "google.protobuf.StringValue" -> unset ? new StringValue("") : value;
      case "google.protobuf.Duration" ->
          new DurationValue(Duration.ofSeconds(number(fields, "seconds"), number(fields, "nanos")));
      case "google.protobuf.Timestamp" ->
          TimestampValue.of(
              Instant.ofEpochSecond(number(fields, "seconds"), number(fields, "nanos")));
      case "google.protobuf.ListValue" -> fields.getOrDefault("values", ListValue.EMPTY);
      case "google.protobuf.Struct" ->
          fields.getOrDefault("fields", new MapValue.Growing().grown());
      case "google.protobuf.Value" -> json(fields);
      case "google.protobuf.Empty" -> new MessageValue(name);
      case "google.protobuf.Any" ->
          new ErrorValue("unsupported conversion to ref.Val: (*dynamicpb.Message)");
      default -> new ErrorValue("unknown type '%s'".formatted(name));
    };
  }

  private static Value single(Value value) {
    return value instanceof DoubleValue(var number) ? new DoubleValue((float) number) : value;
  }

  private static Value int32(Value value) {
    return value instanceof IntValue(var number) && number != (int) number
        ? Failures.INT_OVERFLOW
        : value;
  }

  private static Value uint32(Value value) {
    return value instanceof UintValue(var bits) && bits >>> 32 != 0
        ? Failures.UINT_OVERFLOW
        : value;
  }

  private static long number(Map<String, Value> fields, String name) {
    return fields.get(name) instanceof IntValue(var number) ? number : 0;
  }

  private static Value json(Map<String, Value> fields) {
    for (var value : fields.values()) {
      return value;
    }
    return new NullValue();
  }
}

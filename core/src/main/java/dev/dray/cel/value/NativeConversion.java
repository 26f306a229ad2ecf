package dev.dray.cel.value;

/** The result of an expression as a Java bool. */
public sealed interface NativeConversion {
  record Truth(boolean value) implements NativeConversion {}

  /** A result that is not a bool; the message is in upstream's words. */
  record Impossible(String message) implements NativeConversion {}

  static NativeConversion toBool(Value result) {
    return switch (result) {
      case Value.BoolValue(var truth) -> new Truth(truth);
      case Value.ErrorValue(var message) -> new Impossible(message);
      case Value.OptionalValue(var inner)
          when inner.isPresent() && held(inner.get()) instanceof Value.BoolValue(var truth) ->
          new Truth(truth);
      default ->
          new Impossible(
              "CEL result of type %s could not be converted to bool: %s"
                  .formatted(result.type().name(), noBool(result)));
    };
  }

  private static String noBool(Value value) {
    return switch (value) {
      case Value.StringValue _ -> "unsupported native conversion from string to 'bool'";
      case Value.IntValue _ -> "unsupported type conversion from 'int' to bool";
      case Value.UintValue _ -> "unsupported type conversion from 'uint' to bool";
      case Value.DoubleValue _ -> error("Double");
      case Value.BytesValue _ -> error("Bytes");
      case ListValue _ -> error("list");
      case MapValue _ -> error("map");
      case Value.NullValue _ -> error("'null_type'");
      case Value.DurationValue _ -> error("'Duration'");
      case Value.TimestampValue _ -> error("'Timestamp'");
      case Value.TypeValue _ -> "type conversion not supported for 'type'";
      case Value.OptionalValue(var inner) ->
          inner.map(NativeConversion::noBool).orElse("optional.none() dereference");
      case Value.QuantityValue _ -> error("'Quantity'");
      case Value.SemverValue _ -> error("'Semver'");
      case Value.UrlValue _ -> error("'URL'");
      case Value.IpValue _ -> error("'IP'");
      case Value.CidrValue _ -> error("'CIDR'");
      case Value.FormatValue _ -> error("'Format'");
      case Value.BoolValue _, Value.MessageValue _, Value.ErrorValue _ ->
          error("'" + value.type().name() + "'");
    };
  }

  private static String error(String from) {
    return "type conversion error from %s to 'bool'".formatted(from);
  }

  /** Returns the value itself, the content of an optional, or the name of a type. */
  static Value held(Value value) {
    return switch (value) {
      case Value.OptionalValue(var inner) when inner.isPresent() -> held(inner.get());
      case Value.TypeValue(var type) -> new Value.StringValue(type.name());
      default -> value;
    };
  }

  /** Returns the Go type of a value's content as upstream's messages name it. */
  static String nativeName(Value value) {
    return GoTypes.nativeNameOf(value);
  }
}

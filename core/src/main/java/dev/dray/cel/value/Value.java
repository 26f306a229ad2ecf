package dev.dray.cel.value;

import dev.dray.api.meta.Quantity;
import dev.dray.api.meta.SemanticVersion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The value of an expression; a failure is a value too, so that {@code ||} can absorb it. */
public sealed interface Value
    permits Value.BoolValue,
        Value.IntValue,
        Value.UintValue,
        Value.DoubleValue,
        Value.StringValue,
        Value.BytesValue,
        Value.NullValue,
        Value.DurationValue,
        Value.TimestampValue,
        Value.TypeValue,
        Value.OptionalValue,
        Value.QuantityValue,
        Value.SemverValue,
        Value.UrlValue,
        Value.IpValue,
        Value.CidrValue,
        Value.FormatValue,
        Value.MessageValue,
        Value.ErrorValue,
        ListValue,
        MapValue {

  record BoolValue(boolean value) implements Value {
    public static final BoolValue TRUE = new BoolValue(true);
    public static final BoolValue FALSE = new BoolValue(false);

    public static BoolValue of(boolean value) {
      return value ? TRUE : FALSE;
    }
  }

  record IntValue(long value) implements Value {}

  /** An unsigned number, stored in the bits of a long. */
  record UintValue(long bits) implements Value {}

  record DoubleValue(double value) implements Value {}

  record StringValue(String value) implements Value {}

  /** Bytes, stored as a string with one character for each byte. */
  record BytesValue(String octets) implements Value {
    public static BytesValue of(byte[] bytes) {
      return new BytesValue(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    public byte[] bytes() {
      return octets.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  record NullValue() implements Value {}

  record DurationValue(Duration value) implements Value {}

  /** A timestamp, with the offset from UTC in seconds with which it was written. */
  record TimestampValue(Instant value, int ahead) implements Value {
    public static TimestampValue of(Instant value) {
      return new TimestampValue(value, 0);
    }
  }

  record TypeValue(Type value) implements Value {}

  record OptionalValue(Optional<Value> value) implements Value {
    public static final OptionalValue NONE = new OptionalValue(Optional.empty());

    public static OptionalValue of(Value value) {
      return new OptionalValue(Optional.of(value));
    }
  }

  /**
   * A quantity and its origin: upstream distinguishes parsed from computed ones when it compares
   * them.
   */
  record QuantityValue(Quantity quantity, Origin origin) implements Value {
    public enum Origin {
      READ,
      COMPUTED
    }

    public static QuantityValue of(Quantity quantity) {
      return new QuantityValue(quantity, Origin.READ);
    }
  }

  record SemverValue(SemanticVersion version) implements Value {}

  record UrlValue(Url url) implements Value {}

  record IpValue(IpAddress address) implements Value {}

  record CidrValue(IpNetwork network) implements Value {}

  record FormatValue(NamedFormat format) implements Value {}

  /**
   * A protobuf message that is not a value of the language, such as {@code google.protobuf.Empty}.
   */
  record MessageValue(String name) implements Value {}

  /** A failure: the reason why there is no value, in upstream's words. */
  record ErrorValue(String message) implements Value {}

  /** Returns the type as run-time messages name it. */
  default Type type() {
    return switch (this) {
      case BoolValue _ -> Type.BOOL;
      case IntValue _ -> Type.INT;
      case UintValue _ -> Type.UINT;
      case DoubleValue _ -> Type.DOUBLE;
      case StringValue _ -> Type.STRING;
      case BytesValue _ -> Type.BYTES;
      case NullValue _ -> Type.NULL;
      case DurationValue _ -> Type.DURATION;
      case TimestampValue _ -> Type.TIMESTAMP;
      case TypeValue _ -> RuntimeTypes.TYPE;
      case ListValue _ -> RuntimeTypes.LIST;
      case MapValue _ -> RuntimeTypes.MAP;
      case OptionalValue _ -> RuntimeTypes.OPTIONAL;
      case QuantityValue _ -> RuntimeTypes.QUANTITY;
      case SemverValue _ -> RuntimeTypes.SEMVER;
      case UrlValue _ -> RuntimeTypes.URL;
      case IpValue _ -> RuntimeTypes.IP;
      case CidrValue _ -> RuntimeTypes.CIDR;
      case FormatValue _ -> RuntimeTypes.NAMED_FORMAT;
      case MessageValue(var name) -> Type.struct(name);
      case ErrorValue _ -> Type.ERROR;
    };
  }
}

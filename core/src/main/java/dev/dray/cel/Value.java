package dev.dray.cel;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What an expression can evaluate to; a failure is a value too, so that {@code ||} can absorb it.
 */
public sealed interface Value {

  record BoolValue(boolean value) implements Value {
    public static final BoolValue TRUE = new BoolValue(true);
    public static final BoolValue FALSE = new BoolValue(false);

    public static BoolValue of(boolean value) {
      return value ? TRUE : FALSE;
    }
  }

  record IntValue(long value) implements Value {}

  /** An unsigned number, kept in the bits of a long. */
  record UintValue(long bits) implements Value {}

  record DoubleValue(double value) implements Value {}

  record StringValue(String value) implements Value {}

  /** Bytes, kept as the string of characters that have their numbers. */
  record BytesValue(String octets) implements Value {
    static BytesValue of(byte[] bytes) {
      return new BytesValue(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    byte[] bytes() {
      return octets.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  record NullValue() implements Value {}

  record DurationValue(Duration value) implements Value {}

  record TimestampValue(Instant value) implements Value {}

  record TypeValue(Type value) implements Value {}

  record ListValue(List<Value> elements) implements Value {
    public ListValue {
      elements = List.copyOf(elements);
    }
  }

  record MapValue(int size) implements Value {}

  /** Why there is no value, in upstream's words. */
  record ErrorValue(String message) implements Value {}

  /** Its type as run-time messages name it. */
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
      case TypeValue _ -> Type.type(Type.DYN);
      case ListValue _ -> Type.list(Type.DYN);
      case MapValue _ -> Type.map(Type.DYN, Type.DYN);
      case ErrorValue _ -> Type.ERROR;
    };
  }
}

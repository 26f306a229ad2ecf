package dev.dray.cel.value;

import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.DoubleValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.StringValue;
import dev.dray.cel.value.Value.UintValue;
import org.jspecify.annotations.Nullable;

/** Selection from maps and lists by key or index. */
public final class Access {
  private Access() {}

  /** Returns whether a value can be used as a key or index at all. */
  public static boolean isKey(Value value) {
    return switch (value) {
      case StringValue _, IntValue _, UintValue _, BoolValue _, DoubleValue _ -> true;
      default -> false;
    };
  }

  public static ErrorValue noKey(Value value) {
    return new ErrorValue("invalid qualifier type: " + GoTypes.nameOf(value));
  }

  /** Returns the selected value, or a failure. */
  public static Value get(Value container, Value key) {
    var found = find(container, key);
    if (found != null) {
      return found;
    }
    return container instanceof ListValue
        ? new ErrorValue("index out of bounds: " + ValueText.of(key))
        : Failures.noSuchKey(key);
  }

  /** Returns the selected value, null if there is none, or a failure. */
  public static @Nullable Value find(Value container, Value key) {
    return switch (container) {
      case MapValue map -> map.find(key);
      case ListValue list -> element(list, key);
      case ErrorValue error -> error;
      default -> null;
    };
  }

  private static @Nullable Value element(ListValue list, Value key) {
    return switch (key) {
      case IntValue(var index) -> element(list, index);
      case UintValue(var bits) -> bits < 0 ? noIndex(key) : element(list, bits);
      case DoubleValue(var number) -> {
        var index = MapKeys.wholeNumber(number);
        yield index.isEmpty() ? noIndex(key) : element(list, index.get().value());
      }
      default -> new ErrorValue("unsupported index type '%s' in list".formatted(key.type().name()));
    };
  }

  private static @Nullable Value element(ListValue list, long index) {
    return index >= 0 && index < list.size() ? list.get(index) : null;
  }

  private static ErrorValue noIndex(Value key) {
    return new ErrorValue("unsupported index value %s in list".formatted(ValueText.of(key)));
  }
}

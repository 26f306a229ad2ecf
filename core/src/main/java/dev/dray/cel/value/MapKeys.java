package dev.dray.cel.value;

import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.BytesValue;
import dev.dray.cel.value.Value.DoubleValue;
import dev.dray.cel.value.Value.FormatValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.SemverValue;
import dev.dray.cel.value.Value.StringValue;
import dev.dray.cel.value.Value.UintValue;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rules for values as keys of maps and members of sets. */
public final class MapKeys {
  private static final int SHORT = 64;
  private static final long STEPS_PER_UNIT = 4;

  /**
   * An order by which two keys are the same only if they are equal. Texts are compared by cheap
   * properties first, because long ones may differ only at their end.
   */
  static final Comparator<Value> ORDER = MapKeys::compare;

  private MapKeys() {}

  private static int compare(Value left, Value right) {
    if (left instanceof StringValue(var one) && right instanceof StringValue(var two)) {
      return compare(one, two);
    }
    if (left instanceof IntValue(var one) && right instanceof IntValue(var two)) {
      return Long.compare(one, two);
    }
    if (left instanceof DoubleValue(var one) && right instanceof DoubleValue(var two)) {
      return Double.compare(one, two);
    }
    if (left.getClass() != right.getClass()) {
      var order = Integer.compare(rank(left), rank(right));
      return order == 0 ? left.getClass().getName().compareTo(right.getClass().getName()) : order;
    }
    return switch (left) {
      case BoolValue(var truth) -> Boolean.compare(truth, ((BoolValue) right).value());
      case UintValue(var bits) -> Long.compare(bits, ((UintValue) right).bits());
      case Value.DurationValue(var span) -> span.compareTo(((Value.DurationValue) right).value());
      case Value.TimestampValue(var instant, var ahead) -> {
        var other = (Value.TimestampValue) right;
        var order = instant.compareTo(other.value());
        yield order == 0 ? Integer.compare(ahead, other.ahead()) : order;
      }
      case Value.OptionalValue(var inner) -> compare(inner, ((Value.OptionalValue) right).value());
      case Value.QuantityValue(var quantity, var origin) -> {
        var other = (Value.QuantityValue) right;
        var order = quantity.compareTo(other.quantity());
        yield order == 0 ? origin.compareTo(other.origin()) : order;
      }
      case ListValue _, MapValue _ ->
          Integer.compare(System.identityHashCode(left), System.identityHashCode(right));
      default -> compare(left.toString(), right.toString());
    };
  }

  private static int rank(Value key) {
    if (key instanceof IntValue) {
      return 0;
    }
    if (key instanceof UintValue) {
      return 1;
    }
    return key instanceof DoubleValue ? 2 : 3;
  }

  private static int compare(String left, String right) {
    var order = Integer.compare(left.hashCode(), right.hashCode());
    if (order == 0) {
      order = Integer.compare(left.length(), right.length());
    }
    return order == 0 ? left.compareTo(right) : order;
  }

  private static int compare(Optional<Value> left, Optional<Value> right) {
    return left.isPresent() && right.isPresent()
        ? compare(left.get(), right.get())
        : Boolean.compare(left.isPresent(), right.isPresent());
  }

  /** Counts the lookup of a key. */
  public static void count(Meter meter, Value key) {
    var effort = Effort.of(key);
    if (effort > SHORT) {
      meter.work(STEPS_PER_UNIT * effort);
    }
  }

  /**
   * Returns the key in the form in which maps have it; some values make upstream panic, which ends
   * the whole evaluation.
   */
  public static Value hashable(Value key) {
    if (key instanceof StringValue || key instanceof IntValue) {
      return key;
    }
    return switch (key) {
      case SemverValue _, BytesValue _, FormatValue _ ->
          throw Aborted.internal("runtime error: hash of unhashable type " + GoTypes.nameOf(key));
      case DoubleValue(var number) when number == 0 -> new DoubleValue(0);
      default -> key;
    };
  }

  /** Returns the value under a key that is the same number in another type. */
  static @Nullable Value sameNumber(Map<Value, Value> entries, Value key) {
    return switch (key) {
      case DoubleValue(var number) -> {
        var whole = wholeNumber(number).map(entries::get).orElse(null);
        yield whole == null ? unsignedNumber(number).map(entries::get).orElse(null) : whole;
      }
      case IntValue(var number) -> number < 0 ? null : entries.get(new UintValue(number));
      case UintValue(var bits) -> bits < 0 ? null : entries.get(new IntValue(bits));
      default -> null;
    };
  }

  public static Optional<IntValue> wholeNumber(double number) {
    return number > Long.MIN_VALUE && number < 0x1p63 && (long) number == number
        ? Optional.of(new IntValue((long) number))
        : Optional.empty();
  }

  public static Optional<UintValue> unsignedNumber(double number) {
    return number >= 0 && number < 0x1p64 && Math.rint(number) == number
        ? Optional.of(new UintValue(GoNumbers.fromDouble(number)))
        : Optional.empty();
  }
}

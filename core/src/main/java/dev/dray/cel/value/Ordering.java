package dev.dray.cel.value;

import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.BytesValue;
import dev.dray.cel.value.Value.DoubleValue;
import dev.dray.cel.value.Value.DurationValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.StringValue;
import dev.dray.cel.value.Value.TimestampValue;
import dev.dray.cel.value.Value.UintValue;

/** The order of values. */
public final class Ordering {
  private Ordering() {}

  public static boolean isOrdered(Value value) {
    return switch (value) {
      case BoolValue _,
          IntValue _,
          UintValue _,
          DoubleValue _,
          StringValue _,
          BytesValue _,
          DurationValue _,
          TimestampValue _ ->
          true;
      default -> false;
    };
  }

  /** Returns whether there is an order between the two values. */
  public static boolean areComparable(Value left, Value right) {
    return isNumber(left) ? isNumber(right) : left.getClass() == right.getClass();
  }

  public static boolean isNaN(Value value) {
    return value instanceof DoubleValue(var number) && Double.isNaN(number);
  }

  private static boolean isNumber(Value value) {
    return value instanceof IntValue || value instanceof UintValue || value instanceof DoubleValue;
  }

  /** Returns -1, 0 or 1; the two must be {@link #areComparable comparable} and not NaN. */
  public static int compare(Value left, Value right) {
    return switch (left) {
      case IntValue _, UintValue _, DoubleValue _ -> numbers(left, right);
      case StringValue(var text) -> compare(text, ((StringValue) right).value());
      case BytesValue(var octets) ->
          Integer.signum(octets.compareTo(((BytesValue) right).octets()));
      case BoolValue(var truth) -> Boolean.compare(truth, ((BoolValue) right).value());
      case DurationValue(var duration) ->
          Integer.signum(duration.compareTo(((DurationValue) right).value()));
      case TimestampValue(var instant, _) ->
          Integer.signum(instant.compareTo(((TimestampValue) right).value()));
      default -> throw new IllegalArgumentException("There is no order for (%s).".formatted(left));
    };
  }

  /** Counts the work of comparing the value at most, which is considerable for long texts. */
  public static void count(Meter meter, Value value) {
    switch (value) {
      case StringValue(var text) -> meter.work(text.length() / 16);
      case BytesValue(var octets) -> meter.work(octets.length() / 16);
      default -> {}
    }
  }

  /** Compares by code points, which is the order of the bytes in UTF-8. */
  private static int compare(String left, String right) {
    var common = Math.min(left.length(), right.length());
    for (var at = 0; at < common; at++) {
      var one = left.charAt(at);
      var two = right.charAt(at);
      if (one != two) {
        var beyond = Character.isSurrogate(one);
        return beyond == Character.isSurrogate(two) ? Integer.signum(one - two) : beyond ? 1 : -1;
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  static int numbers(Value left, Value right) {
    return switch (left) {
      case IntValue(var one) ->
          switch (right) {
            case IntValue(var two) -> Long.compare(one, two);
            case UintValue(var two) -> intWithUint(one, two);
            case DoubleValue(var two) -> -doubleWithInt(two, one);
            default -> throw new IllegalArgumentException("Not a number: (%s).".formatted(right));
          };
      case UintValue(var one) ->
          switch (right) {
            case IntValue(var two) -> -intWithUint(two, one);
            case UintValue(var two) -> Long.compareUnsigned(one, two);
            case DoubleValue(var two) -> -doubleWithUint(two, one);
            default -> throw new IllegalArgumentException("Not a number: (%s).".formatted(right));
          };
      case DoubleValue(var one) ->
          switch (right) {
            case IntValue(var two) -> doubleWithInt(one, two);
            case UintValue(var two) -> doubleWithUint(one, two);
            case DoubleValue(var two) -> doubles(one, two);
            default -> throw new IllegalArgumentException("Not a number: (%s).".formatted(right));
          };
      default -> throw new IllegalArgumentException("Not a number: (%s).".formatted(left));
    };
  }

  private static int intWithUint(long one, long two) {
    return one < 0 || two < 0 ? -1 : Long.compare(one, two);
  }

  private static int doubleWithInt(double one, long two) {
    return doubles(one, (double) two);
  }

  private static int doubleWithUint(double one, long two) {
    return one < 0 ? -1 : doubles(one, GoNumbers.asDouble(two));
  }

  private static int doubles(double one, double two) {
    return one < two ? -1 : one > two ? 1 : 0;
  }
}

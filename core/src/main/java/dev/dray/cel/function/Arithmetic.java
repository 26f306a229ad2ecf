package dev.dray.cel.function;

import dev.dray.cel.value.Failures;
import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.Meter;
import dev.dray.cel.value.Overload;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BytesValue;
import dev.dray.cel.value.Value.DoubleValue;
import dev.dray.cel.value.Value.DurationValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.StringValue;
import dev.dray.cel.value.Value.TimestampValue;
import dev.dray.cel.value.Value.UintValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** The arithmetic operators; overflow is a failure. */
public final class Arithmetic {
  private static final long NANOS = 1_000_000_000L;

  private Arithmetic() {}

  public static void addTo(Map<String, Overload> table) {
    table.put("_+_", (meter, arguments) -> add(meter, arguments[0], arguments[1]));
    table.put("_-_", (_, arguments) -> subtract(arguments[0], arguments[1]));
    table.put("_*_", (_, arguments) -> multiply(arguments[0], arguments[1]));
    table.put("_/_", (_, arguments) -> divide(arguments[0], arguments[1]));
    table.put("_%_", (_, arguments) -> modulo(arguments[0], arguments[1]));
    table.put("-_", (_, arguments) -> negate(arguments[0]));
  }

  static Value add(Meter meter, Value left, Value right) {
    return switch (left) {
      case IntValue(var one) when right instanceof IntValue(var two) -> addInts(one, two);
      case UintValue(var one) when right instanceof UintValue(var two) ->
          Long.compareUnsigned(one + two, one) < 0
              ? Failures.UINT_OVERFLOW
              : new UintValue(one + two);
      case DoubleValue(var one) when right instanceof DoubleValue(var two) ->
          new DoubleValue(one + two);
      case StringValue(var one) when right instanceof StringValue(var two) -> {
        meter.work(one.length() + (long) two.length());
        yield new StringValue(one.concat(two));
      }
      case BytesValue(var one) when right instanceof BytesValue(var two) -> {
        meter.work(one.length() + (long) two.length());
        yield new BytesValue(one.concat(two));
      }
      case ListValue.Growing list when right instanceof ListValue more -> {
        meter.work(more.size());
        list.addAll(more);
        yield list;
      }
      case ListValue one when right instanceof ListValue two -> ListValue.join(one, two);
      case DurationValue(var one) when right instanceof DurationValue(var two) ->
          duration(addInts(one.toNanos(), two.toNanos()));
      case DurationValue(var one) when right instanceof TimestampValue two -> moved(two, one);
      case TimestampValue one when right instanceof DurationValue(var two) -> moved(one, two);
      default -> canAdd(left) ? Failures.NO_SUCH_OVERLOAD : unknown("_+_", left);
    };
  }

  public static boolean canAdd(Value value) {
    return switch (value) {
      case IntValue _,
          UintValue _,
          DoubleValue _,
          StringValue _,
          BytesValue _,
          ListValue _,
          DurationValue _,
          TimestampValue _ ->
          true;
      default -> false;
    };
  }

  private static Value addInts(long one, long two) {
    var sum = one + two;
    return ((one ^ sum) & (two ^ sum)) < 0 ? Failures.INT_OVERFLOW : new IntValue(sum);
  }

  private static Value subtractInts(long one, long two) {
    var difference = one - two;
    return ((one ^ two) & (one ^ difference)) < 0
        ? Failures.INT_OVERFLOW
        : new IntValue(difference);
  }

  private static Value duration(Value nanos) {
    return nanos instanceof IntValue(var number)
        ? new DurationValue(Duration.ofNanos(number))
        : nanos;
  }

  private static Value moved(TimestampValue moment, Duration by) {
    var moved = moment.value().plus(by);
    return Conversions.isInRange(moved)
        ? new TimestampValue(moved, moment.ahead())
        : Failures.TIMESTAMP_OVERFLOW;
  }

  private static Value subtract(Value left, Value right) {
    return switch (left) {
      case IntValue(var one) when right instanceof IntValue(var two) -> subtractInts(one, two);
      case UintValue(var one) when right instanceof UintValue(var two) ->
          Long.compareUnsigned(one, two) < 0 ? Failures.UINT_OVERFLOW : new UintValue(one - two);
      case DoubleValue(var one) when right instanceof DoubleValue(var two) ->
          new DoubleValue(one - two);
      case DurationValue(var one) when right instanceof DurationValue(var two) ->
          duration(subtractInts(one.toNanos(), two.toNanos()));
      case TimestampValue one when right instanceof DurationValue(var two) ->
          moved(one, two.negated());
      case TimestampValue(var one, _) when right instanceof TimestampValue(var two, _) ->
          between(two, one);
      case IntValue _, UintValue _, DoubleValue _, DurationValue _, TimestampValue _ ->
          Failures.NO_SUCH_OVERLOAD;
      default -> unknown("_-_", left);
    };
  }

  private static Value between(Instant from, Instant to) {
    var between = Duration.between(from, to);
    var seconds = multiplyInts(between.getSeconds(), NANOS);
    return seconds instanceof IntValue(var nanos)
        ? duration(addInts(nanos, between.getNano()))
        : seconds;
  }

  private static Value multiply(Value left, Value right) {
    return switch (left) {
      case IntValue(var one) when right instanceof IntValue(var two) -> multiplyInts(one, two);
      case UintValue(var one) when right instanceof UintValue(var two) ->
          Math.unsignedMultiplyHigh(one, two) == 0
              ? new UintValue(one * two)
              : Failures.UINT_OVERFLOW;
      case DoubleValue(var one) when right instanceof DoubleValue(var two) ->
          new DoubleValue(one * two);
      case IntValue _, UintValue _, DoubleValue _ -> Failures.NO_SUCH_OVERLOAD;
      default -> unknown("_*_", left);
    };
  }

  private static Value multiplyInts(long one, long two) {
    var product = one * two;
    return Math.multiplyHigh(one, two) == product >> 63
        ? new IntValue(product)
        : Failures.INT_OVERFLOW;
  }

  private static Value divide(Value left, Value right) {
    return switch (left) {
      case IntValue(var one) when right instanceof IntValue(var two) ->
          two == 0
              ? Failures.DIVISION_BY_ZERO
              : one == Long.MIN_VALUE && two == -1
                  ? Failures.INT_OVERFLOW
                  : new IntValue(one / two);
      case UintValue(var one) when right instanceof UintValue(var two) ->
          two == 0 ? Failures.DIVISION_BY_ZERO : new UintValue(Long.divideUnsigned(one, two));
      case DoubleValue(var one) when right instanceof DoubleValue(var two) ->
          new DoubleValue(one / two);
      case IntValue _, UintValue _, DoubleValue _ -> Failures.NO_SUCH_OVERLOAD;
      default -> unknown("_/_", left);
    };
  }

  private static Value modulo(Value left, Value right) {
    return switch (left) {
      case IntValue(var one) when right instanceof IntValue(var two) ->
          two == 0
              ? Failures.MODULUS_BY_ZERO
              : one == Long.MIN_VALUE && two == -1
                  ? Failures.INT_OVERFLOW
                  : new IntValue(one % two);
      case UintValue(var one) when right instanceof UintValue(var two) ->
          two == 0 ? Failures.MODULUS_BY_ZERO : new UintValue(Long.remainderUnsigned(one, two));
      case IntValue _, UintValue _ -> Failures.NO_SUCH_OVERLOAD;
      default -> unknown("_%_", left);
    };
  }

  private static Value negate(Value value) {
    return switch (value) {
      case IntValue(var number) ->
          number == Long.MIN_VALUE ? Failures.INT_OVERFLOW : new IntValue(-number);
      case DoubleValue(var number) -> new DoubleValue(-number);
      case DurationValue(var duration) -> duration(subtractInts(0, duration.toNanos()));
      case Value.BoolValue _ -> Failures.NO_SUCH_OVERLOAD;
      default -> unknown("-_", value);
    };
  }

  /**
   * Returns the failure for a type without the operator; for some types upstream's message is
   * shorter.
   */
  public static ErrorValue unknown(String operator, Value value) {
    return switch (value) {
      case StringValue _, DurationValue _, TimestampValue _ -> Failures.NO_SUCH_OVERLOAD;
      default -> new ErrorValue("no such overload: " + operator);
    };
  }
}

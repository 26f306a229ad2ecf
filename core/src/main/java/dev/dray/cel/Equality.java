package dev.dray.cel;

import dev.dray.cel.Value.BoolValue;
import dev.dray.cel.Value.DoubleValue;
import dev.dray.cel.Value.ErrorValue;
import dev.dray.cel.Value.IntValue;
import dev.dray.cel.Value.NullValue;
import dev.dray.cel.Value.OptionalValue;
import dev.dray.cel.Value.QuantityValue;
import dev.dray.cel.Value.UintValue;
import org.jspecify.annotations.Nullable;

/**
 * Whether values are equal: true, false, or a failure.
 *
 * <p>Numbers are equal across types. The types that Kubernetes added fail when something else
 * stands at their right, but not when they stand at its right; inside of a list or map such a
 * failure counts as equal, as upstream only looks for what is unequal there.
 */
final class Equality {
  private final Meter meter;

  private Equality(Meter meter) {
    this.meter = meter;
  }

  static Value of(Meter meter, Value left, Value right) {
    if (left instanceof NullValue || right instanceof NullValue) {
      return BoolValue.of(left instanceof NullValue && right instanceof NullValue);
    }
    return new Equality(meter).test(left, right);
  }

  /** Without regard to null at the left, as members of lists are looked for. */
  static boolean areEqual(Meter meter, Value left, Value right) {
    return new Equality(meter).test(left, right).equals(BoolValue.TRUE);
  }

  private Value test(Value left, Value right) {
    return switch (left) {
      case Value.StringValue(var text) ->
          truth(right instanceof Value.StringValue(var other) && sameText(text, other));
      case BoolValue(var truth) -> truth(right instanceof BoolValue(var other) && truth == other);
      case IntValue _, UintValue _, DoubleValue _ -> truth(sameNumber(left, right));
      case Value.BytesValue _, Value.DurationValue _ -> truth(left.equals(right));
      case Value.TimestampValue(var instant, _) ->
          truth(right instanceof Value.TimestampValue(var other, _) && instant.equals(other));
      case Value.TypeValue(var type) ->
          truth(right instanceof Value.TypeValue(var other) && type.name().equals(other.name()));
      case NullValue _ -> truth(right instanceof NullValue);
      case ListValue list -> truth(right instanceof ListValue other && sameList(list, other));
      case MapValue map -> truth(right instanceof MapValue other && sameMap(map, other));
      case OptionalValue(var inner) -> optional(inner.orElse(null), right);
      case QuantityValue(var quantity, _) ->
          right instanceof QuantityValue(var other, var origin)
                  && origin == QuantityValue.Origin.READ
              ? truth(quantity.compareTo(other) == 0)
              : Failures.orNoOverload(right);
      case Value.SemverValue(var version) ->
          right instanceof Value.SemverValue(var other)
              ? truth(version.compareTo(other) == 0)
              : Failures.orNoOverload(right);
      case Value.UrlValue(var url) ->
          right instanceof Value.UrlValue(var other)
              ? truth(url.toString().equals(other.toString()))
              : Failures.orNoOverload(right);
      case Value.IpValue _ ->
          right instanceof Value.IpValue ? truth(left.equals(right)) : Failures.orNoOverload(right);
      case Value.CidrValue _ ->
          right instanceof Value.CidrValue
              ? truth(left.equals(right))
              : Failures.orNoOverload(right);
      case Value.FormatValue _ ->
          right instanceof Value.FormatValue
              ? truth(left.equals(right))
              : Failures.orNoOverload(right);
      case Value.MessageValue _ -> truth(left.equals(right));
      case ErrorValue error -> error;
    };
  }

  private static Value truth(boolean truth) {
    return BoolValue.of(truth);
  }

  private boolean sameText(String left, String right) {
    meter.scan(Math.min(left.length(), right.length()));
    return left.equals(right);
  }

  private static boolean sameNumber(Value left, Value right) {
    return switch (right) {
      case IntValue _, UintValue _, DoubleValue _ ->
          !Ordering.isNaN(left) && !Ordering.isNaN(right) && Ordering.numbers(left, right) == 0;
      default -> false;
    };
  }

  private Value optional(@Nullable Value inner, Value right) {
    if (!(right instanceof OptionalValue(var other))) {
      return BoolValue.FALSE;
    }
    if (inner == null || other.isEmpty()) {
      return truth(inner == null && other.isEmpty());
    }
    meter.work(1);
    return test(inner, other.get());
  }

  private boolean sameList(ListValue left, ListValue right) {
    if (left.size() != right.size()) {
      return false;
    }
    var others = right.iterator();
    for (var element : left) {
      meter.work(1);
      if (of(element, others.next()).equals(BoolValue.FALSE)) {
        return false;
      }
    }
    return true;
  }

  private boolean sameMap(MapValue left, MapValue right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (var key : left.keys()) {
      meter.work(1);
      var mine = left.entry(key);
      var other = right.find(key);
      if (mine == null || other == null || of(mine, other).equals(BoolValue.FALSE)) {
        return false;
      }
    }
    return true;
  }

  private Value of(Value left, Value right) {
    if (left instanceof NullValue || right instanceof NullValue) {
      return truth(left instanceof NullValue && right instanceof NullValue);
    }
    return test(left, right);
  }
}

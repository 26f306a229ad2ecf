package dev.dray.cel.value;

import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.DoubleValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.NullValue;
import dev.dray.cel.value.Value.OptionalValue;
import dev.dray.cel.value.Value.QuantityValue;
import dev.dray.cel.value.Value.UintValue;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The equality of values: true, false, or a failure.
 *
 * <p>Numbers are equal across types. A value of a type that Kubernetes added fails when its right
 * side is of another type, but not when it is itself the right side. Inside a list or map such a
 * failure counts as equal, as upstream only looks for unequal members there.
 */
public final class Equality {
  private static final long STEPS_PER_ELEMENT = 8;
  private static final long STEPS_PER_ENTRY = 64;
  private static final long STEPS_PER_PAIR = 16;

  /** The steps for each character of a URL. */
  private static final long STEPS_TO_WRITE = 8;

  /** The number of nested lists and maps that are compared before any pair is remembered. */
  private static final int FEW = 16;

  private final Meter meter;

  /** The pairs compared so far, once there are many. */
  private @Nullable Set<Pair> compared;

  private int containers;

  /** Two lists or two maps, by identity. */
  private record Pair(Value left, Value right) {
    @Override
    @SuppressWarnings("ReferenceEquality") // whether they are equal is what is to be found out
    public boolean equals(@Nullable Object other) {
      return other instanceof Pair(var one, var two) && left == one && right == two;
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(left) + System.identityHashCode(right);
    }
  }

  private Equality(Meter meter) {
    this.meter = meter;
  }

  public static Value of(Meter meter, Value left, Value right) {
    if (left instanceof NullValue || right instanceof NullValue) {
      return BoolValue.of(left instanceof NullValue && right instanceof NullValue);
    }
    return new Equality(meter).test(left, right);
  }

  /**
   * Returns whether the values are equal as members of lists are compared: without the special case
   * for null.
   */
  public static boolean areEqual(Meter meter, Value left, Value right) {
    return new Equality(meter).test(left, right) instanceof BoolValue(var truth) && truth;
  }

  /**
   * Returns whether the two were compared before as parts of the same whole. They did not differ
   * then, since the first difference ends all comparisons. Without this, a list that contains
   * another twice, which contains another twice and so on, would take forever.
   */
  private boolean isCompared(Value left, Value right) {
    if (++containers <= FEW) {
      return false;
    }
    meter.work(STEPS_PER_PAIR);
    var known = compared;
    if (known == null) {
      known = new HashSet<>();
      compared = known;
    }
    return !known.add(new Pair(left, right));
  }

  private Value test(Value left, Value right) {
    // The most frequent types first: a switch over so many types takes its time.
    if (left instanceof Value.StringValue(var text)) {
      return truth(right instanceof Value.StringValue(var other) && sameText(text, other));
    }
    if (left instanceof IntValue(var number) && right instanceof IntValue(var other)) {
      return truth(number == other);
    }
    if (left instanceof DoubleValue(var number) && right instanceof DoubleValue(var other)) {
      return truth(number == other);
    }
    if (left instanceof ListValue list) {
      return truth(right instanceof ListValue other && sameList(list, other));
    }
    return switch (left) {
      case Value.StringValue(var text) ->
          truth(right instanceof Value.StringValue(var other) && sameText(text, other));
      case BoolValue(var truth) -> truth(right instanceof BoolValue(var other) && truth == other);
      case IntValue _, UintValue _, DoubleValue _ -> truth(sameNumber(left, right));
      case Value.BytesValue(var octets) ->
          truth(right instanceof Value.BytesValue(var other) && sameText(octets, other));
      case Value.DurationValue _ -> truth(left.equals(right));
      case Value.TimestampValue(var instant, _) ->
          truth(right instanceof Value.TimestampValue(var other, _) && instant.equals(other));
      case Value.TypeValue(var type) ->
          truth(right instanceof Value.TypeValue(var other) && type.name().equals(other.name()));
      case NullValue _ -> truth(right instanceof NullValue);
      case ListValue list -> truth(right instanceof ListValue other && sameList(list, other));
      case MapValue map -> truth(right instanceof MapValue other && sameMap(map, other));
      case OptionalValue(var inner) -> optional(inner.orElse(null), right);
      case QuantityValue(var quantity, _) -> {
        count(left, right, 1);
        yield right instanceof QuantityValue(var other, var origin)
                && origin == QuantityValue.Origin.READ
            ? truth(quantity.compareTo(other) == 0)
            : Failures.orNoOverload(right);
      }
      case Value.SemverValue(var version) -> {
        count(left, right, 2);
        yield right instanceof Value.SemverValue(var other)
            ? truth(version.compareTo(other) == 0)
            : Failures.orNoOverload(right);
      }
      case Value.UrlValue(var url) -> {
        count(left, right, STEPS_TO_WRITE);
        yield right instanceof Value.UrlValue(var other)
            ? truth(url.toString().equals(other.toString()))
            : Failures.orNoOverload(right);
      }
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

  private void count(Value left, Value right, long steps) {
    meter.work(steps * (Effort.of(left) + Effort.of(right)));
  }

  private static Value truth(boolean truth) {
    return BoolValue.of(truth);
  }

  private boolean sameText(String left, String right) {
    if (left.length() != right.length()) {
      return false;
    }
    meter.compare(left.length());
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
    meter.work(STEPS_PER_ELEMENT);
    return test(inner, other.get());
  }

  private boolean sameList(ListValue left, ListValue right) {
    if (left.size() != right.size()) {
      return false;
    }
    if (left.size() == 0 || isCompared(left, right)) {
      return true;
    }
    var others = right.iterator();
    for (var element : left) {
      meter.work(STEPS_PER_ELEMENT);
      if (differ(element, others.next())) {
        return false;
      }
    }
    return true;
  }

  private boolean sameMap(MapValue left, MapValue right) {
    if (left.size() != right.size()) {
      return false;
    }
    if (isCompared(left, right)) {
      return true;
    }
    for (var key : left.keys()) {
      meter.work(STEPS_PER_ENTRY);
      var mine = left.entry(key);
      var other = right.find(key);
      if (mine == null || other == null || differ(mine, other)) {
        return false;
      }
    }
    return true;
  }

  private boolean differ(Value left, Value right) {
    if (left instanceof NullValue || right instanceof NullValue) {
      return !(left instanceof NullValue && right instanceof NullValue);
    }
    return test(left, right) instanceof BoolValue(var truth) && !truth;
  }
}

package dev.dray.cel.plan;

import dev.dray.cel.cost.RuntimeCost;
import dev.dray.cel.value.Equality;
import dev.dray.cel.value.Failures;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.OptionalValue;
import org.jspecify.annotations.Nullable;

/** Operators with a meaning of their own, beyond calling a function. */
final class Logic {
  private Logic() {}

  /** Returns the conjunction: false if any term is, even if others fail; else the first failure. */
  static Interpretable and(Interpretable[] terms) {
    return frame -> {
      @Nullable ErrorValue failure = null;
      for (var term : terms) {
        frame.meter.work(1);
        var value = term.eval(frame);
        if (value instanceof BoolValue(var truth)) {
          if (!truth) {
            return BoolValue.FALSE;
          }
        } else if (failure == null) {
          failure = Failures.orNoOverload(value);
        }
      }
      return failure == null ? BoolValue.TRUE : failure;
    };
  }

  /** Returns the disjunction: true if any term is, even if others fail; else the first failure. */
  static Interpretable or(Interpretable[] terms) {
    return frame -> {
      @Nullable ErrorValue failure = null;
      for (var term : terms) {
        frame.meter.work(1);
        var value = term.eval(frame);
        if (value instanceof BoolValue(var truth)) {
          if (truth) {
            return BoolValue.TRUE;
          }
        } else if (failure == null) {
          failure = Failures.orNoOverload(value);
        }
      }
      return failure == null ? BoolValue.FALSE : failure;
    };
  }

  static Interpretable equal(Interpretable[] sides) {
    var left = sides[0];
    var right = sides[1];
    return frame -> {
      var one = left.eval(frame);
      var two = right.eval(frame);
      frame.meter.call();
      frame.meter.charge(RuntimeCost.equality(one, two));
      if (one instanceof ErrorValue) {
        return one;
      }
      return two instanceof ErrorValue ? two : Equality.of(frame.meter, one, two);
    };
  }

  /** Returns the inequality; values that cannot be compared are unequal. */
  static Interpretable unequal(Interpretable[] sides) {
    var left = sides[0];
    var right = sides[1];
    return frame -> {
      var one = left.eval(frame);
      var two = right.eval(frame);
      frame.meter.call();
      frame.meter.charge(RuntimeCost.comparison(one, two));
      if (one instanceof ErrorValue) {
        return one;
      }
      if (two instanceof ErrorValue) {
        return two;
      }
      return BoolValue.of(!Equality.of(frame.meter, one, two).equals(BoolValue.TRUE));
    };
  }

  static Interpretable optionalOr(Interpretable[] sides) {
    return frame ->
        switch (sides[0].eval(frame)) {
          case ErrorValue error -> error;
          case OptionalValue optional ->
              optional.value().isPresent() ? optional : sides[1].eval(frame);
          default -> Failures.NO_SUCH_OVERLOAD;
        };
  }

  static Interpretable optionalOrValue(Interpretable[] sides) {
    return frame ->
        switch (sides[0].eval(frame)) {
          case ErrorValue error -> error;
          case OptionalValue(var inner) -> inner.isPresent() ? inner.get() : sides[1].eval(frame);
          default -> Failures.NO_SUCH_OVERLOAD;
        };
  }
}

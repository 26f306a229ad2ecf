package dev.dray.cel.function;

import dev.dray.cel.value.Failures;
import dev.dray.cel.value.Ordering;
import dev.dray.cel.value.Overload;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.StringValue;
import java.util.Map;
import java.util.function.IntPredicate;

/** The operators {@code <}, {@code <=}, {@code >} and {@code >=}. */
public final class Comparisons {
  private Comparisons() {}

  public static void addTo(Map<String, Overload> table) {
    add(table, "_<_", order -> order < 0);
    add(table, "_<=_", order -> order <= 0);
    add(table, "_>_", order -> order > 0);
    add(table, "_>=_", order -> order >= 0);
  }

  private static void add(Map<String, Overload> table, String operator, IntPredicate holds) {
    table.put(
        operator,
        (meter, arguments) -> {
          var left = arguments[0];
          var right = arguments[1];
          if (left instanceof IntValue(var one) && right instanceof IntValue(var two)) {
            return BoolValue.of(holds.test(Long.compare(one, two)));
          }
          if (left instanceof StringValue && right instanceof StringValue) {
            Ordering.count(meter, left);
            return BoolValue.of(holds.test(Ordering.compare(left, right)));
          }
          if (!Ordering.isOrdered(left)) {
            return Arithmetic.unknown(operator, left);
          }
          if (Ordering.isNaN(left)) {
            return Failures.NOT_ORDERED;
          }
          if (!Ordering.areComparable(left, right)) {
            return Failures.NO_SUCH_OVERLOAD;
          }
          Ordering.count(meter, left);
          return Ordering.isNaN(right)
              ? Failures.NOT_ORDERED
              : BoolValue.of(holds.test(Ordering.compare(left, right)));
        });
  }
}

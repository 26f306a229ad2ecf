package dev.dray.cel.function;

import dev.dray.cel.value.Equality;
import dev.dray.cel.value.Failures;
import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.Meter;
import dev.dray.cel.value.Ordering;
import dev.dray.cel.value.Overload;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.DoubleValue;
import dev.dray.cel.value.Value.DurationValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.UintValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The functions that search, slice and sum lists. */
public final class ListFunctions {
  private static final long LONGEST_RANGE = 1_000_000;
  private static final List<String> ORDERED =
      List.of("int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes");

  private static final long STEPS_PER_ELEMENT = 4;

  private ListFunctions() {}

  public static void addTo(Map<String, Overload> table) {
    for (var type : ORDERED) {
      table.put(
          "list_%s_is_sorted_bool".formatted(type),
          (meter, arguments) -> isSorted(meter, list(arguments)));
      table.put(
          "list_%s_max_%s".formatted(type, type),
          (meter, arguments) -> extreme(meter, list(arguments), "max"));
      table.put(
          "list_%s_min_%s".formatted(type, type),
          (meter, arguments) -> extreme(meter, list(arguments), "min"));
    }
    table.put("list_int_sum_int", sum(new IntValue(0)));
    table.put("list_uint_sum_uint", sum(new UintValue(0)));
    table.put("list_double_sum_double", sum(new DoubleValue(0)));
    table.put("list_duration_sum_duration", sum(new DurationValue(Duration.ZERO)));
    table.put("list_a_index_of_int", ListFunctions::indexOf);
    table.put("list_a_last_index_of_int", ListFunctions::lastIndexOf);
    table.put("list_includes_dyn_dyn", ListFunctions::includes);
    table.put("list_slice", ListFunctions::slice);
    table.put("lists_range", ListFunctions::range);
    table.put("list_reverse", (meter, arguments) -> reversed(meter, list(arguments)));
    table.put("list_distinct", (meter, arguments) -> distinct(meter, list(arguments)));
    table.put("list_sets_contains_list", (meter, arguments) -> sets(meter, arguments));
    table.put(
        "list_sets_equivalent_list",
        (meter, arguments) ->
            sets(meter, arguments).equals(BoolValue.TRUE)
                ? BoolValue.of(containsAll(meter, (ListValue) arguments[1], list(arguments)))
                : BoolValue.FALSE);
    table.put("list_sets_intersects_list", ListFunctions::intersects);
  }

  private static ListValue list(Value[] arguments) {
    return (ListValue) arguments[0];
  }

  /** Returns whether an element equals the value; the value is the left side of the comparison. */
  public static boolean contains(Meter meter, ListValue list, Value member) {
    for (var element : list) {
      meter.work(STEPS_PER_ELEMENT);
      if (Equality.areEqual(meter, member, element)) {
        return true;
      }
    }
    return false;
  }

  private static Value isSorted(Meter meter, ListValue list) {
    Value previous = new Value.NullValue();
    for (var next : list) {
      meter.work(STEPS_PER_ELEMENT);
      if (!Ordering.isOrdered(next)) {
        return Failures.NO_SUCH_OVERLOAD;
      }
      if (isBefore(next, previous)) {
        return BoolValue.FALSE;
      }
      previous = next;
    }
    return BoolValue.TRUE;
  }

  /** Returns whether the first value is smaller; false if the two cannot be compared. */
  private static boolean isBefore(Value first, Value second) {
    return Ordering.isOrdered(second)
        && Ordering.areComparable(first, second)
        && !Ordering.isNaN(first)
        && !Ordering.isNaN(second)
        && Ordering.compare(first, second) < 0;
  }

  private static Value extreme(Meter meter, ListValue list, String function) {
    if (list.size() == 0) {
      return new ErrorValue("%s called on empty list".formatted(function));
    }
    var best = list.get(0);
    for (var next : list) {
      meter.work(STEPS_PER_ELEMENT);
      if (!Ordering.isOrdered(next)) {
        return Failures.NO_SUCH_OVERLOAD;
      }
      if (function.equals("max") ? isBefore(best, next) : isBefore(next, best)) {
        best = next;
      }
    }
    return best;
  }

  private static Overload sum(Value zero) {
    return (meter, arguments) -> {
      var sum = zero;
      for (var next : list(arguments)) {
        meter.work(STEPS_PER_ELEMENT);
        sum = Arithmetic.add(meter, sum, next);
        if (sum instanceof ErrorValue) {
          return sum;
        }
      }
      return sum;
    };
  }

  private static Value indexOf(Meter meter, Value[] arguments) {
    var at = 0L;
    for (var element : list(arguments)) {
      meter.work(STEPS_PER_ELEMENT);
      if (Equality.areEqual(meter, element, arguments[1])) {
        return new IntValue(at);
      }
      at++;
    }
    return new IntValue(-1);
  }

  private static Value lastIndexOf(Meter meter, Value[] arguments) {
    var list = list(arguments);
    meter.expect(list.size());
    for (var at = list.size() - 1; at >= 0; at--) {
      meter.work(STEPS_PER_ELEMENT);
      if (Equality.areEqual(meter, list.get(at), arguments[1])) {
        return new IntValue(at);
      }
    }
    return new IntValue(-1);
  }

  private static Value includes(Meter meter, Value[] arguments) {
    if (!(arguments[0] instanceof ListValue list)) {
      return BoolValue.of(Equality.areEqual(meter, arguments[0], arguments[1]));
    }
    for (var element : list) {
      meter.work(STEPS_PER_ELEMENT);
      if (Equality.areEqual(meter, element, arguments[1])) {
        return BoolValue.TRUE;
      }
    }
    return BoolValue.FALSE;
  }

  private static Value slice(Meter meter, Value[] arguments) {
    var list = list(arguments);
    var start = ((IntValue) arguments[1]).value();
    var end = ((IntValue) arguments[2]).value();
    if (start < 0 || end < 0) {
      return new ErrorValue(
          "cannot slice(%d, %d), negative indexes not supported".formatted(start, end));
    }
    if (start > end) {
      return new ErrorValue(
          "cannot slice(%d, %d), start index must be less than or equal to end index"
              .formatted(start, end));
    }
    if (list.size() < end) {
      return new ErrorValue(
          "cannot slice(%d, %d), list is length %d".formatted(start, end, list.size()));
    }
    meter.expect(end - start);
    var elements = new ArrayList<Value>();
    for (var at = start; at < end; at++) {
      elements.add(list.get(at));
    }
    return ListValue.of(elements);
  }

  private static Value range(Meter meter, Value[] arguments) {
    var size = ((IntValue) arguments[0]).value();
    if (size < 0) {
      return new ErrorValue("lists.range: size must be non-negative, got %d".formatted(size));
    }
    if (size > LONGEST_RANGE) {
      return new ErrorValue(
          "lists.range: size %d exceeds maximum allowed (%d)".formatted(size, LONGEST_RANGE));
    }
    meter.expect(size);
    var elements = new ArrayList<Value>((int) size);
    for (var at = 0L; at < size; at++) {
      elements.add(new IntValue(at));
    }
    return ListValue.of(elements);
  }

  private static Value reversed(Meter meter, ListValue list) {
    meter.expect(list.size());
    var elements = new ArrayList<Value>();
    list.forEach(elements::add);
    return ListValue.of(elements.reversed());
  }

  private static Value distinct(Meter meter, ListValue list) {
    meter.expect(list.size());
    var unique = new ArrayList<Value>();
    for (var element : list) {
      if (unique.stream().noneMatch(other -> isSame(meter, element, other))) {
        unique.add(element);
      }
    }
    return ListValue.of(unique);
  }

  private static boolean isSame(Meter meter, Value element, Value other) {
    meter.work(STEPS_PER_ELEMENT);
    return Equality.areEqual(meter, element, other);
  }

  public static Value flatten(Meter meter, Value[] arguments) {
    if (!(arguments[0] instanceof ListValue list)) {
      return arguments.length == 1
          ? new ErrorValue("no such overload: %s.flatten()".formatted(arguments[0].type()))
          : noFlatten(arguments);
    }
    if (arguments.length == 1) {
      return flattened(meter, list, 1);
    }
    if (!(arguments[1] instanceof IntValue(var depth))) {
      return noFlatten(arguments);
    }
    return depth < 0 ? new ErrorValue("level must be non-negative") : flattened(meter, list, depth);
  }

  private static ErrorValue noFlatten(Value[] arguments) {
    return new ErrorValue(
        "no such overload: %s.flatten(%s)".formatted(arguments[0].type(), arguments[1].type()));
  }

  private static Value flattened(Meter meter, ListValue list, long depth) {
    var elements = new ArrayList<Value>();
    flatten(meter, list, depth, elements);
    return ListValue.of(elements);
  }

  private static void flatten(Meter meter, ListValue list, long depth, List<Value> into) {
    for (var element : list) {
      meter.work(STEPS_PER_ELEMENT);
      if (depth > 0 && element instanceof ListValue inner) {
        flatten(meter, inner, depth - 1, into);
      } else {
        meter.build(1);
        into.add(element);
      }
    }
  }

  private static Value sets(Meter meter, Value[] arguments) {
    return BoolValue.of(containsAll(meter, list(arguments), (ListValue) arguments[1]));
  }

  private static boolean containsAll(Meter meter, ListValue list, ListValue members) {
    for (var member : members) {
      if (!contains(meter, list, member)) {
        return false;
      }
    }
    return true;
  }

  private static Value intersects(Meter meter, Value[] arguments) {
    for (var member : list(arguments)) {
      if (contains(meter, (ListValue) arguments[1], member)) {
        return BoolValue.TRUE;
      }
    }
    return BoolValue.FALSE;
  }
}

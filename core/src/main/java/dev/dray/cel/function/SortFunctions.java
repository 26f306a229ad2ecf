package dev.dray.cel.function;

import dev.dray.cel.value.Failures;
import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.Meter;
import dev.dray.cel.value.Ordering;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.ErrorValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The functions that sort lists. */
public final class SortFunctions {
  /** The approximate number of comparisons for each element. */
  private static final int COMPARISONS = 16;

  /** The length up to which upstream sorts stably, by insertion. */
  private static final int INSERTED = 12;

  private SortFunctions() {}

  public static Value sort(Meter meter, Value[] arguments) {
    return arguments[0] instanceof ListValue list
        ? sorted(meter, list, list)
        : Arithmetic.unknown("sort", arguments[0]);
  }

  public static Value sortByKeys(Meter meter, Value[] arguments) {
    if (!(arguments[0] instanceof ListValue list)) {
      return Arithmetic.unknown("@sortByAssociatedKeys", arguments[0]);
    }
    return arguments[1] instanceof ListValue keys
        ? sorted(meter, list, keys)
        : Failures.NO_SUCH_OVERLOAD;
  }

  private static Value sorted(Meter meter, ListValue list, ListValue keys) {
    if (list.size() != keys.size()) {
      return new ErrorValue(
          ("@sortByAssociatedKeys() expected a list of the same size as the associated keys list,"
                  + " but got %d and %d elements respectively")
              .formatted(list.size(), keys.size()));
    }
    if (list.size() == 0) {
      return list;
    }
    meter.expect(list.size());
    var first = keys.get(0);
    if (!Ordering.isOrdered(first)) {
      return new ErrorValue("list elements must be comparable");
    }
    var order = new ArrayList<Integer>();
    for (var at = 0; at < keys.size(); at++) {
      if (keys.get(at).getClass() != first.getClass()) {
        return new ErrorValue("list elements must have the same type");
      }
      for (var comparison = 0; comparison < COMPARISONS; comparison++) {
        Ordering.count(meter, keys.get(at));
      }
      order.add(at);
    }
    meter.work(COMPARISONS * list.size());
    if (order.size() <= INSERTED) {
      insert(order, keys);
    } else {
      order.sort((one, two) -> compare(keys.get(one), keys.get(two)));
    }
    var elements = new ArrayList<Value>(order.size());
    order.forEach(at -> elements.add(list.get(at)));
    return ListValue.of(elements);
  }

  /**
   * Sorts by insertion, as upstream does with short lists: NaN is never smaller and stays in place.
   */
  private static void insert(List<Integer> order, ListValue keys) {
    for (var next = 1; next < order.size(); next++) {
      for (var at = next; at > 0 && isSmaller(keys, order.get(at), order.get(at - 1)); at--) {
        Collections.swap(order, at, at - 1);
      }
    }
  }

  private static boolean isSmaller(ListValue keys, int one, int two) {
    var left = keys.get(one);
    var right = keys.get(two);
    return !Ordering.isNaN(left) && !Ordering.isNaN(right) && Ordering.compare(left, right) < 0;
  }

  /** Compares by a total order, which the algorithm needs: NaN comes last. */
  private static int compare(Value one, Value two) {
    return Ordering.isNaN(one) || Ordering.isNaN(two)
        ? Boolean.compare(Ordering.isNaN(one), Ordering.isNaN(two))
        : Ordering.compare(one, two);
  }
}

package dev.dray.cel.plan;

import dev.dray.cel.cost.RuntimeCost;
import dev.dray.cel.function.Arithmetic;
import dev.dray.cel.function.ListFunctions;
import dev.dray.cel.function.RegexFunctions;
import dev.dray.cel.function.SortFunctions;
import dev.dray.cel.value.Failures;
import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.MapKeys;
import dev.dray.cel.value.MapValue;
import dev.dray.cel.value.Meter;
import dev.dray.cel.value.Overload;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.TypeValue;
import java.util.Map;

/** Functions of the language that take values of any type and check them themselves. */
final class Operators {
  private Operators() {}

  static void addTo(Map<String, Overload> table) {
    table.put(
        "!_",
        (_, arguments) ->
            arguments[0] instanceof BoolValue(var truth)
                ? BoolValue.of(!truth)
                : Failures.NO_SUCH_OVERLOAD);
    table.put("@in", Operators::in);
    table.put("size", (meter, arguments) -> size(meter, arguments[0]));
    table.put("dyn", (_, arguments) -> arguments[0]);
    table.put("type", (_, arguments) -> new TypeValue(arguments[0].type()));
    table.put("matches", RegexFunctions::matches);
    table.put("contains", texts(String::contains));
    table.put("startsWith", texts(String::startsWith));
    table.put("endsWith", texts(String::endsWith));
    table.put("flatten", ListFunctions::flatten);
    table.put("sort", SortFunctions::sort);
    table.put("@sortByAssociatedKeys", SortFunctions::sortByKeys);
    table.put("@not_strictly_false", (_, arguments) -> arguments[0]);
  }

  private interface TextTest {
    boolean test(String text, String part);
  }

  private static Overload texts(TextTest test) {
    return (_, arguments) ->
        arguments[0] instanceof Value.StringValue(var text)
                && arguments[1] instanceof Value.StringValue(var part)
            ? BoolValue.of(test.test(text, part))
            : Failures.NO_SUCH_OVERLOAD;
  }

  private static Value in(Meter meter, Value[] arguments) {
    var member = arguments[0];
    return switch (arguments[1]) {
      case ListValue list -> BoolValue.of(ListFunctions.contains(meter, list, member));
      case MapValue map -> {
        MapKeys.count(meter, member);
        yield BoolValue.of(map.entry(member) != null);
      }
      default -> Failures.NO_SUCH_OVERLOAD;
    };
  }

  private static Value size(Meter meter, Value value) {
    if (value instanceof Value.StringValue(var text)) {
      meter.scan(text.length());
    }
    return switch (value) {
      case Value.StringValue _, Value.BytesValue _, ListValue _, MapValue _ ->
          new IntValue(RuntimeCost.size(value));
      default -> Arithmetic.unknown("size", value);
    };
  }

  /**
   * Returns true for anything but false, so that a loop goes on over a failure, which a later
   * iteration may absorb.
   */
  static Interpretable notStrictlyFalse(Interpretable node) {
    return frame -> {
      var value = node.eval(frame);
      frame.meter.charge(1);
      return value instanceof BoolValue ? value : BoolValue.TRUE;
    };
  }
}

package dev.dray.cel.function;

import dev.dray.cel.value.Failures;
import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.MapValue;
import dev.dray.cel.value.Meter;
import dev.dray.cel.value.Overload;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.OptionalValue;
import dev.dray.cel.value.ValueText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;

/** The functions of optional values. */
public final class OptionalFunctions {
  /** The zero time of Go. */
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

  private OptionalFunctions() {}

  public static void addTo(Map<String, Overload> table) {
    table.put("optional_of", (_, arguments) -> OptionalValue.of(arguments[0]));
    table.put(
        "optional_ofNonZeroValue",
        (_, arguments) ->
            isZero(arguments[0]) ? OptionalValue.NONE : OptionalValue.of(arguments[0]));
    table.put("optional_none", (_, _) -> OptionalValue.NONE);
    table.put(
        "optional_value",
        (_, arguments) -> ((OptionalValue) arguments[0]).value().orElse(Failures.NO_VALUE));
    table.put(
        "optional_hasValue",
        (_, arguments) -> BoolValue.of(((OptionalValue) arguments[0]).value().isPresent()));
    table.put("optional_unwrap", OptionalFunctions::unwrap);
    table.put("optional_unwrapOpt", OptionalFunctions::unwrap);
    table.put("list_first", (_, arguments) -> end((ListValue) arguments[0], 0));
    table.put(
        "list_last",
        (_, arguments) -> end((ListValue) arguments[0], ((ListValue) arguments[0]).size() - 1));
  }

  private static Value end(ListValue list, long at) {
    return list.size() == 0 ? OptionalValue.NONE : OptionalValue.of(list.get(at));
  }

  private static Value unwrap(Meter meter, Value[] arguments) {
    var values = new ArrayList<Value>();
    for (var element : (ListValue) arguments[0]) {
      meter.build(1);
      if (!(element instanceof OptionalValue(var inner))) {
        return new ErrorValue("value %s is not optional".formatted(ValueText.of(element)));
      }
      inner.ifPresent(values::add);
    }
    return ListValue.of(values);
  }

  private static boolean isZero(Value value) {
    return switch (value) {
      case BoolValue(var truth) -> !truth;
      case Value.IntValue(var number) -> number == 0;
      case Value.UintValue(var bits) -> bits == 0;
      case Value.DoubleValue(var number) -> number == 0;
      case Value.StringValue(var text) -> text.isEmpty();
      case Value.BytesValue(var octets) -> octets.isEmpty();
      case Value.NullValue _ -> true;
      case Value.DurationValue(var duration) -> duration.equals(Duration.ZERO);
      case Value.TimestampValue(var instant, _) -> instant.equals(FIRST);
      case ListValue list -> list.size() == 0;
      case MapValue map -> map.size() == 0 && !map.hasDefault();
      default -> false;
    };
  }
}

package dev.dray.cel.function;

import dev.dray.api.meta.Parsed;
import dev.dray.api.meta.Quantity;
import dev.dray.cel.value.Overload;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.DoubleValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.QuantityValue;
import java.util.Map;

/** The functions of Kubernetes quantities. */
public final class QuantityFunctions {
  private QuantityFunctions() {}

  public static void addTo(Map<String, Overload> table) {
    table.put("string_to_quantity", (_, arguments) -> read(StringFunctions.text(arguments, 0)));
    table.put(
        "is_quantity_string",
        (_, arguments) ->
            BoolValue.of(Quantity.tryParse(StringFunctions.text(arguments, 0)).isValue()));
    table.put("quantity_sign", (_, arguments) -> new IntValue(quantity(arguments, 0).sign()));
    table.put("quantity_is_greater_than", (_, arguments) -> BoolValue.of(compare(arguments) > 0));
    table.put("quantity_is_less_than", (_, arguments) -> BoolValue.of(compare(arguments) < 0));
    table.put("quantity_compare_to", (_, arguments) -> new IntValue(compare(arguments)));
    table.put(
        "quantity_get_float",
        (_, arguments) -> new DoubleValue(quantity(arguments, 0).asApproximateFloat()));
    table.put("quantity_get_int", (_, arguments) -> integer(quantity(arguments, 0)));
    table.put(
        "quantity_is_integer", (_, arguments) -> BoolValue.of(quantity(arguments, 0).isInteger()));
    table.put(
        "quantity_add",
        (_, arguments) -> computed(quantity(arguments, 0).add(quantity(arguments, 1))));
    table.put(
        "quantity_add_int",
        (_, arguments) -> computed(quantity(arguments, 0).add(units(arguments))));
    table.put(
        "quantity_sub",
        (_, arguments) -> computed(quantity(arguments, 0).subtract(quantity(arguments, 1))));
    table.put(
        "quantity_sub_int",
        (_, arguments) -> computed(quantity(arguments, 0).subtract(units(arguments))));
  }

  private static Value read(String text) {
    return switch (Quantity.tryParse(text)) {
      case Parsed.Value<Quantity>(var quantity) -> QuantityValue.of(quantity);
      case Parsed.Mistake<Quantity>(var message) -> new ErrorValue(message);
    };
  }

  private static Quantity quantity(Value[] arguments, int index) {
    return ((QuantityValue) arguments[index]).quantity();
  }

  private static Quantity units(Value[] arguments) {
    return Quantity.of(StringFunctions.number(arguments, 1), Quantity.Format.DECIMAL_EXPONENT);
  }

  private static QuantityValue computed(Quantity quantity) {
    return new QuantityValue(quantity, QuantityValue.Origin.COMPUTED);
  }

  private static int compare(Value[] arguments) {
    return quantity(arguments, 0).compareTo(quantity(arguments, 1));
  }

  private static Value integer(Quantity quantity) {
    var number = quantity.asInteger();
    return number.isPresent()
        ? new IntValue(number.getAsLong())
        : new ErrorValue("cannot convert value to integer");
  }
}

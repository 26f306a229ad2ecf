package dev.dray.cel.function;

import dev.dray.cel.value.ListValue;
import dev.dray.cel.value.NamedFormat;
import dev.dray.cel.value.Overload;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.FormatValue;
import dev.dray.cel.value.Value.OptionalValue;
import java.util.Map;

/** The functions that test strings against named formats. */
public final class FormatFunctions {
  private FormatFunctions() {}

  public static void addTo(Map<String, Overload> table) {
    for (var format : NamedFormat.values()) {
      table.put("format." + format.function(), (_, _) -> new FormatValue(format));
    }
    table.put(
        "format-named",
        (_, arguments) ->
            NamedFormat.named(StringFunctions.text(arguments, 0))
                .map(format -> OptionalValue.of(new FormatValue(format)))
                .orElse(OptionalValue.NONE));
    table.put("format-validate", (_, arguments) -> validate(arguments));
  }

  private static Value validate(Value[] arguments) {
    var text = StringFunctions.text(arguments, 1);
    var mistakes = ((FormatValue) arguments[0]).format().mistakes(text);
    return mistakes.isEmpty()
        ? OptionalValue.NONE
        : OptionalValue.of(ListValue.ofStrings(mistakes));
  }
}

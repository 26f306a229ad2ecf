package dev.dray.cel.function;

import dev.dray.api.meta.Parsed;
import dev.dray.api.meta.SemanticVersion;
import dev.dray.cel.value.Overload;
import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.SemverValue;
import java.util.Map;

/** The functions of semantic versions. */
public final class SemverFunctions {
  private SemverFunctions() {}

  public static void addTo(Map<String, Overload> table) {
    table.put("string_to_semver", (_, arguments) -> read(parsed(arguments)));
    table.put("string_bool_to_semver", (_, arguments) -> read(parsed(arguments)));
    table.put("is_semver_string", (_, arguments) -> BoolValue.of(parsed(arguments).isValue()));
    table.put("is_semver_string_bool", (_, arguments) -> BoolValue.of(parsed(arguments).isValue()));
    table.put("semver_major", (_, arguments) -> new IntValue(version(arguments, 0).major()));
    table.put("semver_minor", (_, arguments) -> new IntValue(version(arguments, 0).minor()));
    table.put("semver_patch", (_, arguments) -> new IntValue(version(arguments, 0).patch()));
    table.put("semver_is_greater_than", (_, arguments) -> BoolValue.of(compare(arguments) > 0));
    table.put("semver_is_less_than", (_, arguments) -> BoolValue.of(compare(arguments) < 0));
    table.put("semver_compare_to", (_, arguments) -> new IntValue(compare(arguments)));
  }

  private static Parsed<SemanticVersion> parsed(Value[] arguments) {
    var text = StringFunctions.text(arguments, 0);
    return arguments.length == 2 && ((BoolValue) arguments[1]).value()
        ? SemanticVersion.tryParseNormalized(text)
        : SemanticVersion.tryParse(text);
  }

  private static Value read(Parsed<SemanticVersion> parsed) {
    return switch (parsed) {
      case Parsed.Value<SemanticVersion>(var version) -> new SemverValue(version);
      case Parsed.Mistake<SemanticVersion>(var message) -> new ErrorValue(message);
    };
  }

  private static SemanticVersion version(Value[] arguments, int index) {
    return ((SemverValue) arguments[index]).version();
  }

  private static int compare(Value[] arguments) {
    return Integer.signum(version(arguments, 0).compareTo(version(arguments, 1)));
  }
}

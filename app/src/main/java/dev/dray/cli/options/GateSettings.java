package dev.dray.cli.options;

import dev.dray.api.gate.Gates;
import dev.dray.api.gate.ParsedGates;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.ParameterException;

/** The parsing of {@code --feature-gates}. */
public final class GateSettings {
  private GateSettings() {}

  public static Gates read(List<String> settings, Function<String, ParameterException> mistake) {
    return switch (Gates.parse(settings)) {
      case ParsedGates.Accepted(var gates) -> gates;
      case ParsedGates.Rejected(var mistakes) ->
          throw mistake.apply(
              mistakes.stream()
                  .map(it -> "--feature-gates: " + it.message())
                  .collect(Collectors.joining("\n")));
    };
  }
}

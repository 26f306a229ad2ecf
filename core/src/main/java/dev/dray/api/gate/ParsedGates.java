package dev.dray.api.gate;

import java.util.List;

/** The result of reading {@code --feature-gates}: the gates, or everything that is wrong. */
public sealed interface ParsedGates {

  record Accepted(Gates gates) implements ParsedGates {}

  record Rejected(List<GateMistake> mistakes) implements ParsedGates {
    public Rejected {
      mistakes = List.copyOf(mistakes);
      if (mistakes.isEmpty()) {
        throw new IllegalArgumentException(
            "mistakes must not be empty, got [%s].".formatted(mistakes));
      }
    }
  }
}

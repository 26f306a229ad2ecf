package dev.dray.api.admission;

import dev.dray.api.gate.Gate;
import java.util.List;

/** A value that uses a feature, what is left of it without, and what its writer is told. */
record GateCase<T>(Gate gate, T using, T left, List<String> fields) {

  static <T> GateCase<T> of(Gate gate, T using, T left, String... fields) {
    return new GateCase<>(gate, using, left, List.of(fields));
  }

  List<String> warnings() {
    return fields.stream()
        .map(
            field ->
                field + ": dropped because the feature gate " + gate.gateName() + " is disabled")
        .toList();
  }

  @Override
  public String toString() {
    return gate.gateName() + " " + fields;
  }
}

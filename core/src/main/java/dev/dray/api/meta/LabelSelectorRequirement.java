package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A label {@code key} compared with {@code values}, as the user wrote it. */
public record LabelSelectorRequirement(String key, String operator, List<String> values) {
  public LabelSelectorRequirement {
    requireNonNull(key, "key");
    requireNonNull(operator, "operator");
    values = List.copyOf(values);
  }

  /** Returns the requirement with its operator parsed; empty if there is no such operator. */
  public Optional<LabelRequirement> understood() {
    return Optional.ofNullable(OPERATORS.get(operator))
        .map(known -> new LabelRequirement(key, known, values));
  }

  private static final Map<String, LabelRequirement.Operator> OPERATORS =
      Map.of(
          "In", LabelRequirement.Operator.IN,
          "NotIn", LabelRequirement.Operator.NOT_IN,
          "Exists", LabelRequirement.Operator.EXISTS,
          "DoesNotExist", LabelRequirement.Operator.DOES_NOT_EXIST);
}

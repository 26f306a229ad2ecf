package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A requirement on a node: the label (or field) {@code key} compared with {@code values}. */
public record NodeSelectorRequirement(String key, String operator, List<String> values) {
  private static final List<String> OPERATORS =
      List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt");
  private static final List<String> FIELD_OPERATORS = List.of("In", "NotIn");

  public NodeSelectorRequirement {
    requireNonNull(key, "key");
    requireNonNull(operator, "operator");
    values = List.copyOf(values);
  }

  /** Returns the requirement on a label; empty if there is no such operator. */
  public Optional<LabelRequirement> onLabel() {
    return operatorOnLabel().map(known -> new LabelRequirement(key, known, values));
  }

  private Optional<LabelRequirement.Operator> operatorOnLabel() {
    return switch (operator) {
      case "In" -> Optional.of(LabelRequirement.Operator.IN);
      case "NotIn" -> Optional.of(LabelRequirement.Operator.NOT_IN);
      case "Exists" -> Optional.of(LabelRequirement.Operator.EXISTS);
      case "DoesNotExist" -> Optional.of(LabelRequirement.Operator.DOES_NOT_EXIST);
      case "Gt" -> Optional.of(LabelRequirement.Operator.GREATER_THAN);
      case "Lt" -> Optional.of(LabelRequirement.Operator.LESS_THAN);
      default -> Optional.empty();
    };
  }

  boolean matchesLabel(Map<String, String> labels) {
    return onLabel().filter(requirement -> requirement.matches(labels)).isPresent();
  }

  /**
   * Returns whether a field has the one value, or does not have it; a field that a node lacks is
   * empty.
   */
  boolean matchesField(Map<String, String> fields) {
    boolean same = values.equals(List.of(fields.getOrDefault(key, "")));
    return switch (operator) {
      case "In" -> same;
      case "NotIn" -> !same;
      default -> false;
    };
  }

  /** Returns the only name a node may have, if this requirement is on the field of its name. */
  Optional<String> onlyNode() {
    return operator.equals("In") && key.equals("metadata.name") && values.size() == 1
        ? Optional.of(values.getFirst())
        : Optional.empty();
  }

  Violations mistakesOnLabel(FieldPath at) {
    return onLabel()
        .map(requirement -> requirement.mistakes(at))
        .orElseGet(() -> unknownOperator(at, OPERATORS));
  }

  Violations mistakesOnField(FieldPath at) {
    if (!FIELD_OPERATORS.contains(operator)) {
      return unknownOperator(at, FIELD_OPERATORS);
    }
    return values.size() == 1
        ? Violations.NONE
        : Violations.of(
            Violation.invalidShown(
                at.child("values"), GoQuote.list(values), "must have one element"));
  }

  private Violations unknownOperator(FieldPath at, List<String> known) {
    return Violations.of(Violation.notSupported(at.child("operator"), operator, known));
  }
}

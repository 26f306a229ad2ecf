package dev.dray.api.validation.meta;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.meta.NodeSelectorRequirement;
import dev.dray.api.meta.NodeSelectorTerm;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;

/** The rules for node selectors, as in core. */
public final class NodeSelectorRules {
  private static final String OPERATOR = "not a valid selector operator";

  private NodeSelectorRules() {}

  public static Violations selector(NodeSelector selector, FieldPath at) {
    var terms = at.child("nodeSelectorTerms");
    return selector.nodeSelectorTerms().isEmpty()
        ? Violations.of(Violation.required(terms, "must have at least one node selector term"))
        : Violations.each(selector.nodeSelectorTerms(), terms, NodeSelectorRules::term);
  }

  static Violations term(NodeSelectorTerm term, FieldPath at) {
    return Violations.each(
            term.matchExpressions(), at.child("matchExpressions"), NodeSelectorRules::expression)
        .and(
            Violations.each(term.matchFields(), at.child("matchFields"), NodeSelectorRules::field));
  }

  private static Violations expression(NodeSelectorRequirement requirement, FieldPath at) {
    return expressionOperator(requirement, at)
        .and(NameRules.labelKey(requirement.key(), at.child("key")))
        .and(Violations.each(requirement.values(), at.child("values"), NameRules::labelValue));
  }

  private static Violations expressionOperator(NodeSelectorRequirement requirement, FieldPath at) {
    int values = requirement.values().size();
    var place = at.child("values");
    return switch (requirement.operator()) {
      case "In", "NotIn" ->
          values > 0
              ? Violations.NONE
              : Violations.of(
                  Violation.required(
                      place, "must be specified when `operator` is 'In' or 'NotIn'"));
      case "Exists", "DoesNotExist" ->
          values == 0
              ? Violations.NONE
              : Violations.of(
                  Violation.forbidden(
                      place, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
      case "Gt", "Lt" ->
          values == 1
              ? Violations.NONE
              : Violations.of(
                  Violation.required(
                      place, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
      default -> unknownOperator(requirement, at);
    };
  }

  private static Violations field(NodeSelectorRequirement requirement, FieldPath at) {
    var found =
        switch (requirement.operator()) {
          case "In", "NotIn" ->
              requirement.values().size() == 1
                  ? Violations.NONE
                  : Violations.of(
                      Violation.required(
                          at.child("values"),
                          "must be only one value when `operator` is 'In' or 'NotIn' for node field"
                              + " selector"));
          default -> unknownOperator(requirement, at);
        };
    return found.and(
        requirement.key().equals("metadata.name")
            ? Violations.each(requirement.values(), at.child("values"), NameRules::dnsSubdomain)
            : Violations.of(
                Violation.invalid(
                        at.child("key"), requirement.key(), "not a valid field selector key")
                    .by("enum")));
  }

  private static Violations unknownOperator(NodeSelectorRequirement requirement, FieldPath at) {
    return Violations.of(
        Violation.invalid(at.child("operator"), requirement.operator(), OPERATOR).by("enum"));
  }
}

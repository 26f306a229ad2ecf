package dev.dray.api.meta;

import java.util.List;
import java.util.Map;

/** Nodes that satisfy every one of the requirements; no node if there is none. */
public record NodeSelectorTerm(
    List<NodeSelectorRequirement> matchExpressions, List<NodeSelectorRequirement> matchFields) {
  public NodeSelectorTerm {
    matchExpressions = List.copyOf(matchExpressions);
    matchFields = List.copyOf(matchFields);
  }

  boolean isEmpty() {
    return matchExpressions.isEmpty() && matchFields.isEmpty();
  }

  /** A node without a name has no fields, and then {@code matchFields} says nothing about it. */
  boolean matches(Map<String, String> labels, String nodeName) {
    if (isEmpty() || isForAnother(nodeName) || !mistakes(FieldPath.ROOT).isEmpty()) {
      return false;
    }
    var fields = Map.of("metadata.name", nodeName);
    return matchExpressions.stream().allMatch(expression -> expression.matchesLabel(labels))
        && (nodeName.isEmpty() || matchFields.stream().allMatch(one -> one.matchesField(fields)));
  }

  /**
   * Whether a field asks for another node by name. Each pod of a daemon set does, and a glance must
   * do for all nodes but one.
   */
  private boolean isForAnother(String nodeName) {
    for (var field : matchFields) {
      if (!nodeName.isEmpty() && field.isForAnother(nodeName)) {
        return true;
      }
    }
    return false;
  }

  Violations mistakes(FieldPath at) {
    return Violations.each(
            matchExpressions,
            at.child("matchExpressions"),
            NodeSelectorRequirement::mistakesOnLabel)
        .and(
            Violations.each(
                matchFields, at.child("matchFields"), NodeSelectorRequirement::mistakesOnField));
  }
}

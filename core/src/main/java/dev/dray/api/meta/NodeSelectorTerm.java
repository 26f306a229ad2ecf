package dev.dray.api.meta;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A term of a node selector: nodes must satisfy every requirement; a term without any matches none.
 */
public record NodeSelectorTerm(
    List<NodeSelectorRequirement> matchExpressions, List<NodeSelectorRequirement> matchFields) {
  public NodeSelectorTerm {
    matchExpressions = List.copyOf(matchExpressions);
    matchFields = List.copyOf(matchFields);
  }

  boolean isEmpty() {
    return matchExpressions.isEmpty() && matchFields.isEmpty();
  }

  /**
   * Returns whether the node satisfies the term. A node without a name has no fields, and then
   * {@code matchFields} says nothing about it.
   */
  boolean matches(Map<String, String> labels, String nodeName) {
    if (isEmpty() || !mistakes(FieldPath.ROOT).isEmpty()) {
      return false;
    }
    var fields = Map.of("metadata.name", nodeName);
    return matchExpressions.stream().allMatch(expression -> expression.matchesLabel(labels))
        && (nodeName.isEmpty() || matchFields.stream().allMatch(one -> one.matchesField(fields)));
  }

  /** Returns the only name a node may have, if there is one. */
  public Optional<String> onlyNode() {
    return matchFields.stream().flatMap(field -> field.onlyNode().stream()).findFirst();
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

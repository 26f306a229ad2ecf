package dev.dray.api.meta;

import java.util.List;
import java.util.Map;

/** A node selector: nodes must satisfy at least one of the terms. */
public record NodeSelector(List<NodeSelectorTerm> nodeSelectorTerms) {
  public NodeSelector {
    nodeSelectorTerms = List.copyOf(nodeSelectorTerms);
  }

  /**
   * Returns whether a term matches; one that is empty or has a {@linkplain #mistakes mistake}
   * matches no node.
   */
  public boolean matches(Map<String, String> labels, String nodeName) {
    for (var term : nodeSelectorTerms) {
      if (term.matches(labels, nodeName)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns why upstream's scheduler would refuse to evaluate this selector. Validation keeps such
   * mistakes out, but an object may have been stored before a rule existed.
   */
  public Violations mistakes(FieldPath at) {
    return Violations.each(
        nodeSelectorTerms, at.child("nodeSelectorTerms"), NodeSelectorTerm::mistakes);
  }
}

package dev.dray.api.meta;

import java.util.List;

/** Nodes that satisfy at least one of the terms. */
public record NodeSelector(List<NodeSelectorTerm> nodeSelectorTerms) {
  public NodeSelector {
    nodeSelectorTerms = List.copyOf(nodeSelectorTerms);
  }
}

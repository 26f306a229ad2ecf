package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.NodeSelectorTerm;

/** Nodes that a pod prefers, with a weight from 1 to 100. */
public record PreferredNodes(int weight, NodeSelectorTerm preference) {
  public PreferredNodes {
    requireNonNull(preference, "preference");
  }
}

package dev.dray.allocation.explain;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Why claims do not fit on nodes: nodes with the same reason are counted together.
 *
 * @param nodes how many nodes were asked
 * @param fitting on how many of them the claims fit
 * @param groups the others, the largest group first
 */
public record NodesExplanation(int nodes, int fitting, List<NodeGroup> groups) {

  /**
   * Nodes on which claims do not fit for the same reason.
   *
   * @param nodes their names, sorted
   * @param example the explanation for the first of them
   */
  public record NodeGroup(String summary, List<String> nodes, Explanation example) {
    public NodeGroup {
      requireNonNull(summary, "summary");
      nodes = List.copyOf(nodes);
      requireNonNull(example, "example");
    }
  }

  public NodesExplanation {
    groups = List.copyOf(groups);
    int grouped = groups.stream().mapToInt(group -> group.nodes().size()).sum();
    if (fitting + grouped != nodes) {
      throw new IllegalArgumentException(
          "Nodes got lost: asked [%d], fitting [%d], grouped [%d]."
              .formatted(nodes, fitting, grouped));
    }
  }

  /** The same for readers of a namespace: claims of others are not called by their names. */
  public NodesExplanation within(String namespace) {
    return new Redaction(namespace).of(this);
  }

  /** One line with the numbers of nodes, as schedulers say it. */
  public String headline() {
    return NodesExplanationText.headline(this);
  }

  /** The headline, and for each group its nodes and what the first of them has to say. */
  public String toText() {
    return NodesExplanationText.of(this);
  }

  @Override
  public String toString() {
    return toText();
  }
}

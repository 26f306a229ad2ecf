package dev.dray.allocation.explain;

import java.util.List;

/**
 * The explanation why claims do not fit on nodes, with nodes of the same reason counted together.
 *
 * @param nodes the number of nodes that were asked
 * @param fitting the number of nodes on which the claims fit
 * @param groups the other nodes, the largest group first
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
      nodes = List.copyOf(nodes);
    }
  }

  public NodesExplanation {
    groups = List.copyOf(groups);
    int grouped = groups.stream().mapToInt(group -> group.nodes().size()).sum();
    if (fitting + grouped != nodes) {
      throw new IllegalArgumentException(
          "Nodes are missing: checked [%d], fitting [%d], grouped [%d]."
              .formatted(nodes, fitting, grouped));
    }
  }

  /** Returns the explanation for readers of a namespace, without the names of claims of others. */
  public NodesExplanation within(String namespace) {
    return new Redaction(namespace).of(this);
  }

  /** Returns one line with the numbers of nodes, as schedulers say it. */
  public String headline() {
    return NodesExplanationText.headline(this);
  }

  /** Returns the headline, and for each group its nodes and the explanation of the first. */
  public String toText() {
    return NodesExplanationText.of(this);
  }

  @Override
  public String toString() {
    return toText();
  }
}

package dev.dray.framework.node;

import java.util.Arrays;

/**
 * The result of {@link NodeRequirements} on each node, refreshed for nodes that changed. Mutable.
 */
public final class NodeEligibility {
  private final NodeRequirements requirements;
  private final NodeInfoCache nodes;
  private final String only;
  private boolean[] refused = {};
  private int[] preference = {};
  private int[] reluctance = {};
  private long asOf = -1;

  public NodeEligibility(NodeRequirements requirements, NodeInfoCache nodes) {
    this.requirements = requirements;
    this.nodes = nodes;
    only = requirements.onlyNode().orElse("");
  }

  /** Evaluates the nodes that were added or replaced since the last call. */
  public void catchUp() {
    if (asOf >= nodes.lastPut()) {
      return;
    }
    int length = NodeInfoCache.grown(refused.length, nodes.end() - 1);
    refused = Arrays.copyOf(refused, length);
    preference = Arrays.copyOf(preference, length);
    reluctance = Arrays.copyOf(reluctance, length);
    for (int nodeNumber : nodes.order()) {
      if (nodes.putSince(nodeNumber, asOf)) {
        evaluate(nodeNumber, nodes.nodeInfo(nodeNumber));
      }
    }
    asOf = nodes.now();
  }

  private void evaluate(int number, NodeInfo node) {
    if (!only.isEmpty() && !only.equals(node.node().name())) {
      refused[number] = true;
      preference[number] = 0;
      reluctance[number] = 0;
      return;
    }
    refused[number] = requirements.refusal(node).isPresent();
    preference[number] = requirements.preference(node);
    reluctance[number] = requirements.reluctance(node);
  }

  public boolean refused(int nodeNumber) {
    return refused[nodeNumber];
  }

  /** Returns why the node is refused. */
  public String reason(int nodeNumber) {
    return requirements.refusal(nodes.nodeInfo(nodeNumber)).orElseThrow();
  }

  public int preference(int nodeNumber) {
    return preference[nodeNumber];
  }

  public int reluctance(int nodeNumber) {
    return reluctance[nodeNumber];
  }
}

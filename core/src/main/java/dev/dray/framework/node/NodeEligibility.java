package dev.dray.framework.node;

import java.util.Arrays;

/** What {@link NodeRequirements} comes to on each node. Mutable, as nodes are. */
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

  /** Looks at the nodes that became others. */
  public void catchUp() {
    if (asOf >= nodes.lastSited()) {
      return;
    }
    int length = NodeInfoCache.grown(refused.length, nodes.end() - 1);
    refused = Arrays.copyOf(refused, length);
    preference = Arrays.copyOf(preference, length);
    reluctance = Arrays.copyOf(reluctance, length);
    for (int site : nodes.order()) {
      if (nodes.sitedSince(site, asOf)) {
        look(site, nodes.site(site));
      }
    }
    asOf = nodes.now();
  }

  private void look(int number, NodeInfo node) {
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

  public boolean refused(int site) {
    return refused[site];
  }

  /** Why a node is refused. */
  public String reason(int site) {
    return requirements.refusal(nodes.site(site)).orElseThrow();
  }

  public int preference(int site) {
    return preference[site];
  }

  public int reluctance(int site) {
    return reluctance[site];
  }
}

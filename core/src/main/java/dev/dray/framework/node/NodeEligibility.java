package dev.dray.framework.node;

import java.util.Arrays;

/** What {@link NodeRequirements} comes to on each node. Mutable, as nodes are. */
public final class NodeEligibility {
  private final NodeRequirements where;
  private final NodeInfoCache grounds;
  private final String only;
  private boolean[] refused = {};
  private int[] preference = {};
  private int[] reluctance = {};
  private long asOf = -1;

  public NodeEligibility(NodeRequirements where, NodeInfoCache grounds) {
    this.where = where;
    this.grounds = grounds;
    only = where.onlyNode().orElse("");
  }

  /** Looks at the nodes that became others. */
  public void catchUp() {
    if (asOf >= grounds.lastSited()) {
      return;
    }
    int length = NodeInfoCache.grown(refused.length, grounds.end() - 1);
    refused = Arrays.copyOf(refused, length);
    preference = Arrays.copyOf(preference, length);
    reluctance = Arrays.copyOf(reluctance, length);
    for (int site : grounds.order()) {
      if (grounds.sitedSince(site, asOf)) {
        look(site, grounds.site(site));
      }
    }
    asOf = grounds.now();
  }

  private void look(int number, NodeInfo site) {
    if (!only.isEmpty() && !only.equals(site.node().name())) {
      refused[number] = true;
      preference[number] = 0;
      reluctance[number] = 0;
      return;
    }
    refused[number] = where.refusal(site).isPresent();
    preference[number] = where.preference(site);
    reluctance[number] = where.reluctance(site);
  }

  public boolean refused(int site) {
    return refused[site];
  }

  /** Why a node is refused. */
  public String reason(int site) {
    return where.refusal(grounds.site(site)).orElseThrow();
  }

  public int preference(int site) {
    return preference[site];
  }

  public int reluctance(int site) {
    return reluctance[site];
  }
}

package dev.dray.framework;

import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.framework.affinity.AffinityIndex;
import dev.dray.framework.node.NodeEligibility;
import dev.dray.framework.node.NodeInfoCache;
import dev.dray.framework.node.NodeRequirements;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The standings of late, shared by pods with equal demands; how many depends on the nodes. */
public final class NodeToStatusCache {
  private static final int MOST_ENTRIES = 4_000_000;
  private static final int FEWEST = 16;

  private final NodeInfoCache nodes;
  private final AffinityIndex index;
  private final ScoringStrategy strategy;
  private final Map<PodSignature, NodeToStatus> standings;
  private final Map<NodeRequirements, NodeEligibility> eligibilities;
  private final Map<List<DeviceClaim>, DeviceFilter> answers;

  public NodeToStatusCache(NodeInfoCache nodes, AffinityIndex index, ScoringStrategy strategy) {
    this.nodes = nodes;
    this.index = index;
    this.strategy = strategy;
    standings = new Recent<>(nodes);
    eligibilities = new Recent<>(nodes);
    answers = new Recent<>(nodes);
  }

  NodeToStatus of(PodSignature signature) {
    var known = standings.get(signature);
    if (known == null) {
      known =
          new NodeToStatus(
              signature,
              nodes,
              eligibility(signature.requirements()),
              index.tally(signature.signature()),
              strategy,
              this::answers);
      standings.put(signature, known);
    }
    return known;
  }

  private NodeEligibility eligibility(NodeRequirements requirements) {
    var known = eligibilities.get(requirements);
    if (known == null) {
      known = new NodeEligibility(requirements, nodes);
      eligibilities.put(requirements, known);
    }
    return known;
  }

  private DeviceFilter answers(List<DeviceClaim> asks) {
    var known = answers.get(asks);
    if (known == null) {
      known = new DeviceFilter(nodes);
      answers.put(asks, known);
    }
    return known;
  }

  /** How many times nodes were asked for devices for the demands of late. */
  long asked() {
    return answers.values().stream().mapToLong(DeviceFilter::count).sum();
  }

  /** Keeps what was used last. */
  private static final class Recent<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    private final transient NodeInfoCache nodes;

    Recent(NodeInfoCache nodes) {
      super(16, 0.75f, true);
      this.nodes = nodes;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > Math.max(FEWEST, MOST_ENTRIES / Math.max(1, nodes.end()));
    }
  }
}

package dev.dray.framework;

import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.framework.affinity.AffinityIndex;
import dev.dray.framework.node.NodeEligibility;
import dev.dray.framework.node.NodeInfoCache;
import dev.dray.framework.node.NodeRequirements;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The most recently used {@link NodeToStatus} instances, shared by pods with equal signatures. The
 * more nodes there are, the fewer are kept.
 */
public final class NodeToStatusCache {
  private static final int MOST_ENTRIES = 4_000_000;
  private static final int FEWEST = 16;

  private final NodeInfoCache nodes;
  private final AffinityIndex index;
  private final ScoringStrategy strategy;
  private final Map<PodSignature, NodeToStatus> statuses;
  private final Map<NodeRequirements, NodeEligibility> eligibilities;
  private final Map<List<DeviceClaim>, DeviceFilter> answers;

  public NodeToStatusCache(NodeInfoCache nodes, AffinityIndex index, ScoringStrategy strategy) {
    this.nodes = nodes;
    this.index = index;
    this.strategy = strategy;
    statuses = new Recent<>(nodes);
    eligibilities = new Recent<>(nodes);
    answers = new Recent<>(nodes);
  }

  NodeToStatus of(PodSignature signature) {
    var known = statuses.get(signature);
    if (known == null) {
      known =
          new NodeToStatus(
              signature,
              nodes,
              eligibility(signature.requirements()),
              index.counts(signature.signature()),
              strategy,
              this::answers);
      statuses.put(signature, known);
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

  private DeviceFilter answers(List<DeviceClaim> requests) {
    var known = answers.get(requests);
    if (known == null) {
      known = new DeviceFilter(nodes);
      answers.put(requests, known);
    }
    return known;
  }

  /** Returns how many times nodes were asked for devices for the signatures kept. */
  long asked() {
    return answers.values().stream().mapToLong(DeviceFilter::count).sum();
  }

  /** A map of the most recently used entries. */
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

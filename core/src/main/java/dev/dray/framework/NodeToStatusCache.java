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

  private final NodeInfoCache grounds;
  private final AffinityIndex neighbours;
  private final ScoringStrategy strategy;
  private final Map<PodSignature, NodeToStatus> standings;
  private final Map<NodeRequirements, NodeEligibility> eligibilities;
  private final Map<List<DeviceClaim>, DeviceFilter> answers;

  public NodeToStatusCache(
      NodeInfoCache grounds, AffinityIndex neighbours, ScoringStrategy strategy) {
    this.grounds = grounds;
    this.neighbours = neighbours;
    this.strategy = strategy;
    standings = new Recent<>(grounds);
    eligibilities = new Recent<>(grounds);
    answers = new Recent<>(grounds);
  }

  NodeToStatus of(PodSignature demand) {
    var known = standings.get(demand);
    if (known == null) {
      known =
          new NodeToStatus(
              demand,
              grounds,
              eligibility(demand.where()),
              neighbours.tally(demand.relations()),
              strategy,
              this::answers);
      standings.put(demand, known);
    }
    return known;
  }

  private NodeEligibility eligibility(NodeRequirements where) {
    var known = eligibilities.get(where);
    if (known == null) {
      known = new NodeEligibility(where, grounds);
      eligibilities.put(where, known);
    }
    return known;
  }

  private DeviceFilter answers(List<DeviceClaim> asks) {
    var known = answers.get(asks);
    if (known == null) {
      known = new DeviceFilter(grounds);
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

    private final transient NodeInfoCache grounds;

    Recent(NodeInfoCache grounds) {
      super(16, 0.75f, true);
      this.grounds = grounds;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > Math.max(FEWEST, MOST_ENTRIES / Math.max(1, grounds.end()));
    }
  }
}

package dev.dray.framework.whatif;

import dev.dray.api.core.Node;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.RawJson;
import dev.dray.cluster.Cluster;
import dev.dray.inventory.LabeledNode;
import java.util.List;
import java.util.Map;

/** Node objects for a cluster that has none and only names its nodes. */
final class ImpliedNodes {
  private ImpliedNodes() {}

  /** Returns the cluster with an object for every node. */
  static Cluster explicit(Cluster cluster) {
    boolean known = !cluster.nodes().isEmpty();
    return known
        ? cluster
        : cluster.withNodes(cluster.engineNodes().stream().map(ImpliedNodes::object).toList());
  }

  private static Node object(LabeledNode node) {
    var metadata = ObjectMeta.named(node.name()).withLabels(node.labels());
    return new Node(metadata, false, List.of(), Map.of(), List.of(), RawJson.ABSENT);
  }
}

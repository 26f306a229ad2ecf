package dev.dray.scheduling;

import static java.util.Objects.requireNonNull;

import dev.dray.api.core.ClusterNode;
import dev.dray.api.core.NodeTaint;
import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import dev.dray.cluster.Cluster;
import dev.dray.inventory.LabeledNode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** A node as a place for pods. */
record Site(
    LabeledNode node,
    boolean unschedulable,
    List<NodeTaint> taints,
    Map<String, Quantity> allocatable) {
  Site {
    requireNonNull(node, "node");
    taints = List.copyOf(taints);
    allocatable = FrozenMap.copyOf(allocatable);
  }

  /** All nodes by name, which is the order in which ties are decided. */
  static List<Site> of(Cluster cluster) {
    var sites =
        cluster.nodes().isEmpty()
            ? cluster.engineNodes().stream().map(Site::named)
            : cluster.nodes().stream().map(Site::of);
    return sites.sorted(Comparator.comparing(site -> site.node().name())).toList();
  }

  private static Site named(LabeledNode node) {
    return new Site(node, false, List.of(), Map.of());
  }

  static Site of(ClusterNode node) {
    return new Site(
        Cluster.engineNode(node), node.unschedulable(), node.taints(), node.allocatable());
  }
}

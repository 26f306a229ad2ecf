package dev.dray.framework.node;

import dev.dray.api.core.Node;
import dev.dray.api.core.NodeTaint;
import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import dev.dray.cluster.Cluster;
import dev.dray.inventory.LabeledNode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A node as the filters see it: labels, taints, cordon and allocatable resources. What pods take of
 * it is kept in {@link NodeResources}.
 */
public record NodeInfo(
    LabeledNode node,
    boolean unschedulable,
    List<NodeTaint> taints,
    Map<String, Quantity> allocatable) {
  public NodeInfo {
    taints = List.copyOf(taints);
    allocatable = FrozenMap.copyOf(allocatable);
  }

  /** Returns all nodes sorted by name, which is the order that breaks ties. */
  public static List<NodeInfo> of(Cluster cluster) {
    var numbers =
        cluster.nodes().isEmpty()
            ? cluster.engineNodes().stream().map(NodeInfo::named)
            : cluster.nodes().stream().map(NodeInfo::of);
    return numbers.sorted(Comparator.comparing(nodeInfo -> nodeInfo.node().name())).toList();
  }

  private static NodeInfo named(LabeledNode node) {
    return new NodeInfo(node, false, List.of(), Map.of());
  }

  public static NodeInfo of(Node node) {
    return new NodeInfo(
        Cluster.engineNode(node), node.unschedulable(), node.taints(), node.allocatable());
  }
}

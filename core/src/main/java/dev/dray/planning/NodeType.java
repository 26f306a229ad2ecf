package dev.dray.planning;

import static java.util.stream.Collectors.toSet;

import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.RawJson;
import dev.dray.cluster.Cluster;
import dev.dray.framework.UnschedulableReason;
import dev.dray.framework.whatif.ClusterCopies;
import dev.dray.inventory.LabeledNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A type of nodes that could be added, and what it would do for copies of a pod.
 *
 * @param copiesPerNode the number that fit on one empty node of the type, if not more than are
 *     wanted
 * @param nodes the number of such nodes that all copies need; empty if no number of them will do
 * @param end the reason why no more fit on one node, or why no number of nodes will do; empty if
 *     all copies fit on one
 */
public record NodeType(
    String name, int copiesPerNode, OptionalInt nodes, Optional<UnschedulableReason> end) {
  private static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";

  /** Returns the one node of the template, with an object even if only slices name it. */
  public static List<Node> nodesOf(Cluster template) {
    return template.nodes().isEmpty()
        ? template.slices().isEmpty()
            ? List.of()
            : template.engineNodes().stream().map(NodeType::object).toList()
        : template.nodes();
  }

  private static Node object(LabeledNode node) {
    return new Node(
        ObjectMeta.named(node.name()), false, List.of(), Map.of(), List.of(), RawJson.ABSENT);
  }

  /**
   * Returns what nodes like the one of the template would do.
   *
   * @param cluster the cluster whose classes, templates, patches, rules and devices that are not of
   *     one node count as they are; its nodes do not
   * @param copies the number that are wanted
   */
  public static NodeType of(
      Cluster cluster, Cluster template, Pod pod, int copies, Fit.Means means) {
    var model = nodesOf(template).getFirst();
    var labels = model.metadata().labels();
    var name = labels.getOrDefault(INSTANCE_TYPE, model.metadata().name());
    var one = Fit.of(nodes(cluster, template, 1), pod, copies, means);
    if (one.copies() == 0) {
      return new NodeType(name, 0, OptionalInt.empty(), one.end());
    }
    int nodes = (copies + one.copies() - 1) / one.copies();
    // Devices that are not of one node do not multiply with the nodes, so it has to be tried.
    var all = nodes == 1 ? one : Fit.of(nodes(cluster, template, nodes), pod, copies, means);
    return all.copies() == copies
        ? new NodeType(name, one.copies(), OptionalInt.of(nodes), one.end())
        : new NodeType(name, one.copies(), OptionalInt.empty(), all.end());
  }

  /**
   * Returns the cluster with this number of nodes like the one of the template, and no others. They
   * get names that neither nodes nor pools of the cluster have, or else claims that hold those
   * would hold these, too.
   */
  private static Cluster nodes(Cluster cluster, Cluster template, int count) {
    var grown = ClusterCopies.ofNodes(cluster, template.withNodes(nodesOf(template)), count);
    var nodes = grown.nodes().subList(grown.nodes().size() - count, grown.nodes().size());
    var names = nodes.stream().map(node -> node.metadata().name()).collect(toSet());
    return grown
        .withClasses(together(cluster.classes(), template.classes()))
        .withPods(List.of())
        .withNodes(nodes)
        .withSlices(
            grown.slices().stream()
                .filter(slice -> slice.spec().nodeName().map(names::contains).orElse(true))
                .toList());
  }

  private static <T> List<T> together(List<T> some, List<T> more) {
    var all = new ArrayList<>(some);
    all.addAll(more);
    return all;
  }
}

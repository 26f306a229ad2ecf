package dev.dray.cluster;

import dev.dray.api.core.Namespace;
import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.LabeledNode;
import dev.dray.ledger.Ledger;
import java.util.List;
import java.util.TreeSet;

/**
 * The objects of a cluster, each once, in the order in which they were given.
 *
 * <p>Every object has a name, a uid and, where its kind has one, a namespace; its defaults are
 * filled in and it has passed validation.
 */
public record Cluster(
    List<ResourceSlice> slices,
    List<DeviceClass> classes,
    List<ResourceSlicePatch> patches,
    List<DeviceTaintRule> taintRules,
    List<ResourceClaim> claims,
    List<ResourceClaimTemplate> templates,
    List<Pod> pods,
    List<Node> nodes,
    List<Namespace> namespaces) {

  public static final Cluster EMPTY =
      new Cluster(
          List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
          List.of());

  /** The name of the node that stands for any, if neither nodes nor slices nor pods name one. */
  private static final String ANY_NODE = "any-node";

  public Cluster {
    slices = List.copyOf(slices);
    classes = List.copyOf(classes);
    patches = List.copyOf(patches);
    taintRules = List.copyOf(taintRules);
    claims = List.copyOf(claims);
    templates = List.copyOf(templates);
    pods = List.copyOf(pods);
    nodes = List.copyOf(nodes);
    namespaces = List.copyOf(namespaces);
  }

  /** Returns an inventory with all classes, patches, taint rules and slices. */
  public Inventory inventory(Gates gates) {
    var inventory = new Inventory(gates);
    classes.forEach(inventory::put);
    patches.forEach(inventory::put);
    taintRules.forEach(inventory::put);
    slices.forEach(inventory::put);
    return inventory;
  }

  /** Returns the ledger of the claims. */
  public Ledger ledger() {
    return Ledger.of(claims);
  }

  /**
   * Returns the nodes as the engine knows them. If no node was given, these are the nodes that
   * slices and pods name; if they name none either, one that stands for any.
   */
  public List<LabeledNode> engineNodes() {
    if (!nodes.isEmpty()) {
      return nodes.stream().map(Cluster::engineNode).toList();
    }
    var names = new TreeSet<String>();
    slices.forEach(slice -> slice.spec().nodeName().ifPresent(names::add));
    pods.forEach(pod -> names.add(pod.spec().nodeName()));
    names.remove("");
    if (names.isEmpty()) {
      names.add(ANY_NODE);
    }
    return names.stream().map(LabeledNode::named).toList();
  }

  public static LabeledNode engineNode(Node node) {
    return new LabeledNode(
        node.metadata().name(), node.metadata().labels(), new TreeSet<>(node.declaredFeatures()));
  }

  public Cluster withSlices(List<ResourceSlice> slices) {
    return new Cluster(
        slices, classes, patches, taintRules, claims, templates, pods, nodes, namespaces);
  }

  public Cluster withClasses(List<DeviceClass> classes) {
    return new Cluster(
        slices, classes, patches, taintRules, claims, templates, pods, nodes, namespaces);
  }

  public Cluster withPatches(List<ResourceSlicePatch> patches) {
    return new Cluster(
        slices, classes, patches, taintRules, claims, templates, pods, nodes, namespaces);
  }

  public Cluster withTaintRules(List<DeviceTaintRule> taintRules) {
    return new Cluster(
        slices, classes, patches, taintRules, claims, templates, pods, nodes, namespaces);
  }

  public Cluster withClaims(List<ResourceClaim> claims) {
    return new Cluster(
        slices, classes, patches, taintRules, claims, templates, pods, nodes, namespaces);
  }

  public Cluster withTemplates(List<ResourceClaimTemplate> templates) {
    return new Cluster(
        slices, classes, patches, taintRules, claims, templates, pods, nodes, namespaces);
  }

  public Cluster withPods(List<Pod> pods) {
    return new Cluster(
        slices, classes, patches, taintRules, claims, templates, pods, nodes, namespaces);
  }

  public Cluster withNodes(List<Node> nodes) {
    return new Cluster(
        slices, classes, patches, taintRules, claims, templates, pods, nodes, namespaces);
  }

  public Cluster withNamespaces(List<Namespace> namespaces) {
    return new Cluster(
        slices, classes, patches, taintRules, claims, templates, pods, nodes, namespaces);
  }
}

package dev.dray.framework.whatif;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.core.PodStatus;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourcePool;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Device;
import dev.dray.cluster.Cluster;
import dev.dray.framework.claim.ClaimStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Adds copies of nodes and pods to clusters. */
public final class ClusterCopies {
  private ClusterCopies() {}

  /**
   * Returns the cluster with this number of copies of each node of the template and of its slices.
   * Names of nodes, slices and pools get a number, so that each is unique. References to the node's
   * name in its slices and devices are renamed with it. Slices that are not for one node are added
   * once, unless the cluster has them.
   */
  public static Cluster ofNodes(Cluster cluster, Cluster template, int count) {
    var explicit = ImpliedNodes.explicit(cluster);
    var nodes = new ArrayList<>(explicit.nodes());
    var slices = new ArrayList<>(explicit.slices());
    var taken = names(nodes, slices);
    var copied = new HashSet<String>();
    for (var model : ImpliedNodes.explicit(template).nodes()) {
      var references = NodeReferences.to(model);
      var own = references.own(template.slices());
      copied.addAll(names(own));
      for (int i = 0, number = 1; i < count; number++) {
        var suffix = "-" + number;
        var node = copy(model, suffix);
        var copies = own.stream().map(slice -> copy(slice, references, suffix)).toList();
        var names = names(List.of(node), copies);
        if (Collections.disjoint(taken, names)) {
          taken.addAll(names);
          nodes.add(node);
          slices.addAll(copies);
          i++;
        }
      }
    }
    var known = names(slices);
    template.slices().stream()
        .filter(slice -> slice.spec().nodeName().isEmpty())
        .filter(slice -> !copied.contains(slice.metadata().name()))
        .filter(slice -> known.add(slice.metadata().name()))
        .forEach(slices::add);
    return explicit.withNodes(nodes).withSlices(slices);
  }

  /** Returns all names that these nodes, their slices and their pools use. */
  private static Set<Object> names(List<Node> nodes, List<ResourceSlice> slices) {
    var names = new HashSet<Object>();
    nodes.forEach(node -> names.add(node.metadata().name()));
    for (var slice : slices) {
      var spec = slice.spec();
      spec.nodeName().ifPresent(names::add);
      names.add(new PoolId(spec.driver(), spec.pool().name()));
      names.add(List.of("ResourceSlice", slice.metadata().name()));
    }
    return names;
  }

  private static Set<String> names(List<ResourceSlice> slices) {
    var names = new HashSet<String>();
    slices.forEach(slice -> names.add(slice.metadata().name()));
    return names;
  }

  private static Node copy(Node node, String suffix) {
    var metadata = renamed(node.metadata(), "Node", node.metadata().name() + suffix);
    var labels = new LinkedHashMap<>(metadata.labels());
    labels.put(NodeReferences.HOSTNAME, metadata.name());
    return node.withMetadata(metadata.withLabels(labels));
  }

  private static ResourceSlice copy(ResourceSlice slice, NodeReferences model, String suffix) {
    var it = slice.spec();
    var node = model.name() + suffix;
    var pool = it.pool();
    var spec =
        new ResourceSliceSpec(
            it.driver(),
            new ResourcePool(pool.name() + suffix, pool.generation(), pool.resourceSliceCount()),
            it.nodeName().map(_ -> node),
            it.nodeSelector().map(selector -> model.renamed(selector, node)),
            it.allNodes(),
            it.deviceList().map(devices -> renamed(devices, model, node)),
            it.perDeviceNodeSelection(),
            it.counterSetList(),
            it.mixins(),
            it.partitionTypeAttribute(),
            it.skipNodeOperations());
    var name = slice.metadata().name() + suffix;
    return new ResourceSlice(renamed(slice.metadata(), "ResourceSlice", name), spec);
  }

  private static List<Device> renamed(List<Device> devices, NodeReferences model, String node) {
    return devices.stream().map(device -> model.renamed(device, node)).toList();
  }

  /** Returns the cluster with this number of pods like this one in all; the copies have no node. */
  public static Cluster ofPod(Cluster cluster, Pod pod, int count) {
    var pods = new ArrayList<>(cluster.pods());
    var taken = new HashSet<String>();
    pods.forEach(it -> taken.add(ClaimStore.key(it.metadata())));
    for (int made = 1, number = 2; made < count; number++) {
      var name = pod.metadata().name() + "-" + number;
      if (taken.add(ClaimStore.key(pod.metadata().namespace(), name))) {
        pods.add(copy(pod, name));
        made++;
      }
    }
    return cluster.withPods(pods);
  }

  private static Pod copy(Pod pod, String name) {
    return pod.withMetadata(renamed(pod.metadata(), "Pod", name))
        .withSpec(pod.spec().withNodeName(""))
        .withStatus(PodStatus.EMPTY);
  }

  private static ObjectMeta renamed(ObjectMeta it, String kind, String name) {
    var uid = kind + "/" + it.namespace() + "/" + name;
    return it.copied(name, UUID.nameUUIDFromBytes(uid.getBytes(UTF_8)).toString());
  }
}

package dev.dray.framework;

import dev.dray.api.admission.Admission;
import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.core.Namespace;
import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourcePoolStatusRequest;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.cluster.Cluster;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Clusters as users write them; what has no namespace is in {@code default}. */
public final class Clusters {
  private Clusters() {}

  /** A cluster of these manifests, which are right. */
  public static Cluster of(String... yamls) {
    var cluster = Cluster.EMPTY;
    for (var yaml : yamls) {
      var read = new Manifests(FieldValidation.STRICT).read(yaml.getBytes(StandardCharsets.UTF_8));
      for (var document : read) {
        cluster = with(cluster, document);
      }
    }
    return cluster;
  }

  private static Cluster with(Cluster cluster, Document document) {
    return switch (document) {
      case Document.Read read when !read.hasErrors() -> with(cluster, read.object());
      case Document.Core(Pod pod, _, _) ->
          cluster.withPods(
              more(cluster.pods(), pod.withMetadata(complete("Pod", pod.metadata(), "default"))));
      case Document.Core(Node node, _, _) ->
          cluster.withNodes(
              more(cluster.nodes(), node.withMetadata(complete("Node", node.metadata(), ""))));
      case Document.Core(Namespace namespace, _, _) ->
          cluster.withNamespaces(more(cluster.namespaces(), namespace));
      case Document.Core _, Document.Read _, Document.Unreadable _, Document.Foreign _ ->
          throw new IllegalArgumentException("Not readable [%s].".formatted(document));
    };
  }

  private static Cluster with(Cluster cluster, ApiObject written) {
    var object = new Admission(Gates.defaults()).create(written, Instant.EPOCH).object();
    return switch (object) {
      case ResourceSlice it -> cluster.withSlices(more(cluster.slices(), it));
      case DeviceClass it -> cluster.withClasses(more(cluster.classes(), it));
      case ResourceSlicePatch it -> cluster.withPatches(more(cluster.patches(), it));
      case DeviceTaintRule it -> cluster.withTaintRules(more(cluster.taintRules(), it));
      case ResourceClaim it ->
          cluster.withClaims(
              more(
                  cluster.claims(),
                  it.withStatus(((ResourceClaim) written).status())
                      .withMetadata(complete("ResourceClaim", it.metadata(), "default"))));
      case ResourceClaimTemplate it ->
          cluster.withTemplates(
              more(
                  cluster.templates(),
                  it.withMetadata(complete("ResourceClaimTemplate", it.metadata(), "default"))));
      case ResourcePoolStatusRequest _ ->
          throw new IllegalArgumentException("Not of a cluster [%s].".formatted(object));
    };
  }

  private static <T> List<T> more(List<T> list, T one) {
    var more = new ArrayList<>(list);
    more.add(one);
    return more;
  }

  private static ObjectMeta complete(String kind, ObjectMeta it, String namespace) {
    var in = it.namespace().isEmpty() ? namespace : it.namespace();
    return it.withNamespace(in)
        .withUid(it.uid().isEmpty() ? kind + "/" + in + "/" + it.name() : it.uid());
  }

  /** A class {@code gpu} of all devices of driver {@code gpu.example.com}, and templates of it. */
  public static final String GPU_CLASS =
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: gpu}
      spec:
        selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaimTemplate
      metadata: {name: one-gpu}
      spec:
        metadata: {labels: {team: blue}}
        spec:
          devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}
      """;

  /** A node with these lines under {@code spec}, in flow style, and so many GPUs. */
  public static String node(String name, String spec, int gpus) {
    var node =
        """
        ---
        apiVersion: v1
        kind: Node
        metadata: {name: %s, labels: {kubernetes.io/hostname: %s}}
        spec: {%s}
        """
            .formatted(name, name, spec);
    return gpus == 0 ? node : node + slice(name, gpus);
  }

  public static String slice(String node, int gpus) {
    var devices = new StringBuilder();
    for (int i = 0; i < gpus; i++) {
      devices.append("  - {name: gpu-%d}\n".formatted(i));
    }
    return """
    ---
    apiVersion: resource.k8s.io/v1
    kind: ResourceSlice
    metadata: {name: %s-gpus}
    spec:
      driver: gpu.example.com
      nodeName: %s
      pool: {name: %s, generation: 1, resourceSliceCount: 1}
      devices:
    %s\
    """
        .formatted(node, node, node, devices);
  }

  /** A pod with these lines under {@code spec}. */
  public static String pod(String name, String spec) {
    return pod(name, "", spec);
  }

  /** A pod with these labels, in flow style. */
  static String pod(String name, String labels, String spec) {
    return """
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: %s, labels: {%s}}
    spec:
    """
            .formatted(name, labels)
        + spec.indent(2);
  }

  /** Lines for a pod with one GPU of the template. */
  public static final String ONE_GPU =
      """
      containers: [{name: main}]
      resourceClaims: [{name: gpu, resourceClaimTemplateName: one-gpu}]
      """;

  public static final String PLAIN = "containers: [{name: main}]\n";
}

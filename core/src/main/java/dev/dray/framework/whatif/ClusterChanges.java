package dev.dray.framework.whatif;

import dev.dray.api.core.Namespace;
import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.cluster.Cluster;
import dev.dray.framework.claim.ClaimStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Adds objects to clusters and removes them. */
public final class ClusterChanges {
  private ClusterChanges() {}

  /** Returns the cluster with these objects too; they replace those of the same name. */
  public static Cluster with(Cluster cluster, Cluster more) {
    return new Cluster(
        merged(cluster.slices(), more.slices(), ResourceSlice::metadata),
        merged(cluster.classes(), more.classes(), DeviceClass::metadata),
        merged(cluster.patches(), more.patches(), ResourceSlicePatch::metadata),
        merged(cluster.taintRules(), more.taintRules(), DeviceTaintRule::metadata),
        merged(cluster.claims(), more.claims(), ResourceClaim::metadata),
        merged(cluster.templates(), more.templates(), ResourceClaimTemplate::metadata),
        merged(cluster.pods(), more.pods(), Pod::metadata),
        merged(cluster.nodes(), more.nodes(), Node::metadata),
        merged(cluster.namespaces(), more.namespaces(), Namespace::metadata));
  }

  private static <T> List<T> merged(List<T> some, List<T> more, Function<T, ObjectMeta> metadata) {
    var all = new LinkedHashMap<String, T>();
    some.forEach(it -> all.put(ClaimStore.key(metadata.apply(it)), it));
    more.forEach(it -> all.put(ClaimStore.key(metadata.apply(it)), it));
    return List.copyOf(all.values());
  }

  /**
   * Returns the cluster without the object of this kind and name. With a node go its slices, and
   * its pods are pending again; with a pod go the claims generated for it.
   *
   * @param namespace counts only for namespaced kinds
   */
  public static Cluster without(Cluster cluster, String kind, String namespace, String name) {
    Predicate<ObjectMeta> other = it -> !it.name().equals(name);
    Predicate<ObjectMeta> otherIn =
        it -> !it.name().equals(name) || !it.namespace().equals(namespace);
    return switch (kind) {
      case "ResourceSlice" ->
          cluster.withSlices(kept(cluster.slices(), it -> other.test(it.metadata())));
      case "DeviceClass" ->
          cluster.withClasses(kept(cluster.classes(), it -> other.test(it.metadata())));
      case "ResourceSlicePatch" ->
          cluster.withPatches(kept(cluster.patches(), it -> other.test(it.metadata())));
      case "DeviceTaintRule" ->
          cluster.withTaintRules(kept(cluster.taintRules(), it -> other.test(it.metadata())));
      case "ResourceClaim" ->
          cluster.withClaims(kept(cluster.claims(), it -> otherIn.test(it.metadata())));
      case "ResourceClaimTemplate" ->
          cluster.withTemplates(kept(cluster.templates(), it -> otherIn.test(it.metadata())));
      case "Pod" ->
          cluster.pods().stream()
              .filter(pod -> !otherIn.test(pod.metadata()))
              .findFirst()
              .map(pod -> NodeDrain.remove(cluster, pod))
              .orElse(cluster);
      case "Node" -> NodeDrain.remove(cluster, name);
      default -> throw new IllegalArgumentException("Unsupported kind (%s).".formatted(kind));
    };
  }

  private static <T> List<T> kept(List<T> all, Predicate<T> kept) {
    return all.stream().filter(kept).toList();
  }
}

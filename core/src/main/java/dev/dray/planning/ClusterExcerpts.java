package dev.dray.planning;

import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.RawJson;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.cluster.Cluster;
import dev.dray.inventory.LabeledNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The excerpts of a cluster: what one of its nodes sees, as often as needed and at that cost. */
public final class ClusterExcerpts {
  private final Cluster cluster;
  private final List<Node> nodes;
  private final Map<String, List<ResourceSlice>> slicesOfNode = new HashMap<>();
  private final List<ResourceSlice> slicesOfMany = new ArrayList<>();
  private final Map<PoolId, List<ResourceClaim>> claimsOfPool = new HashMap<>();
  private final Map<String, List<Pod>> podsOfNode = new HashMap<>();

  public ClusterExcerpts(Cluster cluster) {
    this.cluster = cluster;
    nodes =
        cluster.nodes().isEmpty()
            ? cluster.engineNodes().stream().map(ClusterExcerpts::object).toList()
            : cluster.nodes();
    for (var slice : cluster.slices()) {
      slice
          .spec()
          .nodeName()
          .map(name -> slicesOfNode.computeIfAbsent(name, _ -> new ArrayList<>()))
          .orElse(slicesOfMany)
          .add(slice);
    }
    cluster.claims().forEach(this::note);
    cluster
        .pods()
        .forEach(
            pod ->
                podsOfNode.computeIfAbsent(pod.spec().nodeName(), _ -> new ArrayList<>()).add(pod));
  }

  private static Node object(LabeledNode node) {
    return new Node(
        ObjectMeta.named(node.name()).withLabels(node.labels()),
        false,
        List.of(),
        Map.of(),
        List.of(),
        RawJson.ABSENT);
  }

  private void note(ResourceClaim claim) {
    claim.status().allocation().map(AllocationResult::devices).stream()
        .flatMap(devices -> devices.results().stream())
        .map(result -> new PoolId(result.driver(), result.pool()))
        .distinct()
        .forEach(pool -> claimsOfPool.computeIfAbsent(pool, _ -> new ArrayList<>()).add(claim));
  }

  /** Returns an object for every node, in the order of the cluster. */
  public List<Node> nodes() {
    return nodes;
  }

  /**
   * Returns what the node sees.
   *
   * @param kept the claims to include whatever they hold
   */
  public Cluster of(Node node, List<ResourceClaim> kept) {
    var slices = new ArrayList<>(slicesOfMany);
    slices.addAll(slicesOfNode.getOrDefault(node.metadata().name(), List.of()));
    var claims = new LinkedHashMap<String, ResourceClaim>();
    kept.forEach(claim -> put(claim, claims));
    for (var slice : slices) {
      var pool = new PoolId(slice.spec().driver(), slice.spec().pool().name());
      claimsOfPool.getOrDefault(pool, List.of()).forEach(claim -> put(claim, claims));
    }
    return cluster
        .withNodes(List.of(node))
        .withSlices(slices)
        .withClaims(List.copyOf(claims.values()))
        .withPods(podsOfNode.getOrDefault(node.metadata().name(), List.of()));
  }

  private static void put(ResourceClaim claim, Map<String, ResourceClaim> claims) {
    claims.put(claim.metadata().namespace() + "/" + claim.metadata().name(), claim);
  }
}

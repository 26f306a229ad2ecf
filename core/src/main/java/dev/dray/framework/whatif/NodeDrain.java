package dev.dray.framework.whatif;

import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.core.PodStatus;
import dev.dray.cluster.Cluster;
import dev.dray.framework.claim.ClaimStore;
import dev.dray.framework.claim.PodDepartures;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Drains and removes nodes, with the consequences for their pods and claims. */
public final class NodeDrain {
  private static final String MIRROR = "kubernetes.io/config.mirror";

  private NodeDrain() {}

  /**
   * Returns the cluster after {@code kubectl drain --ignore-daemonsets}: the node is cordoned, and
   * its pods are pending again, without the claims that were generated for them. Pods of daemon
   * sets and static pods stay.
   */
  public static Cluster drain(Cluster cluster, String node) {
    var explicit = ImpliedNodes.explicit(cluster);
    var nodes =
        explicit.nodes().stream()
            .map(it -> it.metadata().name().equals(node) ? cordoned(it) : it)
            .toList();
    return evict(explicit, node).withNodes(nodes);
  }

  /** Returns the cluster without the node and its slices; its pods are pending again. */
  public static Cluster remove(Cluster cluster, String node) {
    var explicit = ImpliedNodes.explicit(cluster);
    var nodes = explicit.nodes().stream().filter(it -> !it.metadata().name().equals(node)).toList();
    var slices =
        explicit.slices().stream()
            .filter(it -> !it.spec().nodeName().equals(Optional.of(node)))
            .toList();
    var evicted = evict(explicit, node);
    var pods = evicted.pods().stream().filter(pod -> !isWaitingDaemon(pod, node)).toList();
    return evicted.withPods(pods).withNodes(nodes).withSlices(slices);
  }

  /**
   * Returns whether the pod is pending and a daemon set wants it on this node only: without the
   * node there is no such pod.
   */
  private static boolean isWaitingDaemon(Pod pod, String node) {
    return pod.spec().nodeName().isEmpty()
        && isOfDaemonSet(pod)
        && pod.spec().requiredNodes().filter(it -> it.matches(Map.of(), node)).isPresent();
  }

  /** Returns the cluster without the pod, and without what only it holds. */
  public static Cluster remove(Cluster cluster, Pod pod) {
    var claims = PodDepartures.claimsAfter(cluster, List.of(pod));
    var pods = cluster.pods().stream().filter(it -> !it.equals(pod)).toList();
    return cluster.withClaims(claims).withPods(pods);
  }

  private static Node cordoned(Node it) {
    return new Node(
        it.metadata(), true, it.taints(), it.allocatable(), it.declaredFeatures(), it.json());
  }

  private static Cluster evict(Cluster cluster, String node) {
    var evicted = cluster.pods().stream().filter(pod -> isEvicted(pod, node)).toList();
    var claims = PodDepartures.claimsAfter(cluster, evicted);
    var now = afterAll(cluster.pods());
    var pods =
        cluster.pods().stream()
            .map(pod -> isEvicted(pod, node) ? replacement(pod, now) : pod)
            .toList();
    return cluster.withClaims(claims).withPods(pods);
  }

  private static boolean isEvicted(Pod pod, String node) {
    return pod.spec().nodeName().equals(node)
        && !pod.status().finished()
        && !pod.metadata().annotations().containsKey(MIRROR)
        && !isOfDaemonSet(pod);
  }

  private static boolean isOfDaemonSet(Pod pod) {
    return ClaimStore.controller(pod.metadata())
        .filter(owner -> owner.kind().equals("DaemonSet"))
        .isPresent();
  }

  /** Returns a moment later than any pod's creation, without asking a clock. */
  private static Instant afterAll(List<Pod> pods) {
    return pods.stream()
        .flatMap(pod -> pod.metadata().creationTimestamp().stream())
        .max(Comparator.naturalOrder())
        .map(last -> last.plusSeconds(1))
        .orElse(Instant.EPOCH);
  }

  /**
   * Returns the pod that a controller would create in its place: younger than those already
   * pending.
   */
  private static Pod replacement(Pod pod, Instant now) {
    var it = pod.metadata();
    var metadata = it.withCreationTimestamp(now).withoutDeletion();
    return pod.withMetadata(metadata)
        .withSpec(pod.spec().withNodeName(""))
        .withStatus(new PodStatus("Pending", List.of()));
  }
}

package dev.dray.framework.whatif;

import dev.dray.allocation.Allocator;
import dev.dray.allocation.FilterTimeout;
import dev.dray.allocation.Parallelizer;
import dev.dray.api.core.Pod;
import dev.dray.api.core.PodResourceClaimStatus;
import dev.dray.api.core.PodStatus;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.cluster.Cluster;
import dev.dray.framework.DeviceSnapshot;
import dev.dray.framework.ExtendedResourceClasses;
import dev.dray.framework.ExtendedResourceRequests;
import dev.dray.framework.HostSelection;
import dev.dray.framework.NodeToStatusCache;
import dev.dray.framework.PodInfo;
import dev.dray.framework.PodSignature;
import dev.dray.framework.ScoringStrategy;
import dev.dray.framework.UnschedulableReason;
import dev.dray.framework.affinity.AffinityIndex;
import dev.dray.framework.affinity.AffinityPod;
import dev.dray.framework.affinity.AffinitySignature;
import dev.dray.framework.claim.ClaimAllocations;
import dev.dray.framework.claim.ClaimNodes;
import dev.dray.framework.claim.ClaimStore;
import dev.dray.framework.claim.DeviceReadiness;
import dev.dray.framework.claim.GeneratedClaims;
import dev.dray.framework.claim.PodClaims;
import dev.dray.framework.claim.PodDepartures;
import dev.dray.framework.claim.Reservations;
import dev.dray.framework.node.NodeInfo;
import dev.dray.framework.node.NodeInfoCache;
import dev.dray.framework.node.NodeRequirements;
import dev.dray.framework.node.PodRequests;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.patch.Notice;
import dev.dray.ledger.Ledger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A scheduler for a cluster read from files, in which pods are placed one after the other. Mutable,
 * for one thread.
 *
 * <p>Running pods take the resources they request of their nodes; pods that have ended hold
 * nothing.
 */
public final class OfflineScheduler {
  private final Cluster given;
  private final Gates gates;
  private final Map<String, Pod> pods = new LinkedHashMap<>();
  private final ClaimStore claims;
  private final NodeInfoCache nodeInfoCache;
  private final AffinityIndex index;
  private final HostSelection selection;
  private final Map<String, String> extendedClasses;
  private final List<Notice> notices;
  private DeviceSnapshot devices;

  /**
   * @param timeout the time that a search for devices may take on each node; one that is given up
   *     is not repeated before the node changes
   */
  public OfflineScheduler(
      Cluster cluster, Gates gates, Parallelizer parallelizer, FilterTimeout timeout) {
    this(cluster, gates, parallelizer, timeout, NodeInfoCache.MANY);
  }

  /**
   * @param many the number of viewers above which a pool is wide, see {@link NodeInfoCache#MANY}
   */
  OfflineScheduler(
      Cluster cluster, Gates gates, Parallelizer parallelizer, FilterTimeout timeout, int many) {
    this.gates = gates;
    var ended = cluster.pods().stream().filter(pod -> pod.status().finished()).toList();
    given = cluster.withClaims(PodDepartures.claimsAfter(cluster, ended));
    given.pods().forEach(pod -> pods.put(ClaimStore.key(pod.metadata()), pod));
    claims = new ClaimStore(given.claims(), given.templates());
    var inventory = given.inventory(gates);
    var snapshot = inventory.snapshot();
    notices = inventory.takeNotices();
    devices =
        new DeviceSnapshot(snapshot, given.ledger(), new Allocator(gates), parallelizer, timeout);
    nodeInfoCache = NodeInfoCache.of(NodeInfo.of(given), snapshot, many);
    index = new AffinityIndex(nodeInfoCache);
    nodeInfoCache.nodes().forEach(node -> index.put(node.name(), node.labels()));
    given
        .namespaces()
        .forEach(it -> index.putNamespace(it.metadata().name(), it.metadata().labels()));
    selection =
        new HostSelection(
            nodeInfoCache,
            new NodeToStatusCache(nodeInfoCache, index, ScoringStrategy.LEAST_ALLOCATED));
    extendedClasses = ExtendedResourceClasses.of(given.classes(), gates);
    given.pods().stream().filter(OfflineScheduler::runs).forEach(this::settle);
  }

  /**
   * Embeds the cluster in a larger one: pods on the other nodes count for affinity, while nothing
   * is placed there.
   */
  public void among(Cluster larger) {
    NodeInfo.of(larger).stream()
        .map(NodeInfo::node)
        .filter(node -> nodeInfoCache.find(node.name()) < 0)
        .forEach(node -> index.put(node.name(), node.labels()));
    larger.pods().stream()
        .filter(pod -> runs(pod) && nodeInfoCache.find(pod.spec().nodeName()) < 0)
        .forEach(this::meet);
  }

  private static boolean runs(Pod pod) {
    return !pod.spec().nodeName().isEmpty() && !pod.status().finished();
  }

  private void settle(Pod pod) {
    int number = nodeInfoCache.find(pod.spec().nodeName());
    if (number >= 0) {
      nodeInfoCache.take(number, PodRequests.of(pod.spec()));
    }
    meet(pod);
  }

  /** Lets affinity count the pod from now on. */
  private void meet(Pod pod) {
    index.enter(pod.spec().nodeName(), ClaimStore.key(pod.metadata()), AffinityPod.of(pod));
  }

  /**
   * Places a pod if a node fits: generates its claims, allocates them, reserves them for the pod
   * and binds it. Otherwise nothing changes.
   */
  public PodOutcome place(Pod pod) {
    if (!pod.spec().nodeName().isEmpty()) {
      throw new IllegalArgumentException(
          "The pod (%s) already has a node (%s)."
              .formatted(ClaimStore.key(pod.metadata()), pod.spec().nodeName()));
    }
    return switch (decide(pod)) {
      case HostSelection.Choice.Nowhere(var reason) -> new PodOutcome.Waits(pod, reason);
      case HostSelection.Choice.On chosen ->
          switch (commit(chosen)) {
            case Commit.Refused(var reason) -> new PodOutcome.Waits(pod, reason);
            case Commit.Done(var node, var allocated) -> bind(pod, chosen, node, allocated);
          };
    };
  }

  /** The outcome for a claim that is placed by itself. */
  public sealed interface Allocated {
    record Done(ResourceClaim claim) implements Allocated {}

    record Waits(ResourceClaim claim, UnschedulableReason reason) implements Allocated {}
  }

  /**
   * Allocates a claim that no pod uses, on the node that a pod with only this claim would get.
   * Kubernetes leaves such claims alone.
   */
  public Allocated allocate(ResourceClaim claim) {
    var asked = List.of(new PodClaims.PodClaim("", claim, false));
    var signature =
        new PodSignature(
            NodeRequirements.ANY,
            PodRequests.NONE,
            List.of(claim.spec().devices()),
            List.of(),
            ExtendedResourceRequests.NONE,
            AffinitySignature.NONE);
    return switch (selection.choose(new PodInfo(Optional.empty(), asked, signature), devices)) {
      case HostSelection.Choice.Nowhere(var reason) -> new Allocated.Waits(claim, reason);
      case HostSelection.Choice.On chosen ->
          switch (commit(chosen)) {
            case Commit.Refused(var reason) -> new Allocated.Waits(claim, reason);
            case Commit.Done(_, var allocated) -> {
              keep(allocated, allocated);
              yield new Allocated.Done(allocated.getFirst());
            }
          };
    };
  }

  private HostSelection.Choice decide(Pod pod) {
    if (!pod.spec().schedulingGates().isEmpty()) {
      return new HostSelection.Choice.Nowhere(
          new UnschedulableReason.Gated(pod.spec().schedulingGates()));
    }
    if (pod.metadata().deletionTimestamp().isPresent()) {
      return new HostSelection.Choice.Nowhere(new UnschedulableReason.Deleted());
    }
    return switch (PodClaims.resolve(pod, claims)) {
      case PodClaims.Missing(var reasons) ->
          new HostSelection.Choice.Nowhere(new UnschedulableReason.ClaimsMissing(reasons));
      case PodClaims.Ready(var found) -> selection.choose(podInfo(pod, found), devices);
    };
  }

  private PodInfo podInfo(Pod pod, List<PodClaims.PodClaim> found) {
    return PodInfo.of(
        pod,
        found,
        ExtendedResourceRequests.of(pod.spec(), extendedClasses),
        claim -> ClaimNodes.of(claim, new DeviceReadiness.Ready()),
        index.signature(pod));
  }

  /** The result of applying a decision. */
  private sealed interface Commit {
    /** The claims that were allocated, in their order. */
    record Done(LabeledNode node, List<ResourceClaim> allocated) implements Commit {}

    record Refused(UnschedulableReason reason) implements Commit {}
  }

  private Commit commit(HostSelection.Choice.On chosen) {
    var node = nodeInfoCache.node(chosen.number());
    if (chosen.placement().isEmpty()) {
      return new Commit.Done(node, List.of());
    }
    return switch (ClaimAllocations.of(chosen.placement().get(), gates)) {
      case ClaimAllocations.Outcome.Refused(var message) ->
          new Commit.Refused(new UnschedulableReason.Mistake(nodeInfoCache.size(), message));
      case ClaimAllocations.Outcome.Done(var allocated) -> new Commit.Done(node, allocated);
    };
  }

  private void keep(Iterable<ResourceClaim> changed, List<ResourceClaim> newlyAllocated) {
    for (var claim : changed) {
      claims.put(claim);
      devices = devices.with(claim);
    }
    newlyAllocated.forEach(nodeInfoCache::taken);
  }

  private PodOutcome bind(
      Pod pod,
      HostSelection.Choice.On chosen,
      LabeledNode node,
      List<ResourceClaim> newlyAllocated) {
    var allocated = new LinkedHashMap<String, ResourceClaim>();
    chosen
        .podInfo()
        .claims()
        .forEach(it -> allocated.put(ClaimStore.key(it.claim().metadata()), it.claim()));
    newlyAllocated.forEach(it -> allocated.put(ClaimStore.key(it.metadata()), it));
    allocated.replaceAll((_, claim) -> Reservations.reserved(claim, pod));
    keep(allocated.values(), newlyAllocated);
    var bound =
        pod.withSpec(pod.spec().withNodeName(node.name()))
            .withStatus(withClaims(pod.status(), chosen.podInfo()));
    pods.put(ClaimStore.key(pod.metadata()), bound);
    nodeInfoCache.take(chosen.number(), chosen.variant().amounts());
    meet(bound);
    return new PodOutcome.On(bound, node.name(), List.copyOf(allocated.values()));
  }

  private static PodStatus withClaims(PodStatus status, PodInfo podInfo) {
    var byEntry = new TreeMap<String, PodResourceClaimStatus>();
    status.resourceClaimStatuses().forEach(it -> byEntry.put(it.name(), it));
    for (var it : podInfo.claims()) {
      if (it.claim().metadata().annotations().containsKey(GeneratedClaims.ENTRY)) {
        var name = it.claim().metadata().name();
        byEntry.put(it.entry(), new PodResourceClaimStatus(it.entry(), name));
      }
    }
    return new PodStatus(status.phase(), List.copyOf(byEntry.values()));
  }

  /** Returns the cluster as it is now. */
  public Cluster cluster() {
    return given.withClaims(claims.claims()).withPods(List.copyOf(pods.values()));
  }

  /**
   * Returns the pods that have no node yet and have not ended, in the order in which to place them.
   */
  public List<Pod> pending() {
    return PodQueue.pending(List.copyOf(pods.values()));
  }

  public Ledger ledger() {
    return devices.ledger();
  }

  /** Returns the number of claims with devices that the pod names. */
  long allocatedClaims(Pod pod) {
    return pod.spec().resourceClaims().stream()
        .flatMap(it -> claims.claim(pod.metadata().namespace(), it.resourceClaimName()).stream())
        .filter(claim -> claim.status().allocation().isPresent())
        .count();
  }

  /** Returns the notices about slices and patches. */
  public List<Notice> notices() {
    return notices;
  }
}

package dev.dray.planning;

import dev.dray.allocation.Allocator;
import dev.dray.allocation.FilterTimeout;
import dev.dray.allocation.Parallelizer;
import dev.dray.allocation.Sweep;
import dev.dray.allocation.explain.NodesExplanation;
import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.allocation.placement.Placement;
import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.DeviceId;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.cluster.Cluster;
import dev.dray.framework.UnschedulableReason;
import dev.dray.framework.claim.ClaimLister;
import dev.dray.framework.claim.PodClaims;
import dev.dray.framework.whatif.OfflineScheduler;
import dev.dray.framework.whatif.PodOutcome;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.Snapshot;
import dev.dray.ledger.Ledger;
import dev.dray.planning.SchedulingAccount.Held;
import dev.dray.planning.SchedulingAccount.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The accounts of pods and claims of a cluster; for one thread. */
public final class SchedulingAccounts {
  private final Cluster cluster;
  private final Gates gates;
  private final Parallelizer parallelizer;
  private final FilterTimeout timeout;
  private final Snapshot snapshot;
  private final Ledger ledger;
  private final Allocator allocator;
  private final boolean isAnybodySociable;

  /**
   * Creates the accounts of a cluster.
   *
   * @param timeout the time a search for devices may take on each node
   */
  public SchedulingAccounts(
      Cluster cluster, Gates gates, Parallelizer parallelizer, FilterTimeout timeout) {
    this.cluster = cluster;
    this.gates = gates;
    this.parallelizer = parallelizer;
    this.timeout = timeout;
    snapshot = cluster.inventory(gates).snapshot();
    ledger = cluster.ledger();
    allocator = new Allocator(gates);
    isAnybodySociable = cluster.pods().stream().anyMatch(SchedulingAccounts::isSociable);
  }

  /** Returns why the claim has devices, would get them on some of these nodes, or on none. */
  public SchedulingAccount ofClaim(ResourceClaim claim, List<LabeledNode> nodes) {
    return claim.status().allocation().isPresent() ? allocated(claim, nodes) : open(claim, nodes);
  }

  private SchedulingAccount allocated(ResourceClaim claim, List<LabeledNode> nodes) {
    var selector = claim.status().allocation().flatMap(it -> it.nodeSelector());
    var usable =
        nodes.stream()
            .filter(it -> selector.map(s -> s.matches(it.labels(), it.name())).orElse(true))
            .map(LabeledNode::name)
            .toList();
    var devices = held(claim);
    return new SchedulingAccount(
        "claim " + name(claim.metadata()),
        Verdict.PLACED,
        "is allocated and usable on %d of %d nodes".formatted(usable.size(), nodes.size()),
        usable,
        devices,
        List.of(),
        List.of());
  }

  private List<Held> held(ResourceClaim claim) {
    return new AllocationReview(snapshot, ledger)
        .review(claim).stream().map(it -> new Held(name(claim.metadata()), it)).toList();
  }

  private SchedulingAccount open(ResourceClaim claim, List<LabeledNode> nodes) {
    var claims = List.of(claim);
    var sweep = allocator.sweep(snapshot, ledger, nodes, claims, parallelizer, timeout);
    var explanation = allocator.explain(snapshot, ledger, nodes, claims, timeout.begin());
    var subject = "claim " + name(claim.metadata());
    var best = sweep.best();
    if (sweep.fatal().isPresent()) {
      var message = "cannot be allocated on any node: " + sweep.fatal().get().message();
      return new SchedulingAccount(
          subject, Verdict.WAITS, message, List.of(), List.of(), List.of(explanation), List.of());
    }
    var undecided = undecided(sweep);
    if (best.isEmpty()) {
      return new SchedulingAccount(
          subject,
          undecided.isEmpty() ? Verdict.WAITS : Verdict.UNDECIDED,
          (undecided.isEmpty() ? "cannot be allocated: " : "was not decided in time: ")
              + explanation.headline(),
          List.of(),
          List.of(),
          List.of(explanation),
          undecided);
    }
    var fitting = new ArrayList<String>();
    fitting.add(nodes.get(best.getAsInt()).name());
    for (int i = 0; i < nodes.size(); i++) {
      if (i != best.getAsInt() && sweep.fits(i)) {
        fitting.add(nodes.get(i).name());
      }
    }
    return new SchedulingAccount(
        subject,
        Verdict.FITS,
        "could be allocated: " + explanation.headline(),
        fitting,
        devices(sweep.answer(best.getAsInt())),
        List.of(explanation),
        undecided);
  }

  private static List<String> undecided(Sweep sweep) {
    return IntStream.range(0, sweep.size())
        .filter(sweep::isUndecided)
        .mapToObj(i -> sweep.node(i).name())
        .toList();
  }

  private static List<Held> devices(AllocationOutcome outcome) {
    return outcome instanceof AllocationOutcome.Fits(var placement)
        ? devices(placement)
        : List.of();
  }

  private static List<Held> devices(Placement placement) {
    var devices = new ArrayList<Held>();
    for (var claim : placement.claims()) {
      for (var request : claim.requests()) {
        for (var device : request.devices()) {
          var id = new DeviceId(device.generation().pool(), device.generation().name(device.row()));
          devices.add(
              new Held(
                  name(claim.claim().metadata()),
                  new ReviewedDevice(request.reference(), id, List.of())));
        }
      }
    }
    return devices;
  }

  /** Returns why the pod has its node, would get one, or has to wait. */
  public SchedulingAccount ofPod(Pod pod) {
    var subject = "pod " + name(pod.metadata());
    if (!pod.spec().nodeName().isEmpty()) {
      return running(subject, pod);
    }
    var schedulingAccount =
        switch (new OfflineScheduler(cluster, gates, parallelizer, timeout).place(pod)) {
          case PodOutcome.On on -> placed(subject, on);
          case PodOutcome.Waits(_, var reason) -> waits(subject, reason, reason.explanations());
        };
    return schedulingAccount.without(pod.spec().unconsidered());
  }

  private static SchedulingAccount placed(String subject, PodOutcome.On on) {
    return new SchedulingAccount(
        subject,
        Verdict.FITS,
        "would be placed on " + on.node(),
        List.of(on.node()),
        on.claims().stream().flatMap(claim -> given(claim).stream()).toList(),
        List.of(),
        List.of());
  }

  private static SchedulingAccount waits(
      String subject, UnschedulableReason reason, List<NodesExplanation> explanations) {
    var undecided =
        reason instanceof UnschedulableReason.NoNode none
            ? none.timedOut().stream().map(LabeledNode::name).toList()
            : List.<String>of();
    return new SchedulingAccount(
        subject,
        undecided.isEmpty() ? Verdict.WAITS : Verdict.UNDECIDED,
        (undecided.isEmpty() ? "has to wait: " : "was not decided in time: ") + reason.message(),
        List.of(),
        List.of(),
        explanations,
        undecided);
  }

  /**
   * Returns whether the pod has affinity to other pods, so that it matters which pods are on which
   * node.
   */
  private static boolean isSociable(Pod pod) {
    return !pod.spec().podAffinity().isEmpty() || !pod.spec().podAntiAffinity().isEmpty();
  }

  /**
   * Returns why a pod without a node would get this one, or not.
   *
   * @param clusterExcerpts the excerpts of the same cluster
   */
  public SchedulingAccount ofPod(Pod pod, Node node, ClusterExcerpts clusterExcerpts) {
    var subject = "pod " + name(pod.metadata());
    var excerpt = clusterExcerpts.of(node, claimsOf(pod));
    var scheduler = new OfflineScheduler(excerpt, gates, Parallelizer.CALLER, timeout);
    if (isAnybodySociable || isSociable(pod)) {
      scheduler.among(cluster);
    }
    var schedulingAccount =
        switch (scheduler.place(pod)) {
          case PodOutcome.On on -> placed(subject, on);
          case PodOutcome.Waits(_, UnschedulableReason.NoNode reason)
              when !reason.explanations().isEmpty() -> {
            // Hints consider the devices of all nodes, so the whole cluster has to be asked.
            var nodes = List.of(Cluster.engineNode(node));
            yield waits(
                subject,
                reason,
                List.of(
                    allocator.explain(
                        snapshot, ledger, nodes, reason.unallocated(), timeout.begin())));
          }
          case PodOutcome.Waits(_, var reason) -> waits(subject, reason, reason.explanations());
        };
    return schedulingAccount.without(pod.spec().unconsidered());
  }

  private SchedulingAccount running(String subject, Pod pod) {
    var claims =
        switch (PodClaims.resolve(pod, ClaimLister.of(cluster))) {
          case PodClaims.Ready(var found) -> found;
          case PodClaims.Missing _ -> List.<PodClaims.PodClaim>of();
        };
    var devices = new ArrayList<Held>();
    claims.forEach(it -> devices.addAll(held(it.claim())));
    var node = pod.spec().nodeName();
    var message = pod.status().finished() ? "has ended on " : "runs on ";
    return new SchedulingAccount(
        subject, Verdict.PLACED, message + node, List.of(node), devices, List.of(), List.of());
  }

  /** Returns the devices that were just allocated: they have no misfits. */
  private static List<Held> given(ResourceClaim claim) {
    return claim.status().allocation().stream()
        .flatMap(it -> it.devices().results().stream())
        .map(
            it ->
                new Held(
                    name(claim.metadata()),
                    new ReviewedDevice(it.request(), AllocationReview.id(it), List.of())))
        .toList();
  }

  /** Returns the claims of the pod that exist. */
  private List<ResourceClaim> claimsOf(Pod pod) {
    return switch (PodClaims.resolve(pod, ClaimLister.of(cluster))) {
      case PodClaims.Ready(var found) ->
          found.stream().filter(it -> !it.made()).map(PodClaims.PodClaim::claim).toList();
      case PodClaims.Missing _ -> List.of();
    };
  }

  private static String name(ObjectMeta metadata) {
    return metadata.namespace() + "/" + metadata.name();
  }
}

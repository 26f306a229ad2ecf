package dev.dray.scheduling;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dray.allocation.Allocator;
import dev.dray.allocation.Answer;
import dev.dray.allocation.Placement;
import dev.dray.allocation.Workers;
import dev.dray.api.core.Pod;
import dev.dray.api.core.PodResourceClaimStatus;
import dev.dray.api.core.PodStatus;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.resource.DeviceClaim;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.claim.AllocationWriter;
import dev.dray.claim.ClaimStates;
import dev.dray.claim.Written;
import dev.dray.cluster.Cluster;
import dev.dray.inventory.Node;
import dev.dray.inventory.Notice;
import dev.dray.inventory.Snapshot;
import dev.dray.ledger.Ledger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * A cluster in which pods are placed one after the other. Mutable, for one thread.
 *
 * <p>Pods that run take what they ask for of their nodes; pods that have ended hold nothing.
 */
public final class Placing {
  private final Cluster given;
  private final Gates gates;
  private final Map<String, Pod> pods = new LinkedHashMap<>();
  private final ClaimStore claims;
  private final Grounds grounds;
  private final Standings standings;
  private final Map<String, String> extendedClasses;
  private final List<Notice> notices;
  private Devices devices;

  public Placing(Cluster cluster, Gates gates, Workers workers) {
    this(cluster, gates, workers, Grounds.MANY);
  }

  /**
   * @param many how many nodes are many, see {@link Grounds#MANY}
   */
  Placing(Cluster cluster, Gates gates, Workers workers, int many) {
    this.gates = gates;
    var ended = cluster.pods().stream().filter(pod -> pod.status().finished()).toList();
    given = cluster.withClaims(Departures.claimsAfter(cluster, ended));
    given.pods().forEach(pod -> pods.put(ClaimStore.key(pod.metadata()), pod));
    claims = new ClaimStore(given.claims(), given.templates());
    var inventory = given.inventory(gates);
    var snapshot = inventory.snapshot();
    notices = inventory.takeNotices();
    devices = new Devices(snapshot, given.ledger(), new Allocator(gates), workers);
    grounds = new Grounds(Site.of(given), snapshot, many);
    standings = new Standings(grounds);
    extendedClasses = ExtendedClasses.of(given.classes(), gates);
    given.pods().stream().filter(Placing::runs).forEach(this::settle);
  }

  private static boolean runs(Pod pod) {
    return !pod.spec().nodeName().isEmpty() && !pod.status().finished();
  }

  private void settle(Pod pod) {
    int site = grounds.find(pod.spec().nodeName());
    if (site >= 0) {
      grounds.take(site, PodAmounts.of(pod.spec()));
    }
  }

  /**
   * Places a pod now if a node fits: makes its claims, allocates them, reserves them for it and
   * binds it. Otherwise nothing changes.
   */
  public Placed place(Pod pod) {
    if (!pod.spec().nodeName().isEmpty()) {
      throw new IllegalArgumentException(
          "The pod (%s) is on a node already (%s)."
              .formatted(ClaimStore.key(pod.metadata()), pod.spec().nodeName()));
    }
    return switch (decide(pod)) {
      case Decision.Waits(var reason) -> new Placed.Waits(pod, reason);
      case Decision.Chosen chosen ->
          switch (commit(chosen)) {
            case Commit.Refused(var reason) -> new Placed.Waits(pod, reason);
            case Commit.Done(var node, var allocated) -> bind(pod, chosen, node, allocated);
          };
    };
  }

  /** What became of a claim that nobody but itself asks a place for. */
  public sealed interface Allocated {
    record Done(ResourceClaim claim) implements Allocated {}

    record Waits(ResourceClaim claim, WaitReason reason) implements Allocated {}
  }

  /**
   * Allocates a claim that no pod uses, on the node that a pod with nothing but this claim would
   * get. Kubernetes leaves such claims alone.
   */
  public Allocated allocate(ResourceClaim claim) {
    var asked = List.of(new PodClaims.PodClaim("", claim, false));
    var demand =
        new Demand(
            Where.ANY,
            PodAmounts.NONE,
            List.of(claim.spec().devices()),
            List.of(),
            ExtendedWants.NONE);
    return switch (choose(new Application(Optional.empty(), asked, demand))) {
      case Decision.Waits(var reason) -> new Allocated.Waits(claim, reason);
      case Decision.Chosen chosen ->
          switch (commit(chosen)) {
            case Commit.Refused(var reason) -> new Allocated.Waits(claim, reason);
            case Commit.Done(_, var allocated) -> {
              keep(allocated, allocated);
              yield new Allocated.Done(allocated.getFirst());
            }
          };
    };
  }

  /** What to do with an application; deciding changes nothing. */
  private sealed interface Decision {
    /** A node, and devices there if any are needed. */
    record Chosen(Application application, Variant variant, int site, Optional<Placement> placement)
        implements Decision {}

    record Waits(WaitReason reason) implements Decision {}
  }

  private Decision decide(Pod pod) {
    if (!pod.spec().schedulingGates().isEmpty()) {
      return new Decision.Waits(new WaitReason.Gated(pod.spec().schedulingGates()));
    }
    if (pod.metadata().deletionTimestamp().isPresent()) {
      return new Decision.Waits(new WaitReason.Deleted());
    }
    return switch (PodClaims.resolve(pod, claims)) {
      case PodClaims.Missing(var reasons) ->
          new Decision.Waits(new WaitReason.ClaimsMissing(reasons));
      case PodClaims.Ready(var found) -> choose(application(pod, found));
    };
  }

  private Application application(Pod pod, List<PodClaims.PodClaim> found) {
    var once = new LinkedHashMap<String, PodClaims.PodClaim>();
    found.forEach(it -> once.putIfAbsent(ClaimStore.key(it.claim().metadata()), it));
    var asks = new ArrayList<DeviceClaim>();
    var allocatedAt = new ArrayList<NodeSelector>();
    for (var it : once.values()) {
      var allocation = it.claim().status().allocation();
      if (allocation.isEmpty()) {
        asks.add(it.claim().spec().devices());
      } else {
        allocation.get().nodeSelector().ifPresent(allocatedAt::add);
      }
    }
    var demand =
        new Demand(
            Where.of(pod.spec()),
            PodAmounts.of(pod.spec()),
            asks,
            allocatedAt,
            ExtendedWants.of(pod.spec(), extendedClasses));
    return new Application(Optional.of(pod), List.copyOf(once.values()), demand);
  }

  private Decision choose(Application application) {
    var standing = standings.of(application.demand());
    standing.catchUp(application, devices);
    while (standing.mistake().isEmpty() && standing.fitting() > 0) {
      int site = standing.best().orElseThrow();
      var open = application.unallocated(standing.variant(site));
      if (open.isEmpty()) {
        return chosen(application, standing, site, Optional.empty());
      }
      switch (devices.ask(grounds.node(site), open)) {
        case Answer.Fits(var placement) -> {
          return chosen(application, standing, site, Optional.of(placement));
        }
        case Answer.DoesNotFit it -> standing.fail(site, it);
        case Answer.Unusable it -> standing.fail(site, it);
        case Answer.Fatal it -> standing.fail(site, it);
        case Answer.Stopped it -> standing.fail(site, it);
      }
    }
    return new Decision.Waits(
        standing
            .mistake()
            .<WaitReason>map(it -> new WaitReason.Mistake(grounds.size(), it))
            .orElseGet(() -> noNode(application, standing)));
  }

  private static Decision chosen(
      Application application, Standing standing, int site, Optional<Placement> placement) {
    return new Decision.Chosen(application, standing.variant(site), site, placement);
  }

  private WaitReason noNode(Application application, Standing standing) {
    var lacks = new ArrayList<WaitReason.NoNode.Lack>();
    var refusals = standing.refusals();
    for (int i = 0; i < refusals.lacking().size(); i++) {
      var nodes = refusals.lacking().get(i);
      if (!nodes.isEmpty()) {
        var open = application.unallocated(standing.variantNumber(i));
        lacks.add(new WaitReason.NoNode.Lack(nodes, open));
      }
    }
    var open =
        application.claims().stream()
            .filter(claim -> !claim.allocated())
            .map(PodClaims.PodClaim::claim)
            .toList();
    return new WaitReason.NoNode(grounds.size(), refusals.reasons(), devices, open, lacks);
  }

  /** What came of writing a decision down. */
  private sealed interface Commit {
    /** The claims that were allocated, in their order. */
    record Done(Node node, List<ResourceClaim> allocated) implements Commit {}

    record Refused(WaitReason reason) implements Commit {}
  }

  private Commit commit(Decision.Chosen chosen) {
    var node = grounds.node(chosen.site());
    if (chosen.placement().isEmpty()) {
      return new Commit.Done(node, List.of());
    }
    var placement = chosen.placement().get();
    var first = placement.claims().getFirst().claim();
    return switch (new AllocationWriter(gates, shareIds(first)).results(placement)) {
      case Written.Fatal(var message) ->
          new Commit.Refused(new WaitReason.Mistake(grounds.size(), message));
      case Written.Results results -> new Commit.Done(node, guarded(placement, results));
    };
  }

  private static List<ResourceClaim> guarded(Placement placement, Written.Results results) {
    return ClaimStates.allocated(placement, results).stream().map(Reservations::guarded).toList();
  }

  private void keep(Iterable<ResourceClaim> changed, List<ResourceClaim> newlyAllocated) {
    for (var claim : changed) {
      claims.put(claim);
      devices = devices.with(claim);
    }
    newlyAllocated.forEach(grounds::taken);
  }

  /** Shares are told apart by ids that follow from the claim, so that every run has the same. */
  private static Supplier<String> shareIds(ResourceClaim first) {
    var counter = new int[1];
    var start = "share/" + first.metadata().uid() + "/";
    return () -> UUID.nameUUIDFromBytes((start + counter[0]++).getBytes(UTF_8)).toString();
  }

  private Placed bind(
      Pod pod, Decision.Chosen chosen, Node node, List<ResourceClaim> newlyAllocated) {
    var allocated = new LinkedHashMap<String, ResourceClaim>();
    chosen
        .application()
        .claims()
        .forEach(it -> allocated.put(ClaimStore.key(it.claim().metadata()), it.claim()));
    newlyAllocated.forEach(it -> allocated.put(ClaimStore.key(it.metadata()), it));
    allocated.replaceAll((_, claim) -> Reservations.reserved(claim, pod));
    keep(allocated.values(), newlyAllocated);
    var bound =
        pod.withSpec(pod.spec().withNodeName(node.name()))
            .withStatus(withClaims(pod.status(), chosen.application()));
    pods.put(ClaimStore.key(pod.metadata()), bound);
    grounds.take(chosen.site(), chosen.variant().amounts());
    return new Placed.On(bound, node.name(), List.copyOf(allocated.values()));
  }

  private static PodStatus withClaims(PodStatus status, Application application) {
    var byEntry = new TreeMap<String, PodResourceClaimStatus>();
    status.resourceClaimStatuses().forEach(it -> byEntry.put(it.name(), it));
    for (var it : application.claims()) {
      if (it.claim().metadata().annotations().containsKey(MadeClaims.ENTRY)) {
        var name = it.claim().metadata().name();
        byEntry.put(it.entry(), new PodResourceClaimStatus(it.entry(), name));
      }
    }
    return new PodStatus(status.phase(), List.copyOf(byEntry.values()));
  }

  /** Everything as it is now. */
  public Cluster cluster() {
    return given.withClaims(claims.claims()).withPods(List.copyOf(pods.values()));
  }

  /** The pods that have no node yet and have not ended, in the order in which to place them. */
  public List<Pod> pending() {
    return PodQueue.pending(List.copyOf(pods.values()));
  }

  public Snapshot snapshot() {
    return devices.snapshot();
  }

  public Ledger ledger() {
    return devices.ledger();
  }

  public Allocator allocator() {
    return devices.allocator();
  }

  /** How many claims that the pod names have devices. */
  long allocatedClaims(Pod pod) {
    return pod.spec().resourceClaims().stream()
        .flatMap(it -> claims.claim(pod.metadata().namespace(), it.resourceClaimName()).stream())
        .filter(claim -> claim.status().allocation().isPresent())
        .count();
  }

  /** What there is to say about slices and patches. */
  public List<Notice> notices() {
    return notices;
  }

  /** The nodes by name. */
  public List<Node> nodes() {
    return grounds.nodes();
  }
}

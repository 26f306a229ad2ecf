package dev.dray.framework;

import static java.util.Objects.requireNonNull;

import dev.dray.allocation.Allocator;
import dev.dray.allocation.FilterTimeout;
import dev.dray.allocation.Parallelizer;
import dev.dray.api.core.Container;
import dev.dray.api.core.Node;
import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.framework.affinity.AffinityIndex;
import dev.dray.framework.claim.AssumedClaims;
import dev.dray.framework.claim.ClaimAllocations;
import dev.dray.framework.claim.ClaimCheck;
import dev.dray.framework.claim.ClaimNodes;
import dev.dray.framework.claim.ClaimStore;
import dev.dray.framework.claim.DeviceReadiness;
import dev.dray.framework.claim.GeneratedClaims;
import dev.dray.framework.claim.PodClaims;
import dev.dray.framework.node.NodeInfo;
import dev.dray.framework.node.NodeInfoCache;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.Snapshot;
import dev.dray.inventory.patch.Notice;
import dev.dray.ledger.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The cluster as a live scheduler knows it, told of changes one by one. Mutable, for one thread;
 * without a clock.
 *
 * <p>A scheduler decides on the next pod before its last decision is written, and informers report
 * that write later still. Three kinds of knowledge are therefore kept apart, for claims in {@link
 * AssumedClaims} and for pods in {@link AssumedPods}:
 *
 * <pre>{@code
 * decide()                  write answered              informer reports it
 *    |                            |                            |
 *    v                            v                            v
 * assumed   -- written() -->  acknowledged  -- put() -->    informed
 * "in flight": devices,       the server's answer,          the object as the
 * room and affinity count     until an informer has         API has it
 * at once                     this version or a newer
 *    |
 *    +-- forget(): the attempt failed, all of it is given back
 *
 * what counts for a claim:  the known allocation (newest of acknowledged and informed),
 *                           else the one in flight
 * what counts for a pod:    the node it is reported on, or none if it has finished,
 *                           else the node it is assumed on
 * }</pre>
 *
 * <p>Invariant: at any moment each claim, by its UID, is in the ledger at most once, and each pod
 * takes resources on at most one node. Everything derived, that is the ledger, the resources of
 * nodes and the affinity index, follows from the three kinds of knowledge and from nothing else:
 * the same knowledge gives the same decision, in whatever order it arrived.
 *
 * <p>Counting each object by the best that is known of it closes both gaps of a cache that
 * overwrites. A device is not offered a second time between decision and write, because the flight
 * counts until its pods are bound or forgotten. An old report cannot undo a newer answer, because
 * versions are compared, and an answer that arrives after the deletion of its claim is dropped.
 * Forgetting removes only the assumption: devices that an answer or a report shows to be taken stay
 * taken until the API says otherwise. A claim that several pods in flight share stays assumed until
 * the last of them lets go.
 *
 * <p>Changes of the inventory are collected and take effect in {@link #settle}; a decision then
 * sees one {@link Snapshot}. A decision itself changes nothing: {@link #decide} chooses, {@link
 * #assume} counts the choice, and {@link #forget} or {@link #bound} end it.
 *
 * <p>Methods that take in a node, a namespace or a class, and {@link #settle}, return whether the
 * change may help a waiting pod. For claims and pods {@link #returns} and {@link #arrivals} tell,
 * because a decision that is forgotten helps as much as an object that is deleted. The queueing
 * hint for a single pod is {@link #mightFit}.
 *
 * <p>Cost: a change of an object updates the maps it is in and stamps the nodes it touches, see
 * {@link NodeInfoCache}. A decision filters only nodes that changed since a pod with the same
 * signature was last considered, see {@link NodeToStatus}, and searches for devices on the chosen
 * node once more.
 */
public final class SchedulerCache {
  /** The default time that devices may take to become ready. */
  public static final Duration BINDING_TIMEOUT = Duration.ofMinutes(10);

  private final Gates gates;
  private final FilterTimeout timeout;
  private final Duration bindingTimeout;
  private final Inventory inventory;
  private final Allocator allocator;
  private final Map<String, DeviceClass> classes = new TreeMap<>();
  private final NodeInfoCache nodeInfoCache;
  private final AffinityIndex index;
  private final HostSelection selection;
  private final AssumedClaims claims;
  private final AssumedPods assumedPods;
  private Map<String, String> extendedClasses = Map.of();
  private Snapshot snapshot;
  private Instant now = Instant.EPOCH;
  private boolean classesChanged;
  private long returns;
  private long arrivals;

  /** Creates a cache with kube-scheduler's defaults, whose searches take as long as they take. */
  public SchedulerCache(Gates gates) {
    this(gates, BINDING_TIMEOUT, FilterTimeout.ENDLESS, ScoringStrategy.LEAST_ALLOCATED);
  }

  /**
   * @param bindingTimeout the time that devices may take to become ready
   * @param timeout the time that a search for devices may take on each node
   * @param strategy whether emptier or fuller nodes score higher
   */
  public SchedulerCache(
      Gates gates, Duration bindingTimeout, FilterTimeout timeout, ScoringStrategy strategy) {
    this(gates, bindingTimeout, timeout, strategy, NodeInfoCache.MANY);
  }

  /**
   * @param many the number of viewers above which a pool is wide, see {@link NodeInfoCache#MANY}
   */
  SchedulerCache(
      Gates gates,
      Duration bindingTimeout,
      FilterTimeout timeout,
      ScoringStrategy strategy,
      int many) {
    this.gates = gates;
    this.timeout = timeout;
    this.bindingTimeout = bindingTimeout;
    inventory = new Inventory(gates);
    allocator = new Allocator(gates);
    snapshot = inventory.snapshot();
    inventory.takeChanged();
    nodeInfoCache = new NodeInfoCache(many);
    index = new AffinityIndex(nodeInfoCache);
    selection =
        new HostSelection(
            nodeInfoCache,
            new NodeToStatusCache(nodeInfoCache, index, requireNonNull(strategy, "strategy")));
    claims = new AssumedClaims(new Pools());
    assumedPods = new AssumedPods(new Moves());
  }

  /** Passes on which pools have fewer devices or more. */
  private final class Pools implements AssumedClaims.Watcher {
    @Override
    public void taken(PoolId pool) {
      nodeInfoCache.taken(pool);
    }

    @Override
    public void givenBack(PoolId pool) {
      nodeInfoCache.givenBack(pool);
      returns++;
    }
  }

  /** Passes on which nodes pods take resources of, and which pods affinity has to count. */
  private final class Moves implements AssumedPods.Watcher {
    @Override
    public void came(String id, AssumedPods.Home home) {
      int nodeNumber = nodeInfoCache.find(home.node());
      if (nodeNumber >= 0) {
        nodeInfoCache.take(nodeNumber, home.amounts());
      }
      index.enter(home.node(), id, home.affinityPod());
      arrivals++;
    }

    @Override
    public void went(String id, AssumedPods.Home home) {
      int nodeNumber = nodeInfoCache.find(home.node());
      if (nodeNumber >= 0) {
        nodeInfoCache.giveBack(nodeNumber, home.amounts(), assumedPods.on(home.node()));
        returns++;
      }
      index.leave(home.node(), id);
    }

    @Override
    public void changed(String id, AssumedPods.Home home) {
      index.leave(home.node(), id);
      index.enter(home.node(), id, home.affinityPod());
      arrivals++;
    }
  }

  /** Adds or replaces a node. Returns whether it is new or changed in anything that counts. */
  public boolean put(Node node) {
    var nodeInfo = NodeInfo.of(node);
    var name = nodeInfo.node().name();
    int number = nodeInfoCache.find(name);
    if (number >= 0 && nodeInfoCache.nodeInfo(number).equals(nodeInfo)) {
      return false;
    }
    nodeInfoCache.put(nodeInfo, assumedPods.on(name), snapshot);
    index.put(name, nodeInfo.node().labels());
    return true;
  }

  /**
   * Removes a node. Returns whether it was known: a mistake on it may have kept pods from all other
   * nodes.
   */
  public boolean removeNode(String name) {
    boolean known = nodeInfoCache.find(name) >= 0;
    nodeInfoCache.remove(name);
    index.remove(name);
    allocator.forgetNode(name);
    return known;
  }

  /**
   * Adds or replaces a namespace. Returns whether its labels changed. A namespace that is not known
   * is taken to have the label with its name, which a server gives to all.
   */
  public boolean putNamespace(String name, Map<String, String> labels) {
    return index.putNamespace(name, labels);
  }

  /** Removes a namespace. Returns whether its labels made a difference. */
  public boolean removeNamespace(String name) {
    return index.removeNamespace(name);
  }

  public void put(ResourceSlice slice) {
    inventory.put(slice);
  }

  public void removeSlice(String name) {
    inventory.removeSlice(name);
  }

  /** Adds or replaces a class. Returns whether it is new or changed in anything that counts. */
  public boolean put(DeviceClass deviceClass) {
    var before = classes.put(deviceClass.metadata().name(), deviceClass);
    boolean other = before == null || isOther(before, deviceClass);
    if (other) {
      classesChanged = true;
      inventory.put(deviceClass);
    }
    return other;
  }

  /** Returns whether anything that counts changed. */
  private static boolean isOther(DeviceClass before, DeviceClass after) {
    return !before.spec().equals(after.spec())
        || !before.metadata().creationTimestamp().equals(after.metadata().creationTimestamp());
  }

  /** Removes a class. Returns whether it was known. */
  public boolean removeClass(String name) {
    boolean known = classes.remove(name) != null;
    if (known) {
      classesChanged = true;
      inventory.removeClass(name);
    }
    return known;
  }

  public void put(DeviceTaintRule rule) {
    inventory.put(rule);
  }

  public void removeTaintRule(String name) {
    inventory.removeTaintRule(name);
  }

  public void put(ResourceSlicePatch patch) {
    inventory.put(patch);
  }

  public void removePatch(String name) {
    inventory.removePatch(name);
  }

  /**
   * Merges the slices, patches, rules and classes put since the last call: only then do they count.
   * Returns whether pools or classes changed; a patch without effect changes nothing.
   */
  public boolean settle() {
    var failure = snapshot.failure();
    snapshot = inventory.snapshot();
    var changed = inventory.takeChanged();
    for (var pool : changed) {
      nodeInfoCache.changed(pool, snapshot);
      if (snapshot.pool(pool).isEmpty()) {
        allocator.forgetPool(pool);
      }
    }
    if (classesChanged || !failure.equals(snapshot.failure())) {
      extendedClasses = ExtendedResourceClasses.of(List.copyOf(classes.values()), gates);
      nodeInfoCache.changedEverywhere();
    }
    boolean other = classesChanged || !changed.isEmpty();
    classesChanged = false;
    return other;
  }

  /** Takes in a claim that an informer reports. */
  public void put(ResourceClaim claim) {
    claims.put(claim);
  }

  /** Drops a claim that an informer reports as deleted. */
  public void removeClaim(ResourceClaim claim) {
    claims.remove(claim);
  }

  /**
   * Takes in a pod that an informer reports. Pods on nodes take resources until they have ended or
   * are deleted.
   */
  public void put(Pod pod) {
    assumedPods.put(pod);
  }

  /** Drops a pod that an informer reports as deleted. */
  public void removePod(Pod pod) {
    assumedPods.remove(pod);
  }

  /** Returns the notices about slices and patches that arose since the last call. */
  public List<Notice> takeNotices() {
    return inventory.takeNotices();
  }

  /** Returns all notices about slices and patches that apply now. */
  public List<Notice> standingNotices() {
    return inventory.standingNotices();
  }

  /** Returns why the pod cannot be considered yet: some of the claims it names do not exist. */
  public Optional<UnschedulableReason> notReady(Pod pod) {
    return switch (PodClaims.existing(pod, claims)) {
      case PodClaims.Missing(var reasons) ->
          Optional.of(new UnschedulableReason.ClaimsMissing(reasons));
      case PodClaims.Ready _ -> Optional.empty();
    };
  }

  /** The decision on a pod. */
  public sealed interface Decision {
    /**
     * The pod gets a node.
     *
     * @param allocated claims that get devices here, as they are to be written: with finalizer and
     *     allocation, not yet reserved
     * @param others claims of the pod that are allocated already
     * @param extended the claim that stands for extended resources, to be created first; allocated
     * @param mappings the requests of that claim by container
     */
    record Chosen(
        Pod pod,
        String node,
        List<ResourceClaim> allocated,
        List<ResourceClaim> others,
        Optional<ResourceClaim> extended,
        List<RequestMapping> mappings)
        implements Decision {
      public Chosen {
        allocated = List.copyOf(allocated);
        others = List.copyOf(others);
        mappings = List.copyOf(mappings);
      }
    }

    /**
     * The pod has to wait.
     *
     * @param unavailable claims that keep it from some node, and that may be deallocated if no
     *     other pod uses them; a claim left over from extended resources is to be deleted, see
     *     {@link GeneratedClaims#isExtended}
     */
    record Waits(UnschedulableReason reason, List<ResourceClaim> unavailable) implements Decision {
      public Waits {
        unavailable = List.copyOf(unavailable);
      }
    }
  }

  /** The request that serves one container's extended resource, in the claim that stands for it. */
  public record RequestMapping(String container, String resource, String request) {}

  /**
   * Decides on a pod; changes nothing.
   *
   * @param now the time by which it is judged whether devices had enough time to become ready
   */
  public Decision decide(Pod pod, Instant now) {
    this.now = now;
    return switch (apply(pod)) {
      case Applied.No(var waits) -> waits;
      case Applied.Yes(var podInfo) -> decide(podInfo);
    };
  }

  /** The result of the checks before any node is considered. */
  private sealed interface Applied {
    record Yes(PodInfo podInfo) implements Applied {}

    record No(Decision.Waits waits) implements Applied {}
  }

  private Applied apply(Pod pod) {
    if (!pod.spec().schedulingGates().isEmpty()) {
      return no(new UnschedulableReason.Gated(pod.spec().schedulingGates()));
    }
    if (pod.metadata().deletionTimestamp().isPresent()) {
      return no(new UnschedulableReason.Deleted());
    }
    return switch (PodClaims.existing(pod, claims)) {
      case PodClaims.Missing(var reasons) -> no(new UnschedulableReason.ClaimsMissing(reasons));
      case PodClaims.Ready(var found) -> apply(pod, found);
    };
  }

  private static Applied no(UnschedulableReason reason) {
    return new Applied.No(new Decision.Waits(reason, List.of()));
  }

  private Applied apply(Pod pod, List<PodClaims.PodClaim> found) {
    for (var it : found) {
      var inUse = PodClaims.inUse(pod, it.claim());
      if (inUse.isPresent()) {
        return no(new UnschedulableReason.ClaimsMissing(List.of(inUse.get())));
      }
      var mistake = it.allocated() ? Optional.<String>empty() : mistake(it.claim());
      if (mistake.isPresent()) {
        return no(new UnschedulableReason.Mistake(nodeInfoCache.size(), mistake.get()));
      }
    }
    var wants = ExtendedResourceRequests.of(pod.spec(), extendedClasses);
    var leftover = wants.wants().isEmpty() ? Optional.<ResourceClaim>empty() : claims.leftover(pod);
    if (leftover.isPresent()) {
      return new Applied.No(new Decision.Waits(leftover(), List.of(leftover.get())));
    }
    return new Applied.Yes(PodInfo.of(pod, found, wants, this::usableNodes, index.signature(pod)));
  }

  /** Returns the nodes from which an allocated claim can be used. */
  private ClaimNodes usableNodes(ResourceClaim claim) {
    return ClaimNodes.of(claim, DeviceReadiness.of(claim, gates, bindingTimeout, now));
  }

  private UnschedulableReason leftover() {
    return new UnschedulableReason.Mistake(
        nodeInfoCache.size(), nodeInfoCache.size() + " cannot schedule extended resource claim");
  }

  /** Returns the mistake in a claim that is not allocated, in upstream's words. */
  private Optional<String> mistake(ResourceClaim claim) {
    if (claims.isInProcess(claim)) {
      return Optional.of(
          "resource claim %s is in the process of being allocated"
              .formatted(ClaimStore.key(claim.metadata())));
    }
    return ClaimCheck.mistake(claim, snapshot);
  }

  private Decision decide(PodInfo podInfo) {
    return switch (selection.chooseAnew(podInfo, devices())) {
      case HostSelection.Choice.Nowhere(var reason) ->
          new Decision.Waits(reason, unavailable(podInfo));
      case HostSelection.Choice.On on -> chosen(on);
    };
  }

  private DeviceSnapshot devices() {
    return new DeviceSnapshot(snapshot, claims.ledger(), allocator, Parallelizer.CALLER, timeout);
  }

  private List<ResourceClaim> unavailable(PodInfo podInfo) {
    var statuses = selection.nodeToStatusCache().of(podInfo.signature());
    return podInfo.claims().stream()
        .filter(PodClaims.PodClaim::allocated)
        .map(PodClaims.PodClaim::claim)
        .filter(claim -> statuses.lacksOnly(usableNodes(claim)))
        .toList();
  }

  private Decision chosen(HostSelection.Choice.On on) {
    var pod = on.podInfo().pod().orElseThrow();
    var node = nodeInfoCache.node(on.number()).name();
    var others =
        on.podInfo().claims().stream()
            .filter(PodClaims.PodClaim::allocated)
            .map(PodClaims.PodClaim::claim)
            .toList();
    if (on.placement().isEmpty()) {
      return new Decision.Chosen(pod, node, List.of(), others, Optional.empty(), List.of());
    }
    return switch (ClaimAllocations.of(on.placement().get(), gates)) {
      case ClaimAllocations.Outcome.Refused(var mistake) ->
          new Decision.Waits(
              new UnschedulableReason.Mistake(nodeInfoCache.size(), mistake), List.of());
      case ClaimAllocations.Outcome.Done(var allocated) -> {
        if (on.variant().extended().isEmpty()) {
          yield new Decision.Chosen(pod, node, allocated, others, Optional.empty(), List.of());
        }
        var own = new ArrayList<>(allocated);
        var extended = own.removeLast();
        yield new Decision.Chosen(pod, node, own, others, Optional.of(extended), mappings(on));
      }
    };
  }

  private static List<RequestMapping> mappings(HostSelection.Choice.On on) {
    var spec = on.podInfo().pod().orElseThrow().spec();
    var names =
        Stream.concat(spec.initContainers().stream(), spec.containers().stream())
            .map(Container::name)
            .toList();
    return on.podInfo().signature().extended().mappings(on.variant().backed(), names);
  }

  /** Counts the devices and resources of the decision as taken, until informers report them. */
  public void assume(Decision.Chosen chosen) {
    chosen.allocated().forEach(claim -> claims.launch(claim, chosen.pod()));
    chosen.extended().ifPresent(claim -> claims.launchExtended(claim, chosen.pod()));
    chosen.others().forEach(claim -> claims.join(claim, chosen.pod()));
    assumedPods.assume(chosen.pod(), chosen.node());
  }

  /**
   * Takes in the server's answer to the write of a claim. It stands until an informer reports the
   * same or a newer version.
   */
  public void written(ResourceClaim stored) {
    claims.answered(stored);
  }

  /** Undoes {@link #assume}; claims that other pods in flight share stay assumed. */
  public void forget(Decision.Chosen chosen) {
    land(chosen);
    assumedPods.forget(chosen.pod());
  }

  private void land(Decision.Chosen chosen) {
    chosen.allocated().forEach(claim -> claims.land(claim, chosen.pod()));
    chosen.others().forEach(claim -> claims.land(claim, chosen.pod()));
    claims.landExtended(chosen.pod());
  }

  /**
   * Ends the assumption after the pod was bound and its claims written: answers and reports count
   * from now on.
   */
  public void bound(Decision.Chosen chosen) {
    land(chosen);
    assumedPods.bound(chosen.pod());
  }

  /**
   * Returns a counter that grows whenever resources or devices come back, for whatever reason: a
   * pod on its way to a node may end before anything reports that it got there.
   */
  public long returns() {
    return returns;
  }

  /**
   * Returns a counter that grows whenever a pod comes to a node, or changes there, so that the
   * affinity of others may look at it differently.
   */
  public long arrivals() {
    return arrivals;
  }

  /**
   * Returns a test for the pods whose {@link #group} may have changed since the last call, because
   * pods on nodes have affinity terms that none had before; empty if there are none. Pods of one
   * group may then differ.
   */
  public Optional<Predicate<Pod>> takeRegrouped() {
    return index.takeNewRules();
  }

  /**
   * Returns a value that is equal for pods with the same signature: what holds for one of them now
   * holds for the others.
   */
  public Object group(Pod pod) {
    return switch (apply(pod)) {
      case Applied.No(var waits) -> List.of(AssumedClaims.id(pod), waits.reason().message());
      case Applied.Yes(var podInfo) -> podInfo.signature();
    };
  }

  /**
   * Returns whether some node might fit the pod by now. It costs a look at the nodes that changed
   * since a pod of its group was last considered. If the answer is no, no node fits.
   */
  public boolean mightFit(Pod pod) {
    return switch (apply(pod)) {
      case Applied.No _ -> false;
      case Applied.Yes(var podInfo) -> selection.mightFit(podInfo, devices());
    };
  }

  /**
   * Returns why the pod would have to wait now; empty if some node fits. Unlike {@link #decide} it
   * does not ask nodes again that exceeded the filter timeout.
   */
  public Optional<UnschedulableReason> waitsFor(Pod pod, Instant now) {
    this.now = now;
    return switch (apply(pod)) {
      case Applied.No(var waits) -> Optional.of(waits.reason());
      case Applied.Yes(var podInfo) ->
          switch (selection.choose(podInfo, devices())) {
            case HostSelection.Choice.Nowhere(var reason) -> Optional.of(reason);
            case HostSelection.Choice.On _ -> Optional.empty();
          };
    };
  }

  /** Returns a counter that grows whenever a node or anything on it changes. */
  public long version() {
    return nodeInfoCache.now();
  }

  /** Returns how many times nodes were asked for devices, apart from chosen nodes. */
  long asked() {
    return selection.nodeToStatusCache().asked();
  }

  /** Returns the ledger of all claims, known and in flight. */
  public Ledger ledger() {
    return claims.ledger();
  }

  /** Returns a new ledger of the claims that informers reported alone; for checks. */
  public Ledger rebuilt() {
    return claims.rebuilt();
  }

  /** Returns the names of all nodes, sorted. */
  public List<String> nodes() {
    return nodeInfoCache.nodes().stream().map(LabeledNode::name).toList();
  }
}

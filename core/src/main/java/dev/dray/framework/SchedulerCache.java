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
import dev.dray.framework.claim.BindingReadiness;
import dev.dray.framework.claim.ClaimAllocations;
import dev.dray.framework.claim.ClaimCheck;
import dev.dray.framework.claim.ClaimStore;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A cluster as a scheduler knows it, told of changes one by one. Mutable, for one thread; without
 * clock.
 *
 * <p>What was told decides, not the order in which it was: the same state gives the same choice.
 */
public final class SchedulerCache {
  /** How long devices may take to become ready, if nobody says otherwise. */
  public static final Duration BINDING_TIMEOUT = Duration.ofMinutes(10);

  private final Gates gates;
  private final Parallelizer parallelizer;
  private final FilterTimeout timeout;
  private final BindingReadiness readiness;
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
  private boolean devicesCameBack;

  public SchedulerCache(Gates gates, Parallelizer parallelizer) {
    this(gates, parallelizer, BINDING_TIMEOUT);
  }

  /**
   * @param bindingTimeout how long devices may take to become ready
   */
  public SchedulerCache(Gates gates, Parallelizer parallelizer, Duration bindingTimeout) {
    this(gates, parallelizer, bindingTimeout, FilterTimeout.ENDLESS);
  }

  /**
   * @param bindingTimeout how long devices may take to become ready
   * @param timeout how long a search for devices may take, for each node
   */
  public SchedulerCache(
      Gates gates, Parallelizer parallelizer, Duration bindingTimeout, FilterTimeout timeout) {
    this(gates, parallelizer, bindingTimeout, timeout, ScoringStrategy.LEAST_ALLOCATED);
  }

  /**
   * @param bindingTimeout how long devices may take to become ready
   * @param timeout how long a search for devices may take, for each node
   * @param strategy whether emptier or fuller nodes are better
   */
  public SchedulerCache(
      Gates gates,
      Parallelizer parallelizer,
      Duration bindingTimeout,
      FilterTimeout timeout,
      ScoringStrategy strategy) {
    this(gates, parallelizer, bindingTimeout, timeout, strategy, NodeInfoCache.MANY);
  }

  /**
   * @param many how many nodes are many, see {@link NodeInfoCache#MANY}
   */
  SchedulerCache(Gates gates, Parallelizer parallelizer, Duration bindingTimeout, int many) {
    this(
        gates,
        parallelizer,
        bindingTimeout,
        FilterTimeout.ENDLESS,
        ScoringStrategy.LEAST_ALLOCATED,
        many);
  }

  /**
   * @param many how many nodes are many, see {@link NodeInfoCache#MANY}
   */
  SchedulerCache(
      Gates gates,
      Parallelizer parallelizer,
      Duration bindingTimeout,
      FilterTimeout timeout,
      ScoringStrategy strategy,
      int many) {
    this.gates = requireNonNull(gates, "gates");
    this.parallelizer = requireNonNull(parallelizer, "workers");
    this.timeout = requireNonNull(timeout, "patience");
    readiness = new BindingReadiness(gates, bindingTimeout);
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
      devicesCameBack = true;
      returns++;
    }
  }

  /** Passes on where pods take room, and who is near to whom. */
  private final class Moves implements AssumedPods.Watcher {
    @Override
    public void came(String id, AssumedPods.Home home) {
      int site = nodeInfoCache.find(home.node());
      if (site >= 0) {
        nodeInfoCache.take(site, home.amounts());
      }
      index.enter(home.node(), id, home.affinityPod());
      arrivals++;
    }

    @Override
    public void went(String id, AssumedPods.Home home) {
      int site = nodeInfoCache.find(home.node());
      if (site >= 0) {
        nodeInfoCache.giveBack(site, home.amounts(), assumedPods.on(home.node()));
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

  /** Whether the node is new, or other than before in anything that counts. */
  public boolean put(Node node) {
    var nodeInfo = NodeInfo.of(node);
    var name = nodeInfo.node().name();
    int number = nodeInfoCache.find(name);
    if (number >= 0 && nodeInfoCache.site(number).equals(nodeInfo)) {
      return false;
    }
    nodeInfoCache.put(nodeInfo, assumedPods.on(name), snapshot);
    index.put(name, nodeInfo.node().labels());
    return true;
  }

  /** Whether it was there: something wrong with it may have kept pods from all other nodes. */
  public boolean removeNode(String name) {
    boolean known = nodeInfoCache.find(name) >= 0;
    nodeInfoCache.remove(name);
    index.remove(name);
    allocator.forgetNode(name);
    return known;
  }

  /**
   * A namespace is there; whether it has other labels than were known. One that nobody told of is
   * taken to have the label with its name, as a server gives it to all.
   */
  public boolean putNamespace(String name, Map<String, String> labels) {
    return index.putNamespace(name, labels);
  }

  /** Whether it had labels that made a difference. */
  public boolean removeNamespace(String name) {
    return index.removeNamespace(name);
  }

  public void put(ResourceSlice slice) {
    inventory.put(slice);
  }

  public void removeSlice(String name) {
    inventory.removeSlice(name);
  }

  /** Returns whether the class is new, or other than before in anything that counts. */
  public boolean put(DeviceClass deviceClass) {
    var before = classes.put(deviceClass.metadata().name(), deviceClass);
    boolean other = before == null || isOther(before, deviceClass);
    if (other) {
      classesChanged = true;
      inventory.put(deviceClass);
    }
    return other;
  }

  /** Whether anything counts that changed; equal quantities may be written in different ways. */
  private static boolean isOther(DeviceClass before, DeviceClass after) {
    return !before.spec().toString().equals(after.spec().toString())
        || !before.metadata().creationTimestamp().equals(after.metadata().creationTimestamp());
  }

  /** Returns whether it was there. */
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
   * Merges what was put of slices, patches, rules and classes: only then does it count. Whether
   * pools or classes are other than before; a patch that does nothing changes nothing.
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

  /**
   * Whether devices came back, or a pod that waits names the claim and it is other than before in
   * what counts for it.
   */
  public boolean put(ResourceClaim claim) {
    var key = ClaimStore.key(claim.metadata());
    var before = claims.known(key);
    devicesCameBack = false;
    claims.put(claim);
    var now = claims.known(key);
    boolean told = !before.map(SchedulerCache::standing).equals(now.map(SchedulerCache::standing));
    return devicesCameBack || (told && assumedPods.isAwaited(key));
  }

  /** What counts of a claim for pods that name it; who it is reserved for does not. */
  private static List<Object> standing(ResourceClaim claim) {
    var status = claim.status();
    return List.of(
        claim.metadata().uid(),
        claim.metadata().deletionTimestamp(),
        claim.metadata().ownerReferences(),
        claim.spec(),
        status.allocation(),
        status.devices(),
        status.reservedFor().size() < PodClaims.MOST_CONSUMERS);
  }

  /** Whether devices came back. */
  public boolean removeClaim(ResourceClaim claim) {
    devicesCameBack = false;
    claims.remove(claim);
    return devicesCameBack;
  }

  /**
   * Whether the pod gave room back, or waits and names other claims than before. Pods on nodes take
   * room until they have ended or are gone.
   */
  public boolean put(Pod pod) {
    return assumedPods.put(pod);
  }

  /** Whether the pod gave room back. */
  public boolean removePod(Pod pod) {
    return assumedPods.remove(pod);
  }

  /** What there is to say about slices and patches since this was last called. */
  public List<Notice> takeNotices() {
    return inventory.takeNotices();
  }

  /** What there is to say about slices and patches as things are. */
  public List<Notice> standingNotices() {
    return inventory.standingNotices();
  }

  /** Why the pod cannot be considered yet: not all claims that it names are there. */
  public Optional<UnschedulableReason> notReady(Pod pod) {
    return switch (PodClaims.existing(pod, claims)) {
      case PodClaims.Missing(var reasons) ->
          Optional.of(new UnschedulableReason.ClaimsMissing(reasons));
      case PodClaims.Ready _ -> Optional.empty();
    };
  }

  /** What to do with a pod. */
  public sealed interface Decision {
    /**
     * It gets a node.
     *
     * @param allocated claims that get devices here, as they are to be written: with finalizer and
     *     allocation, not yet reserved
     * @param others claims of the pod that are allocated already
     * @param extended the claim that stands for extended resources, to be created first; allocated
     * @param mappings which requests of that claim are for which containers
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
        requireNonNull(pod, "pod");
        requireNonNull(node, "node");
        requireNonNull(extended, "extended");
        allocated = List.copyOf(allocated);
        others = List.copyOf(others);
        mappings = List.copyOf(mappings);
      }
    }

    /**
     * It has to wait.
     *
     * @param unavailable claims that keep it from some node, and that may be deallocated if nobody
     *     else uses them; a claim left over from extended resources is to be deleted, see {@link
     *     #isExtended}
     */
    record Waits(UnschedulableReason reason, List<ResourceClaim> unavailable) implements Decision {
      public Waits {
        requireNonNull(reason, "reason");
        unavailable = List.copyOf(unavailable);
      }
    }
  }

  /** What one container gets of the claim that stands for extended resources. */
  public record RequestMapping(String container, String resource, String request) {
    public RequestMapping {
      requireNonNull(container, "container");
      requireNonNull(resource, "resource");
      requireNonNull(request, "request");
    }
  }

  /** Whether the claim stands for extended resources of its pod. */
  public static boolean isExtended(ResourceClaim claim) {
    return GeneratedClaims.isExtended(claim);
  }

  /**
   * Decides; changes nothing.
   *
   * @param now whether devices had enough time to become ready depends on it
   */
  public Decision decide(Pod pod, Instant now) {
    this.now = now;
    return switch (apply(pod)) {
      case Applied.No(var waits) -> waits;
      case Applied.Yes(var podInfo) -> decide(podInfo);
    };
  }

  /** What a pod comes to before any node is looked at. */
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
    var once = new LinkedHashMap<String, PodClaims.PodClaim>();
    found.forEach(it -> once.putIfAbsent(ClaimStore.key(it.claim().metadata()), it));
    return new Applied.Yes(
        PodInfo.of(
            pod,
            List.copyOf(once.values()),
            wants,
            claim -> readiness.usable(claim, now),
            index.relations(pod)));
  }

  private UnschedulableReason leftover() {
    return new UnschedulableReason.Mistake(
        nodeInfoCache.size(), nodeInfoCache.size() + " cannot schedule extended resource claim");
  }

  /** What is wrong with a claim that is not allocated, in upstream's words. */
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
    return new DeviceSnapshot(snapshot, claims.ledger(), allocator, parallelizer, timeout);
  }

  private List<ResourceClaim> unavailable(PodInfo podInfo) {
    var statuses = selection.nodeToStatusCache().of(podInfo.signature());
    return podInfo.claims().stream()
        .filter(PodClaims.PodClaim::allocated)
        .map(PodClaims.PodClaim::claim)
        .filter(claim -> statuses.lacksOnly(readiness.usable(claim, now)))
        .toList();
  }

  private Decision chosen(HostSelection.Choice.On on) {
    var pod = on.podInfo().pod().orElseThrow();
    var node = nodeInfoCache.node(on.site()).name();
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

  /** From now on the devices and the room are taken, until informers tell of it. */
  public void assume(Decision.Chosen chosen) {
    chosen.allocated().forEach(claim -> claims.launch(claim, chosen.pod()));
    chosen.extended().ifPresent(claim -> claims.launchExtended(claim, chosen.pod()));
    chosen.others().forEach(claim -> claims.join(claim, chosen.pod()));
    assumedPods.assume(chosen.pod(), chosen.node());
  }

  /**
   * The server's answer to the write of a claim: it stands until an informer tells of the same or a
   * newer version.
   */
  public void written(ResourceClaim stored) {
    claims.answered(stored);
  }

  /** Undoes {@link #assume}; claims that other pods in flight share stay. */
  public void forget(Decision.Chosen chosen) {
    land(chosen);
    assumedPods.forget(chosen.pod());
  }

  private void land(Decision.Chosen chosen) {
    chosen.allocated().forEach(claim -> claims.land(claim, chosen.pod()));
    chosen.others().forEach(claim -> claims.land(claim, chosen.pod()));
    claims.landExtended(chosen.pod());
  }

  /** The pod is bound and its claims written: what was told and answered counts from now on. */
  public void bound(Decision.Chosen chosen) {
    land(chosen);
    assumedPods.bound(chosen.pod());
  }

  /**
   * Grows whenever room or devices come back, by whatever that happens: a pod that is on its way to
   * a node may have ended before anybody tells that it got there.
   */
  public long returns() {
    return returns;
  }

  /** Grows whenever pods come to nodes that others may want to be near to, or become such. */
  public long arrivals() {
    return arrivals;
  }

  /**
   * For which pods {@link #group} may be another than when this was last asked, because pods on
   * nodes want something of them that none wanted before; empty if for none. Pods of one group may
   * then be equal no longer.
   */
  public Optional<Predicate<Pod>> takeRegrouped() {
    return index.takeNewRelations();
  }

  /** Equal for pods that ask the same, as things are: what one is told, the others would be. */
  public Object group(Pod pod) {
    return switch (apply(pod)) {
      case Applied.No(var waits) -> List.of(AssumedClaims.id(pod), waits.reason().message());
      case Applied.Yes(var podInfo) -> podInfo.signature();
    };
  }

  /**
   * Whether some node might do for the pod by now. It costs a look at the nodes that changed since
   * any pod of its group was considered. That no node does is certain.
   */
  public boolean mightFit(Pod pod) {
    return switch (apply(pod)) {
      case Applied.No _ -> false;
      case Applied.Yes(var podInfo) -> selection.mightFit(podInfo, devices());
    };
  }

  /**
   * Why the pod would have to wait now; empty if some node would do. Unlike {@link #decide} it does
   * not ask nodes again that took too long.
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

  /** Grows whenever a node, or anything on one, becomes other than it was. */
  public long version() {
    return nodeInfoCache.now();
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  /** How many times nodes were asked for devices, apart from those that were chosen. */
  long asked() {
    return selection.nodeToStatusCache().asked();
  }

  /** Who holds what: claims as they are known, and in flight. */
  public Ledger ledger() {
    return claims.ledger();
  }

  /** The ledger of the claims that informers told of, made afresh; for checks. */
  public Ledger rebuilt() {
    return claims.rebuilt();
  }

  /** The names of all nodes, in order. */
  public List<String> nodes() {
    return nodeInfoCache.nodes().stream().map(LabeledNode::name).toList();
  }
}

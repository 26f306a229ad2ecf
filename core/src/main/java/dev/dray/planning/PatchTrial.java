package dev.dray.planning;

import dev.dray.allocation.Allocator;
import dev.dray.allocation.FilterTimeout;
import dev.dray.allocation.Parallelizer;
import dev.dray.allocation.Sweep;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.Spelling;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.cluster.Cluster;
import dev.dray.framework.claim.ClaimLister;
import dev.dray.framework.claim.PodClaims;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.Snapshot;
import dev.dray.inventory.patch.Contest;
import dev.dray.inventory.patch.Notice;
import dev.dray.ledger.Ledger;
import dev.dray.planning.PatchImpact.Running;
import dev.dray.planning.PatchImpact.Waiting;
import dev.dray.planning.ReviewedDevice.Misfit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The trial of patches and taint rules on a cluster, without changing it.
 *
 * <p>Only pools that a patch changes are compared, and of claims that ask for the same one is
 * tried.
 */
public final class PatchTrial {

  /**
   * The patches and taint rules to try.
   *
   * @param patches to be created, or to replace those of the same names
   * @param rules the same for taint rules
   * @param deletedPatches the names of patches to be removed
   * @param deletedRules the names of taint rules to be removed
   */
  public record Proposal(
      List<ResourceSlicePatch> patches,
      List<DeviceTaintRule> rules,
      List<String> deletedPatches,
      List<String> deletedRules) {
    public Proposal {
      patches = List.copyOf(patches);
      rules = List.copyOf(rules);
      deletedPatches = List.copyOf(deletedPatches);
      deletedRules = List.copyOf(deletedRules);
    }
  }

  private final Cluster cluster;
  private final Gates gates;
  private final Proposal proposal;
  private final FilterTimeout timeout;
  private final Ledger ledger;
  private final List<LabeledNode> nodes;
  private final List<String> undecided = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private PatchTrial(Cluster cluster, Gates gates, Proposal proposal, FilterTimeout timeout) {
    this.cluster = cluster;
    this.gates = gates;
    this.proposal = proposal;
    this.timeout = timeout;
    ledger = cluster.ledger();
    nodes = cluster.engineNodes();
  }

  /**
   * Returns the impact of the proposal.
   *
   * @param timeout the time a search for devices may take on each node
   */
  public static PatchImpact of(
      Cluster cluster, Gates gates, Proposal proposal, FilterTimeout timeout) {
    return new PatchTrial(cluster, gates, proposal, timeout).impact();
  }

  private PatchImpact impact() {
    var inventory = cluster.inventory(gates);
    var before = inventory.snapshot();
    var told = inventory.standingNotices();
    propose(inventory);
    var after = inventory.snapshot();
    var notices = inventory.standingNotices().stream().filter(it -> isNew(it, told)).toList();
    var changes = new DeviceChanges(before, after);
    var contests = contests(inventory);
    warn(notices, changes.devices() > 0 || !contests.isEmpty());
    return new PatchImpact(
        changes.devices(),
        changes.seen(),
        changes.changes(),
        contests,
        notices,
        changes.devices() == 0 ? List.of() : waiting(before, after),
        running(before, after, changes.pools()),
        undecided,
        warnings);
  }

  /** Returns whether a notice is new, or concerns more devices than before. */
  private static boolean isNew(Notice notice, List<Notice> before) {
    return before.stream()
        .noneMatch(
            it ->
                it.reason() == notice.reason()
                    && it.name().equals(notice.name())
                    && it.message().equals(notice.message())
                    && it.devices() >= notice.devices());
  }

  private void propose(Inventory inventory) {
    proposal.deletedPatches().forEach(inventory::removePatch);
    proposal.deletedRules().forEach(inventory::removeTaintRule);
    proposal.patches().forEach(it -> inventory.put(stored(it)));
    proposal.rules().forEach(inventory::put);
  }

  /**
   * Returns the patch with the creation time a server would give it, which decides contests: that
   * of the one it replaces, or later than all others.
   */
  private ResourceSlicePatch stored(ResourceSlicePatch patch) {
    var metadata = patch.metadata();
    if (metadata.creationTimestamp().isPresent()) {
      return patch;
    }
    var replaced =
        cluster.patches().stream()
            .map(ResourceSlicePatch::metadata)
            .filter(it -> it.name().equals(metadata.name()))
            .findFirst();
    return replaced
        .map(ObjectMeta::creationTimestamp)
        .orElse(Optional.of(Instant.MAX))
        .map(created -> patch.withMetadata(metadata.withCreationTimestamp(created)))
        .orElse(patch);
  }

  private List<Contest> contests(Inventory inventory) {
    var proposed = new HashSet<String>();
    proposal.patches().forEach(it -> proposed.add(it.metadata().name()));
    if (proposed.isEmpty()) {
      return List.of();
    }
    return inventory.contests().stream()
        .filter(
            it ->
                proposed.contains(it.winner().metadata().name())
                    || proposed.contains(it.loser().metadata().name()))
        .toList();
  }

  private void warn(List<Notice> notices, boolean does) {
    if (!proposal.patches().isEmpty()
        && !gates.enabled(Gate.DRA_ADMIN_CONTROLLED_DEVICE_ATTRIBUTES)) {
      warnings.add("DRAAdminControlledDeviceAttributes is disabled, so patches have no effect");
    }
    proposal.patches().forEach(this::warn);
    proposal.rules().forEach(this::warn);
    if (!does && warnings.isEmpty() && notices.isEmpty()) {
      warnings.add(
          "no device would change: none passes the filter, all of them already have these"
              + " values, or a patch of higher priority overrides them");
    }
  }

  private void warn(ResourceSlicePatch patch) {
    var name = "ResourceSlicePatch " + patch.metadata().name();
    patch
        .spec()
        .devices()
        .filter()
        .ifPresent(
            filter -> {
              filter.deviceClassName().ifPresent(it -> known(name, "device class", it, classes()));
              filter.driver().ifPresent(it -> known(name, "driver", it, drivers()));
              filter.pool().ifPresent(it -> known(name, "pool", it, pools()));
              filter.device().ifPresent(it -> known(name, "device", it, devices()));
            });
  }

  private void warn(DeviceTaintRule rule) {
    var name = "DeviceTaintRule " + rule.metadata().name();
    rule.spec()
        .deviceSelector()
        .ifPresent(
            selector -> {
              selector.driver().ifPresent(it -> known(name, "driver", it, drivers()));
              selector.pool().ifPresent(it -> known(name, "pool", it, pools()));
              selector.device().ifPresent(it -> known(name, "device", it, devices()));
            });
  }

  private void known(String who, String what, String name, Set<String> known) {
    if (!known.contains(name)) {
      var nearest = Spelling.nearest(name, known).map(it -> "; did you mean %s?".formatted(it));
      warnings.add(
          "%s names the %s %s, which does not exist%s"
              .formatted(who, what, name, nearest.orElse("")));
    }
  }

  private Set<String> classes() {
    var names = new TreeSet<String>();
    cluster.classes().forEach(it -> names.add(it.metadata().name()));
    return names;
  }

  private Set<String> drivers() {
    var names = new TreeSet<String>();
    cluster.slices().forEach(it -> names.add(it.spec().driver()));
    return names;
  }

  private Set<String> pools() {
    var names = new TreeSet<String>();
    cluster.slices().forEach(it -> names.add(it.spec().pool().name()));
    return names;
  }

  private Set<String> devices() {
    var names = new TreeSet<String>();
    cluster
        .slices()
        .forEach(slice -> slice.spec().devices().forEach(device -> names.add(device.name())));
    return names;
  }

  /** A pod or claim that waits for devices. */
  private record Consumer(String name, List<ResourceClaim> claims) {}

  private List<Waiting> waiting(Snapshot before, Snapshot after) {
    var alike = new LinkedHashMap<List<DeviceClaim>, List<Consumer>>();
    for (var asker : askers()) {
      var asks = asker.claims().stream().map(claim -> claim.spec().devices()).toList();
      alike.computeIfAbsent(asks, _ -> new ArrayList<>()).add(asker);
    }
    var now = new Allocator(gates);
    var then = new Allocator(gates);
    var waiting = new ArrayList<Waiting>();
    for (var askers : alike.values()) {
      var claims = askers.getFirst().claims();
      var is = now.sweep(before, ledger, nodes, claims, Parallelizer.CALLER, timeout);
      var would = then.sweep(after, ledger, nodes, claims, Parallelizer.CALLER, timeout);
      var names = askers.stream().map(Consumer::name).toList();
      if (is.isUndecided() || would.isUndecided()) {
        undecided.addAll(names);
        continue;
      }
      var one = waiting(names, is, would);
      if (one.before() != one.after() || !told(is).equals(told(would))) {
        waiting.add(one);
      }
    }
    return waiting;
  }

  private Waiting waiting(List<String> names, Sweep is, Sweep would) {
    return new Waiting(names, fitting(is), fitting(would), nodes.size(), told(would));
  }

  /** Returns the number of nodes that fit; none if an error ends the attempt for all nodes. */
  private static int fitting(Sweep sweep) {
    return sweep.fatal().isPresent() ? 0 : sweep.fitting();
  }

  private static Optional<String> told(Sweep sweep) {
    return sweep.fatal().map(it -> it.message());
  }

  /**
   * Returns the pods without a node, each with the claims that still need devices, and then other
   * claims.
   */
  private List<Consumer> askers() {
    var askers = new ArrayList<Consumer>();
    var asked = new HashSet<String>();
    var lookup = ClaimLister.of(cluster);
    for (var pod : cluster.pods()) {
      if (pod.spec().nodeName().isEmpty()
          && !pod.status().finished()
          && PodClaims.resolve(pod, lookup) instanceof PodClaims.Ready(var found)) {
        var open =
            found.stream()
                .filter(it -> !it.allocated())
                .map(PodClaims.PodClaim::claim)
                .distinct()
                .toList();
        open.forEach(claim -> asked.add(name(claim.metadata())));
        if (!open.isEmpty()) {
          askers.add(new Consumer("pod " + name(pod.metadata()), open));
        }
      }
    }
    for (var claim : cluster.claims()) {
      if (claim.status().allocation().isEmpty() && !asked.contains(name(claim.metadata()))) {
        askers.add(new Consumer("claim " + name(claim.metadata()), List.of(claim)));
      }
    }
    return askers;
  }

  private static String name(ObjectMeta metadata) {
    return metadata.namespace() + "/" + metadata.name();
  }

  private List<Running> running(Snapshot before, Snapshot after, Set<PoolId> changed) {
    var now = new AllocationReview(before, ledger);
    var then = new AllocationReview(after, ledger);
    var running = new ArrayList<Running>();
    for (var claim : ledger.claims()) {
      if (touches(claim, changed)) {
        var is = now.review(claim);
        var would = then.review(claim);
        var lost = differing(would, is);
        var mended = differing(is, would);
        if (!lost.isEmpty() || !mended.isEmpty()) {
          running.add(new Running(name(claim.metadata()), lost, mended));
        }
      }
    }
    return running;
  }

  private static boolean touches(ResourceClaim claim, Set<PoolId> pools) {
    return claim.status().allocation().stream()
        .flatMap(allocation -> allocation.devices().results().stream())
        .anyMatch(result -> pools.contains(new PoolId(result.driver(), result.pool())));
  }

  /** Returns the misfits of devices that the first list has and the other does not. */
  private static List<ReviewedDevice> differing(
      List<ReviewedDevice> some, List<ReviewedDevice> others) {
    var differing = new ArrayList<ReviewedDevice>();
    for (int i = 0; i < some.size(); i++) {
      var own = some.get(i);
      var known = new HashSet<Misfit>(others.get(i).misfits());
      var only = own.misfits().stream().filter(it -> !known.contains(it)).toList();
      if (!only.isEmpty()) {
        differing.add(new ReviewedDevice(own.request(), own.device(), only));
      }
    }
    return differing;
  }
}

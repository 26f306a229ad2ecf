package dev.dray.hollow;

import dev.dray.api.meta.DeviceId;
import dev.dray.api.meta.PoolId;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.inventory.LabeledNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The simulated devices of all nodes, and the claims they are prepared for.
 *
 * <p>A pool has one state, from whichever node it is used: network devices are the same for every
 * node. The state follows from preparing and unpreparing alone, never from what other claims state.
 */
final class HollowHardware {
  private final Published published;
  private final Map<PoolId, PoolInUse> pools = new HashMap<>();
  private final Map<String, PreparedClaim> claims = new HashMap<>();

  /** A prepared claim, and the pods that use it. */
  private record PreparedClaim(
      List<DeviceRequestAllocationResult> results, List<Use> uses, Set<String> pods) {}

  private record Use(PoolId pool, PreparedDevice preparedDevice) {}

  HollowHardware(Published published) {
    this.published = published;
  }

  /** Prepares all devices of a claim for a pod on a node, or none. */
  Preparation prepare(ResourceClaim claim, LabeledNode node, String podUid) {
    var uid = claim.metadata().uid();
    var known = claims.get(uid);
    var results = results(claim);
    if (known != null) {
      return join(known, results, podUid);
    }
    var uses = new ArrayList<Use>();
    for (var result : results) {
      var came = take(claim, result, node, uses);
      if (!(came instanceof Preparation.Prepared)) {
        uses.forEach(this::giveBack);
        return came;
      }
    }
    claims.put(uid, new PreparedClaim(results, uses, new LinkedHashSet<>(List.of(podUid))));
    return new Preparation.Prepared();
  }

  /**
   * Adds a pod to a prepared claim. Pods that share a claim share its devices, so the claim cannot
   * have other devices for one of them.
   */
  private static Preparation join(
      PreparedClaim known, List<DeviceRequestAllocationResult> results, String podUid) {
    if (!known.results().equals(results)) {
      return new Preparation.Refused(
          "other devices are prepared for it and in use by pods "
              + String.join(", ", known.pods()));
    }
    known.pods().add(podUid);
    return new Preparation.Prepared();
  }

  /**
   * Returns the devices of a claim that are used; admin access observes devices without using them.
   */
  private static List<DeviceRequestAllocationResult> results(ResourceClaim claim) {
    return claim.status().allocation().map(AllocationResult::devices).stream()
        .flatMap(it -> it.results().stream())
        .filter(it -> !it.adminAccess().orElse(false))
        .toList();
  }

  private Preparation take(
      ResourceClaim claim, DeviceRequestAllocationResult result, LabeledNode node, List<Use> uses) {
    var id = AllocationUses.pool(result);
    var pool = published.pool(id);
    var device = pool.flatMap(it -> it.device(result.device()));
    if (pool.isEmpty() || device.isEmpty()) {
      return new Preparation.Missing(
          "there is no device %s".formatted(new DeviceId(id, result.device())));
    }
    if (!device.get().isFor(node)) {
      return new Preparation.Refused(
          "device %s cannot be used from node %s"
              .formatted(new DeviceId(id, result.device()), node.name()));
    }
    var use = new Use(id, AllocationUses.of(claim, result, pool.get(), device.get()));
    for (var consumedPart : use.preparedDevice().parts()) {
      if (pool.get().counterSet(consumedPart.counterSet()).isEmpty()) {
        // The counter set may be in a slice that is still to come.
        return new Preparation.Missing(
            "device %s draws from counter set %s, which pool %s does not have"
                .formatted(new DeviceId(id, result.device()), consumedPart.counterSet(), id));
      }
    }
    var prepareCheck =
        new PrepareCheck(published, id, pool.get(), device.get(), inUse(id), use.preparedDevice());
    var refusal = prepareCheck.refusal();
    if (refusal.isPresent()) {
      return new Preparation.Refused(refusal.get());
    }
    take(use);
    uses.add(use);
    return new Preparation.Prepared();
  }

  private PoolInUse inUse(PoolId pool) {
    return pools.computeIfAbsent(pool, _ -> new PoolInUse());
  }

  private void take(Use use) {
    inUse(use.pool()).take(use.preparedDevice());
  }

  private void giveBack(Use use) {
    var pool = inUse(use.pool());
    pool.giveBack(use.preparedDevice());
    if (pool.isEmpty()) {
      pools.remove(use.pool());
    }
  }

  /** Restores the devices of a pod that already runs: since it runs, the hardware can do it. */
  void recall(ResourceClaim claim, String podUid) {
    var known = claims.get(claim.metadata().uid());
    if (known != null) {
      known.pods().add(podUid);
      return;
    }
    var results = results(claim);
    var uses = results.stream().map(it -> recalled(claim, it)).toList();
    uses.forEach(this::take);
    claims.put(
        claim.metadata().uid(),
        new PreparedClaim(results, uses, new LinkedHashSet<>(List.of(podUid))));
  }

  private Use recalled(ResourceClaim claim, DeviceRequestAllocationResult result) {
    var id = AllocationUses.pool(result);
    var pool = published.pool(id);
    var device = pool.flatMap(it -> it.device(result.device()));
    return new Use(
        id,
        pool.isPresent() && device.isPresent()
            ? AllocationUses.recalled(claim, result, pool.get(), device.get())
            : AllocationUses.unpublished(claim, result));
  }

  /** Releases a pod's use of a claim; the last pod releases its devices. */
  void release(String claimUid, String podUid) {
    Optional.ofNullable(claims.get(claimUid))
        .filter(it -> it.pods().remove(podUid) && it.pods().isEmpty())
        .ifPresent(
            it -> {
              claims.remove(claimUid);
              it.uses().forEach(this::giveBack);
            });
  }

  /** Returns the number of prepared claims. */
  int prepared() {
    return claims.size();
  }
}

package dev.dray.framework;

import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.allocation.placement.Placement;
import dev.dray.framework.claim.PodClaims;
import dev.dray.framework.node.NodeInfoCache;
import java.util.ArrayList;
import java.util.Optional;

/** Chooses nodes for pods; choosing takes nothing. */
public record HostSelection(NodeInfoCache nodeInfoCache, NodeToStatusCache nodeToStatusCache) {

  /** The choice for a pod. */
  public sealed interface Choice {
    /** A node, and devices there if any are needed. */
    record On(
        PodInfo podInfo, ExtendedResourceVariant variant, int number, Optional<Placement> placement)
        implements Choice {}

    record Nowhere(UnschedulableReason reason) implements Choice {}
  }

  public Choice choose(PodInfo podInfo, DeviceSnapshot devices) {
    var statuses = nodeToStatusCache.of(podInfo.signature());
    statuses.catchUp(podInfo, devices);
    return choose(podInfo, devices, statuses);
  }

  /** Chooses likewise, but asks nodes again that exceeded the filter timeout the last time. */
  Choice chooseAnew(PodInfo podInfo, DeviceSnapshot devices) {
    var statuses = nodeToStatusCache.of(podInfo.signature());
    statuses.catchUpForAttempt(podInfo, devices);
    return choose(podInfo, devices, statuses);
  }

  /**
   * Filter results are shared by pods with equal signatures, so they contain no names: a node with
   * a mistake is asked once more for these claims, to report it with their names.
   */
  private Choice choose(PodInfo podInfo, DeviceSnapshot devices, NodeToStatus statuses) {
    while (statuses.isMistaken() || statuses.fitting() > 0) {
      int number = statuses.mistaken().orElseGet(() -> statuses.best().orElseThrow());
      var open = podInfo.unallocated(statuses.variant(number));
      if (open.isEmpty()) {
        return on(podInfo, statuses, number, Optional.empty());
      }
      switch (devices.ask(nodeInfoCache.node(number), open)) {
        case AllocationOutcome.Fits(var placement) -> {
          return on(podInfo, statuses, number, Optional.of(placement));
        }
        case AllocationOutcome.Fatal it -> {
          statuses.fail(number, it);
          return new Choice.Nowhere(
              new UnschedulableReason.Mistake(nodeInfoCache.size(), it.message()));
        }
        case AllocationOutcome.DoesNotFit it -> statuses.fail(number, it);
        case AllocationOutcome.Unusable it -> statuses.fail(number, it);
        case AllocationOutcome.Stopped it -> statuses.fail(number, it);
      }
    }
    return new Choice.Nowhere(noNode(podInfo, statuses, devices));
  }

  /** Returns whether a node might fit; if not, none does. */
  boolean mightFit(PodInfo podInfo, DeviceSnapshot devices) {
    var statuses = nodeToStatusCache.of(podInfo.signature());
    statuses.catchUp(podInfo, devices);
    return !statuses.isMistaken() && statuses.fitting() > 0;
  }

  private static Choice on(
      PodInfo podInfo, NodeToStatus statuses, int number, Optional<Placement> placement) {
    return new Choice.On(podInfo, statuses.variant(number), number, placement);
  }

  private UnschedulableReason noNode(
      PodInfo podInfo, NodeToStatus statuses, DeviceSnapshot devices) {
    var lacks = new ArrayList<UnschedulableReason.NoNode.Lack>();
    var refusals = statuses.refusals();
    for (int i = 0; i < refusals.lacking().size(); i++) {
      var nodes = refusals.lacking().get(i);
      if (!nodes.isEmpty()) {
        var open = podInfo.unallocated(statuses.variantNumber(i));
        lacks.add(new UnschedulableReason.NoNode.Lack(nodes, open));
      }
    }
    var open =
        podInfo.claims().stream()
            .filter(claim -> !claim.allocated())
            .map(PodClaims.PodClaim::claim)
            .toList();
    return new UnschedulableReason.NoNode(
        nodeInfoCache.size(), refusals.reasons(), devices, open, lacks, refusals.timedOut());
  }
}

package dev.dray.framework;

import static java.util.Objects.requireNonNull;

import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.allocation.placement.Placement;
import dev.dray.framework.claim.PodClaims;
import dev.dray.framework.node.NodeInfoCache;
import java.util.ArrayList;
import java.util.Optional;

/** Chooses nodes for applications; choosing takes nothing. */
public record HostSelection(NodeInfoCache grounds, NodeToStatusCache standings) {
  public HostSelection {
    requireNonNull(grounds, "grounds");
    requireNonNull(standings, "standings");
  }

  /** What to do with an application. */
  public sealed interface Choice {
    /** A node, and devices there if any are needed. */
    record On(
        PodInfo application,
        ExtendedResourceVariant variant,
        int site,
        Optional<Placement> placement)
        implements Choice {}

    record Nowhere(UnschedulableReason reason) implements Choice {}
  }

  public Choice choose(PodInfo application, DeviceSnapshot devices) {
    var standing = standings.of(application.demand());
    standing.catchUp(application, devices);
    return choose(application, devices, standing);
  }

  /** The same, but nodes that took too long the last time are asked again. */
  Choice chooseAnew(PodInfo application, DeviceSnapshot devices) {
    var standing = standings.of(application.demand());
    standing.catchUpForAttempt(application, devices);
    return choose(application, devices, standing);
  }

  /**
   * What was found out is shared with equal applications, so it has no names: a node with a mistake
   * is asked for these claims, to tell of it.
   */
  private Choice choose(PodInfo application, DeviceSnapshot devices, NodeToStatus standing) {
    while (standing.isMistaken() || standing.fitting() > 0) {
      int site = standing.mistaken().orElseGet(() -> standing.best().orElseThrow());
      var open = application.unallocated(standing.variant(site));
      if (open.isEmpty()) {
        return on(application, standing, site, Optional.empty());
      }
      switch (devices.ask(grounds.node(site), open)) {
        case AllocationOutcome.Fits(var placement) -> {
          return on(application, standing, site, Optional.of(placement));
        }
        case AllocationOutcome.Fatal it -> {
          standing.fail(site, it);
          return new Choice.Nowhere(new UnschedulableReason.Mistake(grounds.size(), it.message()));
        }
        case AllocationOutcome.DoesNotFit it -> standing.fail(site, it);
        case AllocationOutcome.Unusable it -> standing.fail(site, it);
        case AllocationOutcome.Stopped it -> standing.fail(site, it);
      }
    }
    return new Choice.Nowhere(noNode(application, standing, devices));
  }

  /** Whether a node might do: if not, then none does. */
  boolean mightFit(PodInfo application, DeviceSnapshot devices) {
    var standing = standings.of(application.demand());
    standing.catchUp(application, devices);
    return !standing.isMistaken() && standing.fitting() > 0;
  }

  private static Choice on(
      PodInfo application, NodeToStatus standing, int site, Optional<Placement> placement) {
    return new Choice.On(application, standing.variant(site), site, placement);
  }

  private UnschedulableReason noNode(
      PodInfo application, NodeToStatus standing, DeviceSnapshot devices) {
    var lacks = new ArrayList<UnschedulableReason.NoNode.Lack>();
    var refusals = standing.refusals();
    for (int i = 0; i < refusals.lacking().size(); i++) {
      var nodes = refusals.lacking().get(i);
      if (!nodes.isEmpty()) {
        var open = application.unallocated(standing.variantNumber(i));
        lacks.add(new UnschedulableReason.NoNode.Lack(nodes, open));
      }
    }
    var open =
        application.claims().stream()
            .filter(claim -> !claim.allocated())
            .map(PodClaims.PodClaim::claim)
            .toList();
    return new UnschedulableReason.NoNode(
        grounds.size(), refusals.reasons(), devices, open, lacks, refusals.timedOut());
  }
}

package dev.dray.framework.claim;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.LabeledNode;
import java.util.Optional;

/**
 * The nodes from which an allocated claim can be used.
 *
 * @param nodes the selector of these nodes; every node if empty
 * @param skipsOperations whether a node must support devices that it need not prepare
 * @param lost whether the devices never became ready, so that no node can use them
 */
public record ClaimNodes(Optional<NodeSelector> nodes, boolean skipsOperations, boolean lost) {
  public static final ClaimNodes EVERYWHERE = new ClaimNodes(Optional.empty(), false, false);

  /** Returns the nodes of an allocated claim. */
  public static ClaimNodes of(ResourceClaim claim, DeviceReadiness readiness) {
    var allocation = claim.status().allocation().orElseThrow();
    boolean skips =
        allocation.devices().results().stream().anyMatch(it -> !it.skipNodeOperations().isEmpty());
    boolean lost =
        switch (readiness) {
          case DeviceReadiness.Ready _, DeviceReadiness.Pending _ -> false;
          case DeviceReadiness.Failed _, DeviceReadiness.TooLate _ -> true;
        };
    return new ClaimNodes(allocation.nodeSelector(), skips, lost);
  }

  public boolean on(LabeledNode node) {
    return !lost
        && (!skipsOperations
            || node.declaredFeatures().contains(Gate.DRA_OPTIONAL_NODE_OPERATIONS.gateName()))
        && (nodes.isEmpty() || nodes.get().matches(node.labels(), node.name()));
  }
}

package dev.dray.scheduling;

import static java.util.Objects.requireNonNull;

import dev.dray.api.gate.Gate;
import dev.dray.api.meta.NodeSelector;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.LabeledNode;
import java.util.Optional;

/**
 * From where an allocated claim can be used.
 *
 * @param nodes from all of these; from every node if empty
 * @param skipsOperations whether a node must know that it need not prepare the devices
 * @param lost whether the devices never became ready, so that no node can use them
 */
record Usable(Optional<NodeSelector> nodes, boolean skipsOperations, boolean lost) {
  static final Usable EVERYWHERE = new Usable(Optional.empty(), false, false);

  Usable {
    requireNonNull(nodes, "nodes");
  }

  /** Of a claim that is allocated. */
  static Usable of(ResourceClaim claim) {
    var allocation = claim.status().allocation().orElseThrow();
    boolean skips =
        allocation.devices().results().stream().anyMatch(it -> !it.skipNodeOperations().isEmpty());
    return new Usable(allocation.nodeSelector(), skips, false);
  }

  Usable withoutHope() {
    return new Usable(nodes, skipsOperations, true);
  }

  boolean on(LabeledNode node) {
    return !lost
        && (!skipsOperations
            || node.declaredFeatures().contains(Gate.DRA_OPTIONAL_NODE_OPERATIONS.gateName()))
        && (nodes.isEmpty() || nodes.get().matches(node.labels(), node.name()));
  }
}

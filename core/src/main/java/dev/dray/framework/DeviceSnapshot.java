package dev.dray.framework;

import dev.dray.allocation.Allocator;
import dev.dray.allocation.FilterTimeout;
import dev.dray.allocation.Parallelizer;
import dev.dray.allocation.Sweep;
import dev.dray.allocation.explain.NodesExplanation;
import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.Snapshot;
import dev.dray.ledger.Ledger;
import java.util.List;

/** The devices of a cluster at one moment, with the allocator that searches them. */
public record DeviceSnapshot(
    Snapshot snapshot,
    Ledger ledger,
    Allocator allocator,
    Parallelizer parallelizer,
    FilterTimeout timeout) {

  Sweep sweep(List<LabeledNode> nodes, List<ResourceClaim> claims) {
    return allocator.sweep(snapshot, ledger, nodes, claims, parallelizer, timeout);
  }

  AllocationOutcome ask(LabeledNode node, List<ResourceClaim> claims) {
    return allocator.allocate(snapshot, ledger, node, claims, timeout.begin());
  }

  NodesExplanation explain(List<LabeledNode> nodes, List<ResourceClaim> claims) {
    return allocator.explain(snapshot, ledger, nodes, claims, timeout.begin());
  }

  public DeviceSnapshot with(ResourceClaim claim) {
    return new DeviceSnapshot(snapshot, ledger.with(claim), allocator, parallelizer, timeout);
  }
}

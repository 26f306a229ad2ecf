package dev.dray.verify.explanation;

import dev.dray.allocation.Allocator;
import dev.dray.allocation.explain.Explanation;
import dev.dray.allocation.explain.NodesExplanation;
import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.Snapshot;
import dev.dray.ledger.Ledger;
import dev.dray.verify.reference.World;
import java.util.List;
import java.util.Optional;

/** A world in which an allocator answers and explains. */
record Site(Allocator allocator, Snapshot snapshot, Ledger ledger, LabeledNode node) {
  static Site of(World world) {
    var inventory = new Inventory(world.gates());
    world.classes().forEach(inventory::put);
    world.patches().forEach(inventory::put);
    world.taintRules().forEach(inventory::put);
    world.slices().forEach(inventory::put);
    var facts = world.node();
    return new Site(
        new Allocator(world.gates()),
        inventory.snapshot(),
        Ledger.of(world.allocatedClaims()),
        new LabeledNode(facts.name(), facts.labels(), facts.declaredFeatures()));
  }

  AllocationOutcome answer(List<ResourceClaim> claims) {
    return allocator.allocate(snapshot, ledger, node, claims);
  }

  Optional<Explanation> explain(List<ResourceClaim> claims) {
    return allocator.explain(snapshot, ledger, node, claims);
  }

  NodesExplanation explainAsOneOfMany(List<ResourceClaim> claims) {
    return allocator.explain(snapshot, ledger, List.of(node), claims);
  }

  int devices() {
    return snapshot.on(node).pools().stream().mapToInt(pool -> pool.size()).sum();
  }
}

package dev.dray.verify.conformance;

import dev.dray.allocation.Allocator;
import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.allocation.placement.Placement;
import dev.dray.api.gate.Gates;
import dev.dray.claim.AllocationWriter;
import dev.dray.claim.Written;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.LabeledNode;
import dev.dray.ledger.Ledger;
import dev.dray.verify.reference.ReferenceOutcome;
import dev.dray.verify.reference.World;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Dray's engine on worlds, each with an inventory and a ledger from scratch; for one thread. */
public final class Engine implements AllocatorUnderTest {
  private final Function<Gates, Allocator> allocators;

  /** Kept from world to world, so that what an allocator remembers is held against all of them. */
  private final Map<Gates, Allocator> known = new HashMap<>();

  public Engine() {
    this(Allocator::new);
  }

  /** With the allocators that are made here. */
  Engine(Function<Gates, Allocator> allocators) {
    this.allocators = allocators;
  }

  @Override
  public ReferenceOutcome allocate(World world) {
    var inventory = new Inventory(world.gates());
    world.classes().forEach(inventory::put);
    world.patches().forEach(inventory::put);
    world.taintRules().forEach(inventory::put);
    world.slices().forEach(inventory::put);
    var facts = world.node();
    var outcome =
        known
            .computeIfAbsent(world.gates(), allocators)
            .allocate(
                inventory.snapshot(),
                Ledger.of(world.allocatedClaims()),
                new LabeledNode(facts.name(), facts.labels(), facts.declaredFeatures()),
                world.claimsToAllocate());
    return switch (outcome) {
      case AllocationOutcome.Fits(var placement) -> written(world, placement);
      case AllocationOutcome.DoesNotFit() -> new ReferenceOutcome.DoesNotFit();
      case AllocationOutcome.Unusable(var message) ->
          new ReferenceOutcome.NodeLocalFailure(message);
      case AllocationOutcome.Fatal(var message) -> new ReferenceOutcome.Fatal(message);
      case AllocationOutcome.Stopped() -> throw new IllegalStateException("Nobody said stop.");
    };
  }

  private static ReferenceOutcome written(World world, Placement placement) {
    var shares = new int[1];
    var writer = new AllocationWriter(world.gates(), () -> String.valueOf(++shares[0]));
    return switch (writer.results(placement)) {
      case Written.Results(var results) -> new ReferenceOutcome.Fits(results);
      case Written.Fatal(var message) -> new ReferenceOutcome.Fatal(message);
    };
  }
}

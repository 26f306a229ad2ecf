package dev.dray.verify.conformance;

import dev.dray.allocation.Allocator;
import dev.dray.allocation.Answer;
import dev.dray.allocation.Placement;
import dev.dray.claim.AllocationWriter;
import dev.dray.claim.Written;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.Node;
import dev.dray.ledger.Ledger;
import dev.dray.verify.reference.ReferenceOutcome;
import dev.dray.verify.reference.World;

/** Dray's engine on worlds, each from scratch. */
public final class Engine implements AllocatorUnderTest {

  @Override
  public ReferenceOutcome allocate(World world) {
    var inventory = new Inventory(world.gates());
    world.classes().forEach(inventory::put);
    world.patches().forEach(inventory::put);
    world.taintRules().forEach(inventory::put);
    world.slices().forEach(inventory::put);
    var facts = world.node();
    var answer =
        new Allocator(world.gates())
            .allocate(
                inventory.snapshot(),
                Ledger.of(world.allocatedClaims()),
                new Node(facts.name(), facts.labels(), facts.declaredFeatures()),
                world.claimsToAllocate());
    return switch (answer) {
      case Answer.Fits(var placement) -> written(world, placement);
      case Answer.DoesNotFit() -> new ReferenceOutcome.DoesNotFit();
      case Answer.Unusable(var message) -> new ReferenceOutcome.NodeLocalFailure(message);
      case Answer.Fatal(var message) -> new ReferenceOutcome.Fatal(message);
      case Answer.Stopped() -> throw new IllegalStateException("Nobody said stop.");
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

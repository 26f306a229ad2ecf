package dev.dray.verify.scenario;

import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.allocation.placement.Placement;
import dev.dray.allocation.placement.PrioritizedListScore;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.claim.AllocationWriter;
import dev.dray.claim.ClaimStates;
import dev.dray.claim.Written;
import dev.dray.inventory.LabeledNode;
import dev.dray.verify.reference.NodeFacts;
import dev.dray.verify.reference.ReferenceOutcome;
import dev.dray.verify.reference.World;
import java.util.List;
import java.util.function.Supplier;

/** What an attempt to allocate claims on one node came to. */
sealed interface Attempt {

  /** The claims as they would be, and what the placement is worth. */
  record Fits(List<ResourceClaim> claims, long score) implements Attempt {}

  record DoesNotFit() implements Attempt {}

  record Unusable(String message) implements Attempt {}

  record Fatal(String message) implements Attempt {}

  static Attempt of(
      Scheduler scheduler,
      Store store,
      LabeledNode node,
      List<ResourceClaim> claims,
      Supplier<String> shareIds) {
    var attempt =
        switch (scheduler.allocate(node, claims)) {
          case AllocationOutcome.Fits(var placement) -> written(scheduler, placement, shareIds);
          case AllocationOutcome.DoesNotFit() -> new DoesNotFit();
          case AllocationOutcome.Unusable(var message) -> new Unusable(message);
          case AllocationOutcome.Fatal(var message) -> new Fatal(message);
          case AllocationOutcome.Stopped() -> throw new IllegalStateException("Nobody said stop.");
        };
    new Referees().check(world(scheduler, store, node, claims), attempt.outcome());
    return attempt;
  }

  private static Attempt written(
      Scheduler scheduler, Placement placement, Supplier<String> shareIds) {
    return switch (new AllocationWriter(scheduler.gates(), shareIds).results(placement)) {
      case Written.Results results ->
          new Fits(ClaimStates.allocated(placement, results), PrioritizedListScore.of(placement));
      case Written.Fatal(var message) -> new Fatal(message);
    };
  }

  private static World world(
      Scheduler scheduler, Store store, LabeledNode node, List<ResourceClaim> claims) {
    return new World(
        scheduler.gates(),
        new NodeFacts(node.name(), node.labels(), node.declaredFeatures()),
        store.all(DeviceClass.class),
        store.all(ResourceSlice.class),
        store.all(ResourceSlicePatch.class),
        store.all(DeviceTaintRule.class),
        store.all(ResourceClaim.class).stream()
            .filter(claim -> claim.status().allocation().isPresent())
            .toList(),
        claims);
  }

  private ReferenceOutcome outcome() {
    return switch (this) {
      case Fits(var claims, _) ->
          new ReferenceOutcome.Fits(
              claims.stream().map(it -> it.status().allocation().orElseThrow()).toList());
      case DoesNotFit() -> new ReferenceOutcome.DoesNotFit();
      case Unusable(var message) -> new ReferenceOutcome.NodeLocalFailure(message);
      case Fatal(var message) -> new ReferenceOutcome.Fatal(message);
    };
  }
}

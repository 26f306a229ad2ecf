package dev.dray.verify.planning;

import dev.dray.allocation.Allocator;
import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimSpec;
import dev.dray.api.resource.claim.CapacityRequirements;
import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.api.resource.claim.DeviceSelector;
import dev.dray.api.resource.claim.ExactDeviceRequest;
import dev.dray.claim.AllocationWriter;
import dev.dray.claim.ClaimStates;
import dev.dray.claim.Written;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.Snapshot;
import dev.dray.ledger.Ledger;
import dev.dray.planning.Availability;
import dev.dray.verify.reference.World;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** A world out of which devices are taken claim by claim, by the allocator and nothing else. */
record Storeroom(
    World world, Allocator allocator, Snapshot snapshot, Ledger ledger, LabeledNode node) {

  /** Kept from world to world, as compiling expressions takes longer than all the rest. */
  private static final Map<Gates, Allocator> ALLOCATORS = new ConcurrentHashMap<>();

  static Storeroom of(World world) {
    var inventory = new Inventory(world.gates());
    world.classes().forEach(inventory::put);
    world.patches().forEach(inventory::put);
    world.taintRules().forEach(inventory::put);
    world.slices().forEach(inventory::put);
    var facts = world.node();
    return new Storeroom(
        world,
        ALLOCATORS.computeIfAbsent(world.gates(), Allocator::new),
        inventory.snapshot(),
        Ledger.of(world.allocatedClaims()),
        new LabeledNode(facts.name(), facts.labels(), facts.declaredFeatures()));
  }

  Availability available(Availability.Question question) {
    return Availability.of(allocator, snapshot, ledger, List.of(node), question, _ -> {});
  }

  /**
   * How many claims like this one can be allocated one after the other, if not more than the most.
   *
   * <p>Empty if that does not tell: what is found cannot be written down, or there is a device on
   * which every selector fails, also the one by which this claim selects.
   */
  OptionalInt take(ResourceClaim claim, int most) {
    var writer = new AllocationWriter(world.gates(), shareIds());
    var now = ledger;
    for (int count = 0; count < most; count++) {
      var next = claim.withMetadata(ObjectMeta.named("n" + count).withNamespace("default"));
      var outcome = allocator.allocate(snapshot, now, node, List.of(next));
      if (outcome instanceof AllocationOutcome.Fatal(var message)
          && message.contains("device: selector #0")) {
        return OptionalInt.empty();
      }
      if (!(outcome instanceof AllocationOutcome.Fits(var placement))) {
        return OptionalInt.of(count);
      }
      if (!(writer.results(placement) instanceof Written.Results written)) {
        return OptionalInt.empty();
      }
      for (var allocated : ClaimStates.allocated(placement, written)) {
        now = now.with(allocated);
      }
    }
    return OptionalInt.of(most);
  }

  /** How often claims like these can be allocated together, if not more than so often. */
  int take(List<ResourceClaim> claims, int most) {
    var writer = new AllocationWriter(world.gates(), shareIds());
    var now = ledger;
    for (int count = 0; count < most; count++) {
      int number = count;
      var next =
          claims.stream()
              .map(
                  it ->
                      it.withMetadata(
                          ObjectMeta.named(it.metadata().name() + "-" + number)
                              .withNamespace("default")))
              .toList();
      if (!(allocator.allocate(snapshot, now, node, next)
              instanceof AllocationOutcome.Fits(var placement))
          || !(writer.results(placement) instanceof Written.Results written)) {
        return count;
      }
      for (var allocated : ClaimStates.allocated(placement, written)) {
        now = now.with(allocated);
      }
    }
    return most;
  }

  private static Supplier<String> shareIds() {
    var number = new int[1];
    return () -> "taken-" + ++number[0];
  }

  boolean fits(ResourceClaim claim) {
    return allocator.allocate(snapshot, ledger, node, List.of(claim))
        instanceof AllocationOutcome.Fits;
  }

  /** The claim with these amounts asked for. */
  static ResourceClaim asking(ResourceClaim claim, Map<String, Quantity> amounts) {
    var devices = claim.spec().devices();
    var request = devices.requests().getFirst();
    var it = request.exactly().orElseThrow();
    var exactly =
        new ExactDeviceRequest(
            it.deviceClassName(),
            it.selectors(),
            it.allocationMode(),
            it.count(),
            it.adminAccess(),
            it.tolerations(),
            Optional.of(new CapacityRequirements(amounts)),
            it.derivedAttributes());
    return claim.withSpec(
        new ResourceClaimSpec(
            devices.withRequests(
                List.of(new DeviceRequest(request.name(), Optional.of(exactly), List.of())))));
  }

  /** The claim for so many devices that this selector selects. */
  static ResourceClaim selecting(ResourceClaim claim, String selector, int count) {
    var devices = claim.spec().devices();
    var request = devices.requests().getFirst();
    var exactly = request.exactly().orElseThrow();
    var narrowed =
        new ExactDeviceRequest(
            exactly.deviceClassName(),
            List.of(DeviceSelector.cel(selector)),
            exactly.allocationMode(),
            count,
            exactly.adminAccess(),
            exactly.tolerations(),
            exactly.capacity(),
            exactly.derivedAttributes());
    return claim.withSpec(
        new ResourceClaimSpec(
            devices.withRequests(
                List.of(new DeviceRequest(request.name(), Optional.of(narrowed), List.of())))));
  }
}

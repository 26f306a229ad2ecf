package dev.dray.verify.scenario;

import dev.dray.allocation.Allocator;
import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.api.resource.ResourcePoolStatusRequest;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.Snapshot;
import dev.dray.inventory.patch.Notice;
import dev.dray.ledger.Ledger;
import java.util.List;

/** What a scheduler knows, by being told of one change after another. */
final class Scheduler {
  private final Gates gates;
  private final Inventory inventory;
  private final Allocator allocator;
  private Ledger ledger = Ledger.empty();

  private Scheduler(Gates gates) {
    this.gates = gates;
    inventory = new Inventory(gates);
    allocator = new Allocator(gates);
  }

  /** A scheduler that has read all objects and knows nothing else. */
  static Scheduler started(Gates gates, Store store) {
    var scheduler = new Scheduler(gates);
    store.all(ApiObject.class).forEach(scheduler::put);
    return scheduler;
  }

  void put(ApiObject object) {
    switch (object) {
      case ResourceSlice slice -> inventory.put(slice);
      case DeviceClass deviceClass -> inventory.put(deviceClass);
      case ResourceSlicePatch patch -> inventory.put(patch);
      case DeviceTaintRule rule -> inventory.put(rule);
      case ResourceClaim claim -> ledger = ledger.with(claim);
      case ResourceClaimTemplate _, ResourcePoolStatusRequest _ -> {}
    }
  }

  void remove(ApiObject object) {
    var name = object.metadata().name();
    switch (object) {
      case ResourceSlice _ -> inventory.removeSlice(name);
      case DeviceClass _ -> inventory.removeClass(name);
      case ResourceSlicePatch _ -> inventory.removePatch(name);
      case DeviceTaintRule _ -> inventory.removeTaintRule(name);
      case ResourceClaim claim -> ledger = ledger.without(claim);
      case ResourceClaimTemplate _, ResourcePoolStatusRequest _ -> {}
    }
  }

  AllocationOutcome allocate(LabeledNode node, List<ResourceClaim> claims) {
    return allocator.allocate(snapshot(), ledger, node, claims);
  }

  Gates gates() {
    return gates;
  }

  Snapshot snapshot() {
    return inventory.snapshot();
  }

  Ledger ledger() {
    return ledger;
  }

  List<Notice> notices() {
    inventory.snapshot();
    return inventory.takeNotices();
  }
}

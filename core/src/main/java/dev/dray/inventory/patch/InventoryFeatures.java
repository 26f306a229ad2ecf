package dev.dray.inventory.patch;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;

/** The features of an inventory that feature gates switch on. */
public record InventoryFeatures(
    boolean partitionable,
    boolean mixins,
    boolean groups,
    boolean bindingConditions,
    boolean sharedCapacity,
    boolean multipleAllocations,
    boolean patches,
    boolean taintRules) {

  public static InventoryFeatures of(Gates gates) {
    return new InventoryFeatures(
        gates.enabled(Gate.DRA_PARTITIONABLE_DEVICES),
        gates.enabled(Gate.DRA_RESOURCE_SLICE_MIXINS),
        gates.enabled(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS),
        gates.enabled(Gate.DRA_DEVICE_BINDING_CONDITIONS)
            && gates.enabled(Gate.DRA_RESOURCE_CLAIM_DEVICE_STATUS),
        gates.enabled(Gate.DRA_SHARED_CONSUMABLE_CAPACITY),
        gates.enabled(Gate.DRA_CONSUMABLE_CAPACITY),
        gates.enabled(Gate.DRA_ADMIN_CONTROLLED_DEVICE_ATTRIBUTES),
        gates.enabled(Gate.DRA_DEVICE_TAINT_RULES));
  }
}

package dev.dray.api.admission;

import static dev.dray.api.admission.GatedFields.each;
import static dev.dray.api.admission.GatedUses.in;
import static dev.dray.api.admission.GatedUses.inEach;
import static dev.dray.api.admission.GatedUses.inOptional;
import static dev.dray.api.admission.GatedUses.ofList;
import static dev.dray.api.admission.GatedUses.ofMap;
import static dev.dray.api.admission.GatedUses.ofOptional;

import dev.dray.api.gate.Gate;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.claim.AllocatedDeviceStatus;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.DeviceAllocationResult;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The gated fields of a claim's status.
 *
 * <p>They are looked for in the claim as a whole, because a spec that uses a feature allows its
 * status to use it.
 */
final class ClaimStatusFields {
  private ClaimStatusFields() {}

  private static final GatedField<ResourceClaim> DEVICE_STATUS =
      new GatedField<>(
          Gate.DRA_RESOURCE_CLAIM_DEVICE_STATUS,
          inStatus(ofList("devices", ResourceClaimStatus::devices)),
          claim -> claim.withStatus(claim.status().withDevices(List.of())));

  private static final GatedField<ResourceClaim> ADMIN_ACCESS =
      new GatedField<>(
          List.of(Gate.DRA_ADMIN_ACCESS),
          inResults(ofOptional("adminAccess", DeviceRequestAllocationResult::adminAccess)),
          claim -> ClaimSpecFields.ADMIN_ACCESS.gatedUses().any(claim.spec()),
          claim -> results(claim, DeviceRequestAllocationResult::withoutAdminAccess));

  private static final GatedField<ResourceClaim> CONSUMABLE_CAPACITY =
      new GatedField<>(
          List.of(Gate.DRA_CONSUMABLE_CAPACITY),
          inResults(
                  GatedUses.ofOptional("shareID", DeviceRequestAllocationResult::shareId)
                      .and(
                          ofMap(
                              "consumedCapacity", DeviceRequestAllocationResult::consumedCapacity)))
              .and(
                  inStatus(
                      inEach(
                          "devices",
                          ResourceClaimStatus::devices,
                          ofOptional("shareID", AllocatedDeviceStatus::shareId)))),
          claim -> ClaimSpecFields.CONSUMABLE_CAPACITY.gatedUses().any(claim.spec()),
          claim ->
              devices(
                  results(claim, DeviceRequestAllocationResult::withoutShare),
                  AllocatedDeviceStatus::withoutShareId));

  private static final GatedField<ResourceClaim> BINDING_CONDITIONS =
      new GatedField<>(
          Gate.DRA_DEVICE_BINDING_CONDITIONS,
          inResults(
              GatedUses.ofList(
                      "bindingConditions", DeviceRequestAllocationResult::bindingConditions)
                  .and(
                      ofList(
                          "bindingFailureConditions",
                          DeviceRequestAllocationResult::bindingFailureConditions))),
          claim -> results(claim, DeviceRequestAllocationResult::withoutBindingConditions));

  private static final GatedField<ResourceClaim> SKIPPED_OPERATIONS =
      new GatedField<>(
          Gate.DRA_OPTIONAL_NODE_OPERATIONS,
          inResults(
              ofList("skipNodeOperations", DeviceRequestAllocationResult::skipNodeOperations)),
          claim -> results(claim, result -> result.withSkipNodeOperations(List.of())));

  private static final GatedField<ResourceClaim> COMPATIBILITY_GROUPS =
      new GatedField<>(
          Gate.DRA_DEVICE_COMPATIBILITY_GROUPS,
          inResults(
              ofMap("compatibilityGroups", DeviceRequestAllocationResult::compatibilityGroups)),
          claim -> results(claim, result -> result.withCompatibilityGroups(Map.of())));

  private static final GatedField<ResourceClaim> CONSUMED_COUNTERS =
      new GatedField<>(
          Gate.DRA_SHARED_CONSUMABLE_CAPACITY,
          inResults(ofMap("consumedCounters", DeviceRequestAllocationResult::consumedCounters)),
          claim -> results(claim, result -> result.withConsumedCounters(Map.of())));

  static final GatedFields<ResourceClaim> ALL =
      new GatedFields<>(
          List.of(
              DEVICE_STATUS,
              ADMIN_ACCESS,
              CONSUMABLE_CAPACITY,
              BINDING_CONDITIONS,
              SKIPPED_OPERATIONS,
              COMPATIBILITY_GROUPS,
              CONSUMED_COUNTERS));

  private static GatedUses<ResourceClaim> inStatus(GatedUses<ResourceClaimStatus> gatedUses) {
    return in("status", ResourceClaim::status, gatedUses);
  }

  private static GatedUses<ResourceClaim> inResults(
      GatedUses<DeviceRequestAllocationResult> gatedUses) {
    GatedUses<DeviceAllocationResult> inDevices =
        inEach("results", DeviceAllocationResult::results, gatedUses);
    return inStatus(
        inOptional(
            "allocation",
            ResourceClaimStatus::allocation,
            in("devices", AllocationResult::devices, inDevices)));
  }

  static ResourceClaim results(
      ResourceClaim claim, UnaryOperator<DeviceRequestAllocationResult> change) {
    var allocation = claim.status().allocation().map(present -> results(present, change));
    return claim.withStatus(claim.status().withAllocation(allocation));
  }

  private static AllocationResult results(
      AllocationResult allocation, UnaryOperator<DeviceRequestAllocationResult> change) {
    var devices = allocation.devices();
    return allocation.withDevices(devices.withResults(each(devices.results(), change)));
  }

  private static ResourceClaim devices(
      ResourceClaim claim, UnaryOperator<AllocatedDeviceStatus> change) {
    var status = claim.status();
    return claim.withStatus(status.withDevices(each(status.devices(), change)));
  }
}

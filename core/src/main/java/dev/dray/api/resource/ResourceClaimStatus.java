package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.claim.AllocatedDeviceStatus;
import dev.dray.api.resource.claim.AllocationResult;
import java.util.List;
import java.util.Optional;

/** The devices allocated to a claim, its consumers, and what drivers report of the devices. */
public record ResourceClaimStatus(
    Optional<AllocationResult> allocation,
    List<ResourceClaimConsumerReference> reservedFor,
    List<AllocatedDeviceStatus> devices) {
  public ResourceClaimStatus {
    requireNonNull(allocation, "allocation");
    reservedFor = List.copyOf(reservedFor);
    devices = List.copyOf(devices);
  }

  public static final ResourceClaimStatus EMPTY =
      new ResourceClaimStatus(Optional.empty(), List.of(), List.of());

  public ResourceClaimStatus withAllocation(Optional<AllocationResult> allocation) {
    return new ResourceClaimStatus(allocation, reservedFor, devices);
  }

  public ResourceClaimStatus withReservedFor(List<ResourceClaimConsumerReference> reservedFor) {
    return new ResourceClaimStatus(allocation, reservedFor, devices);
  }

  public ResourceClaimStatus withDevices(List<AllocatedDeviceStatus> devices) {
    return new ResourceClaimStatus(allocation, reservedFor, devices);
  }
}

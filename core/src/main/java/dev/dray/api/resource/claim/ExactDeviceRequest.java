package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/** A request for devices of one class. */
public record ExactDeviceRequest(
    String deviceClassName,
    List<DeviceSelector> selectors,
    String allocationMode,
    long count,
    Optional<Boolean> adminAccess,
    List<DeviceToleration> tolerations,
    Optional<CapacityRequirements> capacity,
    List<DeviceDerivedAttribute> derivedAttributes) {
  public ExactDeviceRequest {
    requireNonNull(deviceClassName, "deviceClassName");
    selectors = List.copyOf(selectors);
    requireNonNull(allocationMode, "allocationMode");
    requireNonNull(adminAccess, "adminAccess");
    tolerations = List.copyOf(tolerations);
    requireNonNull(capacity, "capacity");
    derivedAttributes = List.copyOf(derivedAttributes);
  }

  public ExactDeviceRequest withAllocationMode(String allocationMode) {
    return new ExactDeviceRequest(
        deviceClassName,
        selectors,
        allocationMode,
        count,
        adminAccess,
        tolerations,
        capacity,
        derivedAttributes);
  }

  public ExactDeviceRequest withCount(long count) {
    return new ExactDeviceRequest(
        deviceClassName,
        selectors,
        allocationMode,
        count,
        adminAccess,
        tolerations,
        capacity,
        derivedAttributes);
  }

  public ExactDeviceRequest withTolerations(List<DeviceToleration> tolerations) {
    return new ExactDeviceRequest(
        deviceClassName,
        selectors,
        allocationMode,
        count,
        adminAccess,
        tolerations,
        capacity,
        derivedAttributes);
  }

  public ExactDeviceRequest withDerivedAttributes(List<DeviceDerivedAttribute> derivedAttributes) {
    return new ExactDeviceRequest(
        deviceClassName,
        selectors,
        allocationMode,
        count,
        adminAccess,
        tolerations,
        capacity,
        derivedAttributes);
  }

  public ExactDeviceRequest withoutAdminAccess() {
    return new ExactDeviceRequest(
        deviceClassName,
        selectors,
        allocationMode,
        count,
        Optional.empty(),
        tolerations,
        capacity,
        derivedAttributes);
  }

  public ExactDeviceRequest withoutCapacity() {
    return new ExactDeviceRequest(
        deviceClassName,
        selectors,
        allocationMode,
        count,
        adminAccess,
        tolerations,
        Optional.empty(),
        derivedAttributes);
  }
}

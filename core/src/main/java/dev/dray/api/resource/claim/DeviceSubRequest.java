package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/** One of the alternatives of a request, best first (KEP-4816). */
public record DeviceSubRequest(
    String name,
    String deviceClassName,
    List<DeviceSelector> selectors,
    String allocationMode,
    long count,
    List<DeviceToleration> tolerations,
    Optional<CapacityRequirements> capacity,
    List<DeviceDerivedAttribute> derivedAttributes) {
  public DeviceSubRequest {
    requireNonNull(name, "name");
    requireNonNull(deviceClassName, "deviceClassName");
    selectors = List.copyOf(selectors);
    requireNonNull(allocationMode, "allocationMode");
    tolerations = List.copyOf(tolerations);
    requireNonNull(capacity, "capacity");
    derivedAttributes = List.copyOf(derivedAttributes);
  }

  public DeviceSubRequest withAllocationMode(String allocationMode) {
    return new DeviceSubRequest(
        name,
        deviceClassName,
        selectors,
        allocationMode,
        count,
        tolerations,
        capacity,
        derivedAttributes);
  }

  public DeviceSubRequest withCount(long count) {
    return new DeviceSubRequest(
        name,
        deviceClassName,
        selectors,
        allocationMode,
        count,
        tolerations,
        capacity,
        derivedAttributes);
  }

  public DeviceSubRequest withTolerations(List<DeviceToleration> tolerations) {
    return new DeviceSubRequest(
        name,
        deviceClassName,
        selectors,
        allocationMode,
        count,
        tolerations,
        capacity,
        derivedAttributes);
  }

  public DeviceSubRequest withDerivedAttributes(List<DeviceDerivedAttribute> derivedAttributes) {
    return new DeviceSubRequest(
        name,
        deviceClassName,
        selectors,
        allocationMode,
        count,
        tolerations,
        capacity,
        derivedAttributes);
  }

  public DeviceSubRequest withoutCapacity() {
    return new DeviceSubRequest(
        name,
        deviceClassName,
        selectors,
        allocationMode,
        count,
        tolerations,
        Optional.empty(),
        derivedAttributes);
  }
}

package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One device, or one share of it, allocated to one request.
 *
 * <p>{@code compatibilityGroups} (KEP-5963) and {@code consumedCounters} (KEP-5941) are snapshots
 * by counter set: later accounting reads them instead of the slice.
 */
public record DeviceRequestAllocationResult(
    String request,
    String driver,
    String pool,
    String device,
    Optional<Boolean> adminAccess,
    List<DeviceToleration> tolerations,
    List<String> bindingConditions,
    List<String> bindingFailureConditions,
    Optional<String> shareId,
    Map<String, Quantity> consumedCapacity,
    List<String> skipNodeOperations,
    Map<String, List<String>> compatibilityGroups,
    Map<String, Map<String, Quantity>> consumedCounters) {
  public DeviceRequestAllocationResult {
    requireNonNull(request, "request");
    requireNonNull(driver, "driver");
    requireNonNull(pool, "pool");
    requireNonNull(device, "device");
    requireNonNull(adminAccess, "adminAccess");
    tolerations = List.copyOf(tolerations);
    bindingConditions = List.copyOf(bindingConditions);
    bindingFailureConditions = List.copyOf(bindingFailureConditions);
    requireNonNull(shareId, "shareId");
    consumedCapacity = FrozenMap.copyOf(consumedCapacity);
    skipNodeOperations = List.copyOf(skipNodeOperations);
    compatibilityGroups = FrozenMap.copyOf(compatibilityGroups, List::copyOf);
    consumedCounters = FrozenMap.copyOf(consumedCounters, FrozenMap::copyOf);
  }

  public DeviceRequestAllocationResult withTolerations(List<DeviceToleration> tolerations) {
    return new DeviceRequestAllocationResult(
        request,
        driver,
        pool,
        device,
        adminAccess,
        tolerations,
        bindingConditions,
        bindingFailureConditions,
        shareId,
        consumedCapacity,
        skipNodeOperations,
        compatibilityGroups,
        consumedCounters);
  }

  public DeviceRequestAllocationResult withSkipNodeOperations(List<String> skipNodeOperations) {
    return new DeviceRequestAllocationResult(
        request,
        driver,
        pool,
        device,
        adminAccess,
        tolerations,
        bindingConditions,
        bindingFailureConditions,
        shareId,
        consumedCapacity,
        skipNodeOperations,
        compatibilityGroups,
        consumedCounters);
  }

  public DeviceRequestAllocationResult withCompatibilityGroups(
      Map<String, List<String>> compatibilityGroups) {
    return new DeviceRequestAllocationResult(
        request,
        driver,
        pool,
        device,
        adminAccess,
        tolerations,
        bindingConditions,
        bindingFailureConditions,
        shareId,
        consumedCapacity,
        skipNodeOperations,
        compatibilityGroups,
        consumedCounters);
  }

  public DeviceRequestAllocationResult withConsumedCapacity(
      Map<String, Quantity> consumedCapacity) {
    return new DeviceRequestAllocationResult(
        request,
        driver,
        pool,
        device,
        adminAccess,
        tolerations,
        bindingConditions,
        bindingFailureConditions,
        shareId,
        consumedCapacity,
        skipNodeOperations,
        compatibilityGroups,
        consumedCounters);
  }

  public DeviceRequestAllocationResult withConsumedCounters(
      Map<String, Map<String, Quantity>> consumedCounters) {
    return new DeviceRequestAllocationResult(
        request,
        driver,
        pool,
        device,
        adminAccess,
        tolerations,
        bindingConditions,
        bindingFailureConditions,
        shareId,
        consumedCapacity,
        skipNodeOperations,
        compatibilityGroups,
        consumedCounters);
  }

  public DeviceRequestAllocationResult withoutAdminAccess() {
    return new DeviceRequestAllocationResult(
        request,
        driver,
        pool,
        device,
        Optional.empty(),
        tolerations,
        bindingConditions,
        bindingFailureConditions,
        shareId,
        consumedCapacity,
        skipNodeOperations,
        compatibilityGroups,
        consumedCounters);
  }

  public DeviceRequestAllocationResult withoutBindingConditions() {
    return new DeviceRequestAllocationResult(
        request,
        driver,
        pool,
        device,
        adminAccess,
        tolerations,
        List.of(),
        List.of(),
        shareId,
        consumedCapacity,
        skipNodeOperations,
        compatibilityGroups,
        consumedCounters);
  }

  /** Returns the same device as a whole, without share and consumed amount. */
  public DeviceRequestAllocationResult withoutShare() {
    return new DeviceRequestAllocationResult(
        request,
        driver,
        pool,
        device,
        adminAccess,
        tolerations,
        bindingConditions,
        bindingFailureConditions,
        Optional.empty(),
        Map.of(),
        skipNodeOperations,
        compatibilityGroups,
        consumedCounters);
  }
}

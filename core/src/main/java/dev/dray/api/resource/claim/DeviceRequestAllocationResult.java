package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

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
    return changed(it -> it.tolerations = tolerations);
  }

  public DeviceRequestAllocationResult withSkipNodeOperations(List<String> skipNodeOperations) {
    return changed(it -> it.skipNodeOperations = skipNodeOperations);
  }

  public DeviceRequestAllocationResult withCompatibilityGroups(
      Map<String, List<String>> compatibilityGroups) {
    return changed(it -> it.compatibilityGroups = compatibilityGroups);
  }

  public DeviceRequestAllocationResult withConsumedCapacity(
      Map<String, Quantity> consumedCapacity) {
    return changed(it -> it.consumedCapacity = consumedCapacity);
  }

  public DeviceRequestAllocationResult withConsumedCounters(
      Map<String, Map<String, Quantity>> consumedCounters) {
    return changed(it -> it.consumedCounters = consumedCounters);
  }

  public DeviceRequestAllocationResult withoutAdminAccess() {
    return changed(it -> it.adminAccess = Optional.empty());
  }

  public DeviceRequestAllocationResult withoutBindingConditions() {
    return changed(
        it -> {
          it.bindingConditions = List.of();
          it.bindingFailureConditions = List.of();
        });
  }

  /** Returns the same device as a whole, without share and consumed amount. */
  public DeviceRequestAllocationResult withoutShare() {
    return changed(
        it -> {
          it.shareId = Optional.empty();
          it.consumedCapacity = Map.of();
        });
  }

  /** A copy of this result that can be changed. */
  private final class Draft {
    private Optional<Boolean> adminAccess = DeviceRequestAllocationResult.this.adminAccess;
    private List<DeviceToleration> tolerations = DeviceRequestAllocationResult.this.tolerations;
    private List<String> bindingConditions = DeviceRequestAllocationResult.this.bindingConditions;
    private List<String> bindingFailureConditions =
        DeviceRequestAllocationResult.this.bindingFailureConditions;
    private Optional<String> shareId = DeviceRequestAllocationResult.this.shareId;
    private Map<String, Quantity> consumedCapacity =
        DeviceRequestAllocationResult.this.consumedCapacity;
    private List<String> skipNodeOperations = DeviceRequestAllocationResult.this.skipNodeOperations;
    private Map<String, List<String>> compatibilityGroups =
        DeviceRequestAllocationResult.this.compatibilityGroups;
    private Map<String, Map<String, Quantity>> consumedCounters =
        DeviceRequestAllocationResult.this.consumedCounters;

    private DeviceRequestAllocationResult result() {
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
  }

  private DeviceRequestAllocationResult changed(Consumer<Draft> change) {
    var draft = new Draft();
    change.accept(draft);
    return draft.result();
  }
}

package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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
    return changed(it -> it.allocationMode = allocationMode);
  }

  public ExactDeviceRequest withCount(long count) {
    return changed(it -> it.count = count);
  }

  public ExactDeviceRequest withTolerations(List<DeviceToleration> tolerations) {
    return changed(it -> it.tolerations = tolerations);
  }

  public ExactDeviceRequest withDerivedAttributes(List<DeviceDerivedAttribute> derivedAttributes) {
    return changed(it -> it.derivedAttributes = derivedAttributes);
  }

  public ExactDeviceRequest withoutAdminAccess() {
    return changed(it -> it.adminAccess = Optional.empty());
  }

  public ExactDeviceRequest withoutCapacity() {
    return changed(it -> it.capacity = Optional.empty());
  }

  /** A copy of this request that can be changed. */
  private final class Draft {
    private String allocationMode = ExactDeviceRequest.this.allocationMode;
    private long count = ExactDeviceRequest.this.count;
    private Optional<Boolean> adminAccess = ExactDeviceRequest.this.adminAccess;
    private List<DeviceToleration> tolerations = ExactDeviceRequest.this.tolerations;
    private Optional<CapacityRequirements> capacity = ExactDeviceRequest.this.capacity;
    private List<DeviceDerivedAttribute> derivedAttributes =
        ExactDeviceRequest.this.derivedAttributes;

    private ExactDeviceRequest request() {
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
  }

  private ExactDeviceRequest changed(Consumer<Draft> change) {
    var draft = new Draft();
    change.accept(draft);
    return draft.request();
  }
}

package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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
    return changed(it -> it.allocationMode = allocationMode);
  }

  public DeviceSubRequest withCount(long count) {
    return changed(it -> it.count = count);
  }

  public DeviceSubRequest withTolerations(List<DeviceToleration> tolerations) {
    return changed(it -> it.tolerations = tolerations);
  }

  public DeviceSubRequest withDerivedAttributes(List<DeviceDerivedAttribute> derivedAttributes) {
    return changed(it -> it.derivedAttributes = derivedAttributes);
  }

  public DeviceSubRequest withoutCapacity() {
    return changed(it -> it.capacity = Optional.empty());
  }

  /** A copy of this alternative that can be changed. */
  private final class Draft {
    private String allocationMode = DeviceSubRequest.this.allocationMode;
    private long count = DeviceSubRequest.this.count;
    private List<DeviceToleration> tolerations = DeviceSubRequest.this.tolerations;
    private Optional<CapacityRequirements> capacity = DeviceSubRequest.this.capacity;
    private List<DeviceDerivedAttribute> derivedAttributes =
        DeviceSubRequest.this.derivedAttributes;

    private DeviceSubRequest request() {
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
  }

  private DeviceSubRequest changed(Consumer<Draft> change) {
    var draft = new Draft();
    change.accept(draft);
    return draft.request();
  }
}

package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.Quantity;
import java.util.Optional;

/** An amount of something that a device has, and the policy by which it may be shared. */
public record DeviceCapacity(Quantity value, Optional<CapacityRequestPolicy> requestPolicy) {
  public DeviceCapacity {
    requireNonNull(value, "value");
    requireNonNull(requestPolicy, "requestPolicy");
  }

  public DeviceCapacity withoutRequestPolicy() {
    return new DeviceCapacity(value, Optional.empty());
  }
}

package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.Quantity;
import java.util.Optional;

/** How much of something a device has, and in which steps it may be shared out. */
public record DeviceCapacity(Quantity value, Optional<CapacityRequestPolicy> requestPolicy) {
  public DeviceCapacity {
    requireNonNull(value, "value");
    requireNonNull(requestPolicy, "requestPolicy");
  }

  public DeviceCapacity withoutRequestPolicy() {
    return new DeviceCapacity(value, Optional.empty());
  }
}

package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.Quantity;
import java.util.Optional;

/** The node resource as a multiple of a capacity, or of the device itself. */
public record NodeAllocatableMapping(
    Optional<String> capacityKey,
    Optional<Quantity> capacityMultiplier,
    Optional<Quantity> deviceMultiplier) {
  public NodeAllocatableMapping {
    requireNonNull(capacityKey, "capacityKey");
    requireNonNull(capacityMultiplier, "capacityMultiplier");
    requireNonNull(deviceMultiplier, "deviceMultiplier");
  }
}

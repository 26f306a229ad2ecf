package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.Quantity;
import java.util.Optional;

/** A fixed cost per pod and per container that uses the device. */
public record NodeAllocatableOverhead(Optional<Quantity> perPod, Optional<Quantity> perContainer) {
  public NodeAllocatableOverhead {
    requireNonNull(perPod, "perPod");
    requireNonNull(perContainer, "perContainer");
  }
}

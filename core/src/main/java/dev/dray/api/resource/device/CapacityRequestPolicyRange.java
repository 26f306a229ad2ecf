package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.Quantity;
import java.util.Optional;

/** Amounts from {@code min} to {@code max}, in steps counted from {@code min}. */
public record CapacityRequestPolicyRange(
    Optional<Quantity> min, Optional<Quantity> max, Optional<Quantity> step) {
  public CapacityRequestPolicyRange {
    requireNonNull(min, "min");
    requireNonNull(max, "max");
    requireNonNull(step, "step");
  }
}

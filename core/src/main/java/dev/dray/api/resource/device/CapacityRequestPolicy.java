package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.Quantity;
import java.util.List;
import java.util.Optional;

/**
 * The policy by which a request is rounded before it is charged: to one of some values, or within a
 * range.
 */
public record CapacityRequestPolicy(
    Optional<Quantity> defaultValue,
    List<Quantity> validValues,
    Optional<CapacityRequestPolicyRange> validRange) {
  public CapacityRequestPolicy {
    requireNonNull(defaultValue, "defaultValue");
    validValues = List.copyOf(validValues);
    requireNonNull(validRange, "validRange");
  }
}

package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.Quantity;
import java.util.Optional;

/**
 * An amount that a counter set has, or that a device consumes of it.
 *
 * <p>In a counter set {@code value} is the available amount and {@code requestPolicy} says how
 * requests are rounded. In a consumption either {@code value} is the fixed amount or {@code
 * valueFrom} takes it from the claim's request (KEP-5941).
 */
public record Counter(
    Optional<Quantity> value,
    Optional<CapacityRequestPolicy> requestPolicy,
    Optional<CounterValueFrom> valueFrom) {
  public Counter {
    requireNonNull(value, "value");
    requireNonNull(requestPolicy, "requestPolicy");
    requireNonNull(valueFrom, "valueFrom");
  }

  /** Returns a counter of a fixed amount. */
  public static Counter of(Quantity value) {
    return new Counter(Optional.of(value), Optional.empty(), Optional.empty());
  }

  /** Returns the same amount, without anything that depends on what a claim requests. */
  public Counter fixed() {
    return new Counter(value, Optional.empty(), Optional.empty());
  }
}

package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

/** A reference to the capacity whose requested amount is consumed (KEP-5941). */
public record CounterValueFrom(String capacityKey) {
  public CounterValueFrom {
    requireNonNull(capacityKey, "capacityKey");
  }
}

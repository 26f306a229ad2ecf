package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

/** Takes the consumed amount from what the claim requests of this capacity (KEP-5941). */
public record CounterValueFrom(String capacityKey) {
  public CounterValueFrom {
    requireNonNull(capacityKey, "capacityKey");
  }
}

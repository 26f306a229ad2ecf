package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.Quantity;
import java.util.Optional;

/** One capacity, summed over the shareable devices of a pool. */
public record ShareableCapacityStatus(
    String name,
    Optional<Quantity> total,
    Optional<Quantity> consumed,
    Optional<Quantity> available) {
  public ShareableCapacityStatus {
    requireNonNull(name, "name");
    requireNonNull(total, "total");
    requireNonNull(consumed, "consumed");
    requireNonNull(available, "available");
  }
}

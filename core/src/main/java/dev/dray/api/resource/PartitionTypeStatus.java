package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** How many partitions of one type a pool has and can still give. */
public record PartitionTypeStatus(
    String attribute, String type, Optional<Integer> total, Optional<Integer> allocatable) {
  public PartitionTypeStatus {
    requireNonNull(attribute, "attribute");
    requireNonNull(type, "type");
    requireNonNull(total, "total");
    requireNonNull(allocatable, "allocatable");
  }
}

package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** The number of partitions of one type that a pool has, and how many it can still allocate. */
public record PartitionTypeStatus(
    String attribute, String type, Optional<Integer> total, Optional<Integer> allocatable) {
  public PartitionTypeStatus {
    requireNonNull(attribute, "attribute");
    requireNonNull(type, "type");
    requireNonNull(total, "total");
    requireNonNull(allocatable, "allocatable");
  }
}

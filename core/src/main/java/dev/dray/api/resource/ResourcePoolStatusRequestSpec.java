package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** The pools to summarise. */
public record ResourcePoolStatusRequestSpec(
    String driver,
    Optional<String> poolName,
    Optional<Integer> limit,
    Optional<String> defaultPartitionTypeAttribute) {
  public ResourcePoolStatusRequestSpec {
    requireNonNull(driver, "driver");
    requireNonNull(poolName, "poolName");
    requireNonNull(limit, "limit");
    requireNonNull(defaultPartitionTypeAttribute, "defaultPartitionTypeAttribute");
  }

  public ResourcePoolStatusRequestSpec withLimit(int limit) {
    return new ResourcePoolStatusRequestSpec(
        driver, poolName, Optional.of(limit), defaultPartitionTypeAttribute);
  }

  public ResourcePoolStatusRequestSpec withoutDefaultPartitionTypeAttribute() {
    return new ResourcePoolStatusRequestSpec(driver, poolName, limit, Optional.empty());
  }
}

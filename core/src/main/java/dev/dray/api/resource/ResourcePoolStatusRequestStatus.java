package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.Condition;
import java.util.List;
import java.util.Optional;

/** The summary, pool by pool. */
public record ResourcePoolStatusRequestStatus(
    Optional<Integer> poolCount, List<PoolStatus> pools, List<Condition> conditions) {
  public ResourcePoolStatusRequestStatus {
    requireNonNull(poolCount, "poolCount");
    pools = List.copyOf(pools);
    conditions = List.copyOf(conditions);
  }
}

package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/** The status of one pool: its devices, counted. */
public record PoolStatus(
    String driver,
    String poolName,
    long generation,
    Optional<Integer> resourceSliceCount,
    Optional<Integer> totalDevices,
    Optional<Integer> allocatedDevices,
    Optional<Integer> availableDevices,
    Optional<Integer> unavailableDevices,
    Optional<String> nodeName,
    Optional<String> validationError,
    List<PartitionTypeStatus> partitionSummary,
    Optional<ShareableSummaryStatus> shareableSummary) {
  public PoolStatus {
    requireNonNull(driver, "driver");
    requireNonNull(poolName, "poolName");
    requireNonNull(resourceSliceCount, "resourceSliceCount");
    requireNonNull(totalDevices, "totalDevices");
    requireNonNull(allocatedDevices, "allocatedDevices");
    requireNonNull(availableDevices, "availableDevices");
    requireNonNull(unavailableDevices, "unavailableDevices");
    requireNonNull(nodeName, "nodeName");
    requireNonNull(validationError, "validationError");
    partitionSummary = List.copyOf(partitionSummary);
    requireNonNull(shareableSummary, "shareableSummary");
  }
}

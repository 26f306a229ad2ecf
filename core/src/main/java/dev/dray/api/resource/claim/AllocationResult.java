package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.NodeSelector;
import java.time.Instant;
import java.util.Optional;

/** The devices of a claim and the nodes from which they can be used. */
public record AllocationResult(
    DeviceAllocationResult devices,
    Optional<NodeSelector> nodeSelector,
    Optional<Instant> allocationTimestamp) {
  public AllocationResult {
    requireNonNull(devices, "devices");
    requireNonNull(nodeSelector, "nodeSelector");
    requireNonNull(allocationTimestamp, "allocationTimestamp");
  }

  public AllocationResult withDevices(DeviceAllocationResult devices) {
    return new AllocationResult(devices, nodeSelector, allocationTimestamp);
  }
}

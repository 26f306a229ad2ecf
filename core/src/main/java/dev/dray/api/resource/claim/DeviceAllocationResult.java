package dev.dray.api.resource.claim;

import java.util.List;

/** The allocated devices, request by request, and the configuration that applies to them. */
public record DeviceAllocationResult(
    List<DeviceRequestAllocationResult> results, List<DeviceAllocationConfiguration> config) {
  public DeviceAllocationResult {
    results = List.copyOf(results);
    config = List.copyOf(config);
  }

  public DeviceAllocationResult withResults(List<DeviceRequestAllocationResult> results) {
    return new DeviceAllocationResult(results, config);
  }
}

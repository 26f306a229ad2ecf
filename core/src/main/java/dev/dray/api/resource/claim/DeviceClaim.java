package dev.dray.api.resource.claim;

import java.util.List;

/**
 * The requests of a claim, the constraints between their devices, and configuration for drivers.
 */
public record DeviceClaim(
    List<DeviceRequest> requests,
    List<DeviceConstraint> constraints,
    List<DeviceClaimConfiguration> config) {
  public DeviceClaim {
    requests = List.copyOf(requests);
    constraints = List.copyOf(constraints);
    config = List.copyOf(config);
  }

  public static final DeviceClaim EMPTY = new DeviceClaim(List.of(), List.of(), List.of());

  public DeviceClaim withRequests(List<DeviceRequest> requests) {
    return new DeviceClaim(requests, constraints, config);
  }

  public DeviceClaim withConstraints(List<DeviceConstraint> constraints) {
    return new DeviceClaim(requests, constraints, config);
  }
}

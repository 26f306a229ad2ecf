package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/** Configuration a claim passes to the driver of the devices of some requests. */
public record DeviceClaimConfiguration(
    List<String> requests, Optional<OpaqueDeviceConfiguration> opaque) {
  public DeviceClaimConfiguration {
    requests = List.copyOf(requests);
    requireNonNull(opaque, "opaque");
  }
}

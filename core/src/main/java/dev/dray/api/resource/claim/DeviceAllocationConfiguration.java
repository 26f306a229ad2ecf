package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/** Configuration for the driver, from the class or from the claim. */
public record DeviceAllocationConfiguration(
    String source, List<String> requests, Optional<OpaqueDeviceConfiguration> opaque) {
  public DeviceAllocationConfiguration {
    requireNonNull(source, "source");
    requests = List.copyOf(requests);
    requireNonNull(opaque, "opaque");
  }
}

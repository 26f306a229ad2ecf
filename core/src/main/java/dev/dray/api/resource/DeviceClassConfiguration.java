package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.claim.OpaqueDeviceConfiguration;
import java.util.Optional;

/** Configuration for every device allocated through the class. */
public record DeviceClassConfiguration(Optional<OpaqueDeviceConfiguration> opaque) {
  public DeviceClassConfiguration {
    requireNonNull(opaque, "opaque");
  }
}

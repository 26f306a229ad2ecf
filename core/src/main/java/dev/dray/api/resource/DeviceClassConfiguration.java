package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** Configuration for every device allocated through the class. */
public record DeviceClassConfiguration(Optional<OpaqueDeviceConfiguration> opaque) {
  public DeviceClassConfiguration {
    requireNonNull(opaque, "opaque");
  }
}

package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.RawJson;

/** Parameters that only the named driver understands. */
public record OpaqueDeviceConfiguration(String driver, RawJson parameters) {
  public OpaqueDeviceConfiguration {
    requireNonNull(driver, "driver");
    requireNonNull(parameters, "parameters");
  }
}

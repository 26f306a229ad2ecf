package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** Devices of this driver, pool and name; whatever is absent matches all. */
public record DeviceTaintSelector(
    Optional<String> driver, Optional<String> pool, Optional<String> device) {
  public DeviceTaintSelector {
    requireNonNull(driver, "driver");
    requireNonNull(pool, "pool");
    requireNonNull(device, "device");
  }
}

package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.claim.DeviceSelector;
import java.util.List;
import java.util.Optional;

/** Devices that satisfy everything set here; whatever is absent matches all. */
public record DevicePatchFilter(
    Optional<String> deviceClassName,
    Optional<String> driver,
    Optional<String> pool,
    Optional<String> device,
    List<DeviceSelector> selectors) {
  public DevicePatchFilter {
    requireNonNull(deviceClassName, "deviceClassName");
    requireNonNull(driver, "driver");
    requireNonNull(pool, "pool");
    requireNonNull(device, "device");
    selectors = List.copyOf(selectors);
  }
}

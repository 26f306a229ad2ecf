package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.claim.DeviceSelector;
import java.util.List;
import java.util.Optional;

/** The selectors that a device of the class matches, and the configuration it is given. */
public record DeviceClassSpec(
    List<DeviceSelector> selectors,
    List<DeviceClassConfiguration> config,
    Optional<String> extendedResourceName) {
  public DeviceClassSpec {
    selectors = List.copyOf(selectors);
    config = List.copyOf(config);
    requireNonNull(extendedResourceName, "extendedResourceName");
  }

  public DeviceClassSpec withoutExtendedResourceName() {
    return new DeviceClassSpec(selectors, config, Optional.empty());
  }
}

package dev.dray.api.resource.device;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import java.util.Map;

/** Attributes and capacities that devices share by including them by name. */
public record DeviceMixin(
    String name, Map<String, DeviceAttribute> attributes, Map<String, DeviceCapacity> capacity) {
  public DeviceMixin {
    requireNonNull(name, "name");
    attributes = FrozenMap.copyOf(attributes);
    capacity = FrozenMap.copyOf(capacity);
  }

  public DeviceMixin withAttributes(Map<String, DeviceAttribute> attributes) {
    return new DeviceMixin(name, attributes, capacity);
  }

  public DeviceMixin withCapacity(Map<String, DeviceCapacity> capacity) {
    return new DeviceMixin(name, attributes, capacity);
  }
}

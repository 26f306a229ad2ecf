package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.Map;
import java.util.Optional;

/**
 * Attributes and capacities to set on all devices that pass the filter.
 *
 * <p>An absent filter passes every device. An attribute of {@link DeviceAttribute.NullValue}
 * removes the published one.
 */
public record DevicePatch(
    Optional<DevicePatchFilter> filter,
    Optional<Integer> priority,
    Map<String, DeviceAttribute> attributes,
    Map<String, DeviceCapacity> capacity) {
  public DevicePatch {
    requireNonNull(filter, "filter");
    requireNonNull(priority, "priority");
    attributes = FrozenMap.copyOf(attributes);
    capacity = FrozenMap.copyOf(capacity);
  }

  public DevicePatch withAttributes(Map<String, DeviceAttribute> attributes) {
    return new DevicePatch(filter, priority, attributes, capacity);
  }

  public DevicePatch withCapacity(Map<String, DeviceCapacity> capacity) {
    return new DevicePatch(filter, priority, attributes, capacity);
  }
}

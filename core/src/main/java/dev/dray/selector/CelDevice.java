package dev.dray.selector;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.Map;

/**
 * A device as expressions see it: what its driver published, with mixins and patches merged in.
 *
 * <p>Names are as they were written: one without a domain belongs to the driver's domain.
 */
public record CelDevice(
    String driver,
    Map<String, DeviceAttribute> attributes,
    Map<String, DeviceCapacity> capacity,
    boolean allowMultipleAllocations) {
  public CelDevice {
    attributes = FrozenMap.copyOf(attributes);
    capacity = FrozenMap.copyOf(capacity);
  }
}

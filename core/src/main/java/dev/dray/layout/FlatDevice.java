package dev.dray.layout;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.inventory.Hidden;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A device as claims see it, each value with its origin.
 *
 * @param effective the same device without includes
 * @param attributes the attributes; those that a patch removed are among them, with a null value
 * @param keptPolicies for each capacity of which a patch changed only the value, the origin of its
 *     policy
 * @param hidden the reason why no claim can get the device, if none can
 */
public record FlatDevice(
    Device effective,
    List<Sourced<DeviceAttribute>> attributes,
    List<Sourced<DeviceCapacity>> capacity,
    Map<String, Origin> keptPolicies,
    List<FlatConsumption> consumptions,
    List<Sourced<DeviceTaint>> taints,
    Optional<Hidden> hidden) {
  public FlatDevice {
    attributes = List.copyOf(attributes);
    capacity = List.copyOf(capacity);
    keptPolicies = FrozenMap.copyOf(keptPolicies);
    consumptions = List.copyOf(consumptions);
    taints = List.copyOf(taints);
  }

  public String name() {
    return effective.name();
  }

  /** Returns whether the device is hidden by a missing mixin or by the feature gate of mixins. */
  boolean isHiddenByMixins() {
    return hidden
        .filter(it -> it == Hidden.MIXINS_OFF || it == Hidden.DANGLING_INCLUDE)
        .isPresent();
  }
}

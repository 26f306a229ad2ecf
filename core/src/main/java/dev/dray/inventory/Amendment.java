package dev.dray.inventory;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.DeviceAttribute;
import dev.dray.api.resource.DeviceCapacity;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceSlicePatch;
import java.util.List;
import java.util.Map;

/**
 * What patches and taint rules do to one device, and which of them.
 *
 * <p>Names are in their shortest spelling, sorted. Each patch that would give the device too many
 * entries is left out, as it has no effect.
 *
 * @param attributePatches by name the patch that decides it
 * @param attributes by name what it becomes; a null value takes it away
 * @param capacityPatches by name the patch that decides it
 * @param capacity by name what it becomes; without a policy the published one stays
 * @param rules whose taints the device has, by name
 */
public record Amendment(
    Map<String, ResourceSlicePatch> attributePatches,
    Map<String, DeviceAttribute> attributes,
    Map<String, ResourceSlicePatch> capacityPatches,
    Map<String, DeviceCapacity> capacity,
    List<DeviceTaintRule> rules) {
  static final Amendment NONE = new Amendment(Map.of(), Map.of(), Map.of(), Map.of(), List.of());

  public Amendment {
    attributePatches = FrozenMap.copyOf(attributePatches);
    attributes = FrozenMap.copyOf(attributes);
    capacityPatches = FrozenMap.copyOf(capacityPatches);
    capacity = FrozenMap.copyOf(capacity);
    rules = List.copyOf(rules);
  }

  Amendment with(List<DeviceTaintRule> rules) {
    return new Amendment(attributePatches, attributes, capacityPatches, capacity, rules);
  }
}

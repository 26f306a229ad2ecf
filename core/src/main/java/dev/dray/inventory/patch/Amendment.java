package dev.dray.inventory.patch;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.List;
import java.util.Map;

/**
 * The changes that patches and taint rules make to one device, with their authors.
 *
 * <p>Names are in their shortest spelling, sorted. A patch that would give the device too many
 * entries is left out, because it has no effect.
 *
 * @param attributes by name the values that patches give, the deciding one first; a null value
 *     takes the attribute away
 * @param capacity the same for capacities; one without a policy keeps the published policy
 * @param rules the rules whose taints the device has, by name
 */
public record Amendment(
    Map<String, List<Said<DeviceAttribute>>> attributes,
    Map<String, List<Said<DeviceCapacity>>> capacity,
    List<DeviceTaintRule> rules) {
  public static final Amendment NONE = new Amendment(Map.of(), Map.of(), List.of());

  /** The value that a patch gives to an entry. */
  public record Said<V>(ResourceSlicePatch patch, V value) {}

  public Amendment {
    attributes = FrozenMap.copyOf(attributes);
    capacity = FrozenMap.copyOf(capacity);
    rules = List.copyOf(rules);
  }

  public Amendment with(List<DeviceTaintRule> rules) {
    return new Amendment(attributes, capacity, rules);
  }
}

package dev.dray.inventory.patch;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.List;
import java.util.Map;

/**
 * What patches and taint rules do to one device, and which of them.
 *
 * <p>Names are in their shortest spelling, sorted. Each patch that would give the device too many
 * entries is left out, as it has no effect.
 *
 * @param attributes by name what patches say of it, the one that decides first; a null value takes
 *     it away
 * @param capacity the same of capacities; without a policy the published one stays
 * @param rules whose taints the device has, by name
 */
public record Amendment(
    Map<String, List<Said<DeviceAttribute>>> attributes,
    Map<String, List<Said<DeviceCapacity>>> capacity,
    List<DeviceTaintRule> rules) {
  public static final Amendment NONE = new Amendment(Map.of(), Map.of(), List.of());

  /** An entry with the value that a patch gives it. */
  public record Said<V>(ResourceSlicePatch patch, V value) {
    public Said {
      requireNonNull(patch, "patch");
      requireNonNull(value, "value");
    }
  }

  public Amendment {
    attributes = FrozenMap.copyOf(attributes);
    capacity = FrozenMap.copyOf(capacity);
    rules = List.copyOf(rules);
  }

  public Amendment with(List<DeviceTaintRule> rules) {
    return new Amendment(attributes, capacity, rules);
  }
}

package dev.dray.inventory;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceTaint;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything of a merged device but its name and attributes, with mixins, patches and taint rules
 * applied. Many devices have the same traits.
 *
 * @param capacity by shortest spelling, sorted
 * @param taints the driver's, then those of rules by rule name
 * @param shareable whether it may be allocated to several claims at a time
 * @param nodeSelection of the device itself; counts only if its slice selects nodes per device
 * @param hidden the reason why it is not offered, if it is not
 */
public record DeviceTraits(
    Map<String, DeviceCapacity> capacity,
    List<Consumption> consumptions,
    List<DeviceTaint> taints,
    boolean shareable,
    boolean bindsToNode,
    List<String> bindingConditions,
    List<String> bindingFailureConditions,
    NodeSelection nodeSelection,
    Optional<Hidden> hidden) {
  public DeviceTraits {
    capacity = FrozenMap.copyOf(capacity);
    consumptions = List.copyOf(consumptions);
    taints = List.copyOf(taints);
    bindingConditions = List.copyOf(bindingConditions);
    bindingFailureConditions = List.copyOf(bindingFailureConditions);
  }
}

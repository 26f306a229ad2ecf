package dev.dray.inventory;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceTaint;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything of an effective device but its name and attributes: mixins, patches and taint rules
 * are merged in. Many devices have the same.
 *
 * @param capacity under the shortest spelling, sorted by it
 * @param taints the driver's, then those of rules by the rule's name
 * @param shareable whether several claims may be given it at a time
 * @param nodeSelection of the device itself; counts if its slice says so
 * @param hidden why it is not offered, if it is not
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
    requireNonNull(nodeSelection, "nodeSelection");
    requireNonNull(hidden, "hidden");
  }
}

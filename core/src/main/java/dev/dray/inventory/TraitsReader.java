package dev.dray.inventory;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.QualifiedName;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.inventory.patch.InventoryFeatures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A reader of the traits of devices, from what they publish, include and get from patches and
 * rules.
 */
final class TraitsReader {
  private final String driver;
  private final InventoryFeatures inventoryFeatures;
  private final Map<String, Hidden> droppedSets;

  TraitsReader(
      String driver, InventoryFeatures inventoryFeatures, Map<String, Hidden> droppedSets) {
    this.driver = driver;
    this.inventoryFeatures = inventoryFeatures;
    this.droppedSets = droppedSets;
  }

  DeviceTraits traits(Device device, Mixins mixins, Effect effect) {
    var consumptions =
        device.consumesCounters().stream().map(each -> consumption(each, mixins)).toList();
    return new DeviceTraits(
        capacity(mixins.devices().capacity(device), effect.capacity()),
        consumptions,
        taints(device, effect),
        inventoryFeatures.multipleAllocations() && device.allowMultipleAllocations().orElse(false),
        device.bindsToNode().orElse(false),
        device.bindingConditions(),
        device.bindingFailureConditions(),
        NodeSelection.of(device),
        hiddenByMixins(device, mixins).or(() -> hiddenByFeature(device, consumptions)));
  }

  /** Merges patched capacities; one without a policy keeps the published policy. */
  private static Map<String, DeviceCapacity> capacity(
      Map<String, DeviceCapacity> published, Map<String, DeviceCapacity> patched) {
    var all = new TreeMap<>(published);
    patched.forEach(
        (name, patch) -> {
          var old = all.get(name);
          all.put(
              name,
              old == null || patch.requestPolicy().isPresent()
                  ? patch
                  : new DeviceCapacity(patch.value(), old.requestPolicy()));
        });
    return FrozenMap.copyOf(all);
  }

  private static List<DeviceTaint> taints(Device device, Effect effect) {
    if (effect.taints().isEmpty()) {
      return device.taints();
    }
    var all = new ArrayList<>(device.taints());
    all.addAll(effect.taints());
    return all;
  }

  private Consumption consumption(DeviceCounterConsumption consumption, Mixins mixins) {
    var fixed = new FrozenMap.Builder<String, Quantity>();
    var requested = new FrozenMap.Builder<String, String>();
    mixins
        .counters(consumption)
        .forEach(
            (name, counter) -> {
              counter
                  .valueFrom()
                  .ifPresent(
                      from ->
                          requested.put(name, QualifiedName.shortest(from.capacityKey(), driver)));
              fixed(counter).ifPresent(amount -> fixed.put(name, amount));
            });
    return new Consumption(
        consumption.counterSet(),
        fixed.build(),
        requested.build(),
        consumption.compatibilityGroups());
  }

  /**
   * Returns the fixed amount. If neither an amount nor a request is given it is zero, as upstream.
   */
  private static Optional<Quantity> fixed(Counter counter) {
    return counter.value().isPresent() || counter.valueFrom().isPresent()
        ? counter.value()
        : Optional.of(Quantity.ZERO);
  }

  /** Returns why the device is hidden because of a mixin, if it is. */
  private Optional<Hidden> hiddenByMixins(Device device, Mixins mixins) {
    if (!inventoryFeatures.mixins() && usesMixins(device)) {
      return Optional.of(Hidden.MIXINS_OFF);
    }
    if (dangling(device, mixins).isPresent()) {
      return Optional.of(Hidden.DANGLING_INCLUDE);
    }
    return device.consumesCounters().stream()
        .flatMap(each -> Optional.ofNullable(droppedSets.get(each.counterSet())).stream())
        .findFirst();
  }

  private static boolean usesMixins(Device device) {
    return !device.includes().isEmpty()
        || device.consumesCounters().stream().anyMatch(each -> !each.includes().isEmpty());
  }

  /** Returns the first include of the device or its consumptions that names no mixin. */
  static Optional<String> dangling(Device device, Mixins mixins) {
    return device.includes().stream()
        .filter(name -> mixins.devices().named(name).isEmpty())
        .findFirst()
        .or(
            () ->
                device.consumesCounters().stream()
                    .flatMap(each -> mixins.dangling(each).stream())
                    .findFirst());
  }

  private Optional<Hidden> hiddenByFeature(Device device, List<Consumption> consumptions) {
    if (!inventoryFeatures.bindingConditions() && !device.bindingConditions().isEmpty()) {
      return Optional.of(Hidden.BINDING_CONDITIONS_OFF);
    }
    if (!inventoryFeatures.groups()
        && consumptions.stream().anyMatch(each -> !each.groups().isEmpty())) {
      return Optional.of(Hidden.COMPATIBILITY_GROUPS_OFF);
    }
    return !inventoryFeatures.sharedCapacity()
            && consumptions.stream().anyMatch(each -> !each.requested().isEmpty())
        ? Optional.of(Hidden.SHARED_CAPACITY_OFF)
        : Optional.empty();
  }
}

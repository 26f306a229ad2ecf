package dev.dray.verify.reference;

import dev.dray.api.gate.Gate;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.device.Counter;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import dev.dray.api.resource.device.DeviceTaint;
import dev.dray.selector.CelDevice;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A device after mixins, patches and taint rules.
 *
 * @param usesMixins an include of its own or of a consumption
 * @param dangling one of these includes names nothing
 */
record EffectiveDevice(
    DeviceName name,
    ResourceSlice slice,
    Device published,
    SortedMap<String, DeviceAttribute> attributes,
    SortedMap<String, DeviceCapacity> capacity,
    List<Consumption> consumptions,
    List<DeviceTaint> taints,
    boolean usesMixins,
    boolean dangling) {

  /** What it takes from one counter set. */
  record Consumption(String set, SortedMap<String, Counter> counters, List<String> groups) {}

  String driver() {
    return name.pool().driver();
  }

  boolean shareable(Rules rules) {
    return rules.on(Gate.DRA_CONSUMABLE_CAPACITY)
        && published.allowMultipleAllocations().orElse(false);
  }

  boolean perDeviceNodeSelection() {
    return slice.spec().perDeviceNodeSelection().orElse(false);
  }

  boolean declaresGroups() {
    return consumptions.stream().anyMatch(it -> !it.groups().isEmpty());
  }

  boolean drawsOnRequest() {
    return consumptions.stream()
        .flatMap(it -> it.counters().values().stream())
        .anyMatch(counter -> counter.valueFrom().isPresent());
  }

  /** As expressions see it. */
  CelDevice seen(Rules rules) {
    var visible = new TreeMap<>(attributes);
    var amounts = new TreeMap<>(capacity);
    if (rules.has(Quirk.NAMES_AS_WRITTEN_SHORT_FIRST)) {
      attributes.keySet().forEach(key -> visible.remove(driver() + "/" + key));
      capacity.keySet().forEach(key -> amounts.remove(driver() + "/" + key));
    }
    return new CelDevice(
        driver(), visible, amounts, published.allowMultipleAllocations().orElse(false));
  }
}

package dev.dray.hardware;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ResourcePool;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.CounterSetMixin;
import dev.dray.api.resource.device.DeviceCounterConsumptionMixin;
import dev.dray.api.resource.device.DeviceMixin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * The pool a driver publishes for a node: slices with the counters, then as few slices with devices
 * as the limits allow. The devices of a unit, such as a GPU and its partitions, are never divided
 * between two slices.
 */
public record PlannedPool(
    String driver, String node, List<PlannedSet> sets, List<List<PlannedDevice>> units) {
  private static final int DEVICES_MAX = 128;

  /** Upstream's limit if devices consume counters; it does not apply to slices with mixins. */
  private static final int CONSUMING_DEVICES_MAX = 64;

  private static final int SETS_MAX = 8;

  public PlannedPool {
    sets = List.copyOf(sets);
    units = List.copyOf(units);
  }

  public List<ResourceSlice> slices(SliceLayout sliceLayout) {
    var setGroups = setsInGroups();
    var deviceGroups = devicesInGroups(sliceLayout);
    var spec = spec(setGroups.size() + deviceGroups.size());
    var slices = new ArrayList<ResourceSlice>();
    for (int i = 0; i < setGroups.size(); i++) {
      var part = setGroups.size() == 1 ? "counters" : "counters-" + i;
      slices.add(slice(part, withCounters(spec, setGroups.get(i), sliceLayout)));
    }
    for (int i = 0; i < deviceGroups.size(); i++) {
      slices.add(slice("devices-" + i, withDevices(spec, deviceGroups.get(i), sliceLayout)));
    }
    return slices;
  }

  private static ResourceSliceSpec withCounters(
      ResourceSliceSpec spec, List<PlannedSet> sets, SliceLayout sliceLayout) {
    var counters = sets.stream().map(set -> set.counterSet(sliceLayout)).toList();
    var published = spec.withCounterSetList(Optional.of(counters));
    if (sliceLayout == SliceLayout.FLAT) {
      return published;
    }
    var mixins =
        sets.stream()
            .map(PlannedSet::available)
            .distinct()
            .map(it -> new CounterSetMixin(it.name(), it.counters()))
            .toList();
    return published.withMixins(Optional.of(new ResourceSliceMixins(List.of(), List.of(), mixins)));
  }

  private static ResourceSliceSpec withDevices(
      ResourceSliceSpec spec, List<PlannedDevice> devices, SliceLayout sliceLayout) {
    var published =
        spec.withDeviceList(
            Optional.of(devices.stream().map(device -> device.device(sliceLayout)).toList()));
    return sliceLayout == SliceLayout.FLAT
        ? published
        : published.withMixins(Optional.of(mixins(devices)));
  }

  private static ResourceSliceMixins mixins(List<PlannedDevice> devices) {
    var traits = new LinkedHashMap<String, DeviceMixin>();
    var draws = new LinkedHashMap<String, DeviceCounterConsumptionMixin>();
    for (var device : devices) {
      for (var each : device.traits()) {
        traits.computeIfAbsent(
            each.name(), name -> new DeviceMixin(name, each.attributes(), each.capacity()));
      }
      for (var plannedDraw : device.draws()) {
        for (var part : plannedDraw.parts()) {
          draws.computeIfAbsent(
              part.name(), name -> new DeviceCounterConsumptionMixin(name, part.counters()));
        }
      }
    }
    return new ResourceSliceMixins(
        List.copyOf(traits.values()), List.copyOf(draws.values()), List.of());
  }

  private List<List<PlannedSet>> setsInGroups() {
    var groups = new ArrayList<List<PlannedSet>>();
    for (int from = 0; from < sets.size(); from += SETS_MAX) {
      groups.add(sets.subList(from, Math.min(sets.size(), from + SETS_MAX)));
    }
    return groups;
  }

  private List<List<PlannedDevice>> devicesInGroups(SliceLayout sliceLayout) {
    int most =
        sliceLayout == SliceLayout.FLAT && !sets.isEmpty() ? CONSUMING_DEVICES_MAX : DEVICES_MAX;
    var groups = new ArrayList<List<PlannedDevice>>();
    for (var unit : units) {
      if (groups.isEmpty() || groups.getLast().size() + unit.size() > most) {
        groups.add(new ArrayList<>());
      }
      groups.getLast().addAll(unit);
    }
    return groups;
  }

  private ResourceSlice slice(String part, ResourceSliceSpec spec) {
    return new ResourceSlice(ObjectMeta.named("%s-%s-%s".formatted(node, driver, part)), spec);
  }

  private ResourceSliceSpec spec(int sliceCount) {
    return new ResourceSliceSpec(
        driver,
        new ResourcePool(node, 1, sliceCount),
        Optional.of(node),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }
}

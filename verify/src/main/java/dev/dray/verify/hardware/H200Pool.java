package dev.dray.verify.hardware;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.CounterSet;
import dev.dray.api.resource.CounterSetMixin;
import dev.dray.api.resource.DeviceCounterConsumptionMixin;
import dev.dray.api.resource.DeviceMixin;
import dev.dray.api.resource.ResourcePool;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The slices in which a driver publishes a node of H200s: one with the counters, then as few with
 * devices as the limits allow. A GPU is never divided between two slices.
 */
public record H200Pool(GpuNode node) {
  public static final String DRIVER = "gpu.nvidia.com";

  private static final int DEVICES_MAX = 128;

  /** Upstream's limit where devices consume counters; a slice with mixins does not have it. */
  private static final int CONSUMING_DEVICES_MAX = 64;

  public H200Pool {
    requireNonNull(node, "node");
  }

  /** What devices have in common is in mixins. */
  public List<ResourceSlice> withMixins() {
    var groups = inGroups(DEVICES_MAX);
    int count = groups.size() + 1;
    var slices = new ArrayList<ResourceSlice>();
    slices.add(slice("counters", countersWithMixin(spec(count))));
    for (var devices : groups) {
      var spec =
          spec(count)
              .withDeviceList(Optional.of(devices.stream().map(PlannedDevice::withMixins).toList()))
              .withMixins(Optional.of(mixins(devices)));
      slices.add(slice("devices-" + (slices.size() - 1), spec));
    }
    return slices;
  }

  private ResourceSliceSpec countersWithMixin(ResourceSliceSpec spec) {
    var available = H200Devices.AVAILABLE;
    var mixin = new CounterSetMixin(available.name(), available.counters());
    return spec.withCounterSetList(
            Optional.of(
                counterSets().map(set -> set.withIncludes(List.of(available.name()))).toList()))
        .withMixins(Optional.of(new ResourceSliceMixins(List.of(), List.of(), List.of(mixin))));
  }

  /** Every device and every counter set says everything about itself. */
  public List<ResourceSlice> flat() {
    var groups = inGroups(CONSUMING_DEVICES_MAX);
    int count = groups.size() + 1;
    var counters = H200Devices.AVAILABLE.counters();
    var sets = counterSets().map(set -> set.withCounters(counters)).toList();
    var slices = new ArrayList<ResourceSlice>();
    slices.add(slice("counters", spec(count).withCounterSetList(Optional.of(sets))));
    for (var devices : groups) {
      var spec =
          spec(count)
              .withDeviceList(Optional.of(devices.stream().map(PlannedDevice::flat).toList()));
      slices.add(slice("devices-" + (slices.size() - 1), spec));
    }
    return slices;
  }

  private Stream<CounterSet> counterSets() {
    return node.gpus().stream()
        .map(gpu -> new CounterSet(H200Devices.nameOf(gpu), List.of(), Map.of()));
  }

  private List<List<PlannedDevice>> inGroups(int most) {
    var groups = new ArrayList<List<PlannedDevice>>();
    for (var gpu : node.gpus()) {
      var devices = H200Devices.of(gpu);
      if (groups.isEmpty() || groups.getLast().size() + devices.size() > most) {
        groups.add(new ArrayList<>());
      }
      groups.getLast().addAll(devices);
    }
    return groups;
  }

  private static ResourceSliceMixins mixins(List<PlannedDevice> devices) {
    return new ResourceSliceMixins(
        devices.stream()
            .flatMap(device -> device.traits().stream())
            .distinct()
            .map(it -> new DeviceMixin(it.name(), it.attributes(), it.capacity()))
            .toList(),
        devices.stream()
            .flatMap(device -> device.consumes().stream())
            .distinct()
            .map(it -> new DeviceCounterConsumptionMixin(it.name(), it.counters()))
            .toList(),
        List.of());
  }

  private ResourceSlice slice(String part, ResourceSliceSpec spec) {
    return new ResourceSlice(
        ObjectMeta.named("%s-%s-%s".formatted(node.name(), DRIVER, part)), spec);
  }

  private ResourceSliceSpec spec(int sliceCount) {
    return new ResourceSliceSpec(
        DRIVER,
        new ResourcePool(node.name(), 1, sliceCount),
        Optional.of(node.name()),
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

package dev.dray.api.validation;

import dev.dray.api.resource.DeviceMixins;
import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.CounterSet;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceCounterConsumption;
import dev.dray.api.resource.device.DeviceMixin;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** The usage of each limit by a slice; parts without a limit are not listed. */
public record SliceUsage(List<Use> uses) {

  /**
   * A limit, and how close the slice comes to it.
   *
   * @param what in the plural, as in "devices"
   * @param used the most that any part of the slice has, if the limit is one of parts
   */
  public record Use(String what, long used, long most) {

    public long left() {
      return most - used;
    }
  }

  public SliceUsage {
    uses = List.copyOf(uses);
  }

  public static SliceUsage of(ResourceSliceSpec spec) {
    var limits = SliceLimits.of(spec);
    var uses = new ArrayList<Use>();
    if (!spec.devices().isEmpty()) {
      ofDevices(spec, limits, uses);
    }
    if (!spec.sharedCounters().isEmpty()) {
      uses.add(new Use("counter sets", spec.sharedCounters().size(), SliceLimits.COUNTER_SETS));
      if (limits.totals() == SliceLimits.Totals.FREE) {
        uses.add(
            new Use(
                "counters per set",
                most(spec.sharedCounters(), set -> set.counters().size()),
                SliceLimits.COUNTERS));
      }
    }
    if (limits.totals() == SliceLimits.Totals.LIMITED) {
      ofTotals(spec, uses);
    }
    return new SliceUsage(uses);
  }

  private static void ofDevices(ResourceSliceSpec spec, SliceLimits limits, List<Use> uses) {
    var mixins = DeviceMixins.of(spec);
    var devices = spec.devices();
    uses.add(new Use("devices", devices.size(), limits.devices()));
    uses.add(
        new Use(
            "entries per device",
            most(
                devices,
                device -> mixins.attributes(device).size() + mixins.capacity(device).size()),
            SliceLimits.ENTRIES_PER_DEVICE));
    addUsed(
        new Use(
            "taints per device", most(devices, device -> device.taints().size()), limits.taints()),
        uses);
    addUsed(
        new Use(
            "counter sets per device",
            most(devices, device -> device.consumesCounters().size()),
            SliceLimits.CONSUMPTIONS_PER_DEVICE),
        uses);
  }

  private static void ofTotals(ResourceSliceSpec spec, List<Use> uses) {
    var mixins =
        spec.mixins().orElseGet(() -> new ResourceSliceMixins(List.of(), List.of(), List.of()));
    addUsed(
        new Use(
            "entries in all",
            sum(spec.devices(), SliceUsage::entries) + sum(mixins.device(), SliceUsage::entries),
            MixinRules.ENTRIES_MAX),
        uses);
    addUsed(
        new Use(
            "counters in all",
            sum(spec.sharedCounters(), (CounterSet set) -> set.counters().size())
                + sum(mixins.counterSet(), mixin -> mixin.counters().size()),
            MixinRules.COUNTERS_MAX),
        uses);
    addUsed(
        new Use(
            "consumed counters in all",
            sum(spec.devices(), SliceUsage::consumed)
                + sum(mixins.deviceCounterConsumption(), mixin -> mixin.counters().size()),
            MixinRules.CONSUMED_MAX),
        uses);
  }

  private static void addUsed(Use use, List<Use> uses) {
    if (use.used() > 0) {
      uses.add(use);
    }
  }

  private static long entries(Device device) {
    return (long) device.attributes().size() + device.capacity().size();
  }

  private static long entries(DeviceMixin mixin) {
    return (long) mixin.attributes().size() + mixin.capacity().size();
  }

  private static long consumed(Device device) {
    return sum(
        device.consumesCounters(), (DeviceCounterConsumption each) -> each.counters().size());
  }

  private static <T> long most(List<T> items, ToLongFunction<T> size) {
    return items.stream().mapToLong(size).max().orElse(0);
  }

  private static <T> long sum(List<T> items, ToLongFunction<T> size) {
    return items.stream().mapToLong(size).sum();
  }
}

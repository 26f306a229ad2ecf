package dev.dray.api.validation;

import dev.dray.api.resource.ResourceSliceMixins;
import dev.dray.api.resource.ResourceSliceSpec;
import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceMixin;
import java.util.List;
import java.util.Map;

/**
 * The limits on the parts of one slice.
 *
 * <p>A slice that uses mixins has the limits of KEP-5234: few taints per device and totals over the
 * slice, in return for as many devices as a plain slice has and no limit per counter set or
 * consumption. Every other slice has upstream's limits.
 */
record SliceLimits(int devices, int taints, int counters, Totals totals) {
  static final int ENTRIES_PER_DEVICE = 32;
  static final int VALUES_PER_DEVICE = 48;
  static final int COUNTER_SETS = 8;
  static final int CONSUMPTIONS_PER_DEVICE = 2;
  static final int COUNTERS = 32;

  private static final int DEVICES = 128;
  private static final int ADVANCED_DEVICES = 64;

  /** The presence of limits on sums over the slice. */
  enum Totals {
    LIMITED,
    FREE
  }

  static SliceLimits of(ResourceSliceSpec spec) {
    boolean lists = hasLists(spec);
    if (usesMixins(spec)) {
      // The sizes in the KEP were worked out before attributes could be lists.
      return new SliceLimits(
          lists ? ADVANCED_DEVICES : DEVICES, 4, Integer.MAX_VALUE, Totals.LIMITED);
    }
    boolean advanced = lists || spec.devices().stream().anyMatch(SliceLimits::isAdvanced);
    return new SliceLimits(advanced ? ADVANCED_DEVICES : DEVICES, 16, COUNTERS, Totals.FREE);
  }

  /** Returns whether fewer devices are allowed because of what they contain. */
  boolean isAdvanced() {
    return devices == ADVANCED_DEVICES;
  }

  private static boolean isAdvanced(Device device) {
    return !device.taints().isEmpty() || !device.consumesCounters().isEmpty();
  }

  static boolean usesMixins(ResourceSliceSpec spec) {
    return spec.mixins().filter(SliceLimits::declaresAny).isPresent()
        || spec.devices().stream().anyMatch(SliceLimits::includesAny)
        || spec.sharedCounters().stream().anyMatch(set -> !set.includes().isEmpty());
  }

  private static boolean declaresAny(ResourceSliceMixins mixins) {
    return !mixins.device().isEmpty()
        || !mixins.deviceCounterConsumption().isEmpty()
        || !mixins.counterSet().isEmpty();
  }

  private static boolean includesAny(Device device) {
    return !device.includes().isEmpty()
        || device.consumesCounters().stream().anyMatch(each -> !each.includes().isEmpty());
  }

  private static boolean hasLists(ResourceSliceSpec spec) {
    for (var device : spec.devices()) {
      if (hasList(device.attributes())) {
        return true;
      }
    }
    return spec.mixins().map(ResourceSliceMixins::device).orElse(List.of()).stream()
        .map(DeviceMixin::attributes)
        .anyMatch(SliceLimits::hasList);
  }

  private static boolean hasList(Map<String, DeviceAttribute> attributes) {
    for (var attribute : attributes.values()) {
      if (attribute.hasList()) {
        return true;
      }
    }
    return false;
  }
}

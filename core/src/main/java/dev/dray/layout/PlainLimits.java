package dev.dray.layout;

import dev.dray.api.resource.device.Device;
import dev.dray.api.resource.device.DeviceAttribute;
import java.util.ArrayList;
import java.util.List;

/**
 * The limits on devices in a slice without mixins: fewer if any of them has taints, counters or
 * attributes with lists.
 */
final class PlainLimits {
  private static final int PLAIN = 128;
  private static final int LARGE = 64;

  private PlainLimits() {}

  /** Splits the devices into as few groups as their order allows; at least one. */
  static List<List<Device>> cut(List<Device> devices) {
    var groups = new ArrayList<List<Device>>();
    var group = new ArrayList<Device>();
    boolean large = false;
    for (var device : devices) {
      boolean now = large || isLarge(device);
      if (group.size() >= (now ? LARGE : PLAIN)) {
        groups.add(group);
        group = new ArrayList<>();
        now = isLarge(device);
      }
      group.add(device);
      large = now;
    }
    groups.add(group);
    return groups;
  }

  private static boolean isLarge(Device device) {
    return !device.taints().isEmpty()
        || !device.consumesCounters().isEmpty()
        || device.attributes().values().stream().anyMatch(DeviceAttribute::hasList);
  }
}

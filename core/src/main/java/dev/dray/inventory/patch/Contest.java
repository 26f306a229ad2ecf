package dev.dray.inventory.patch;

import dev.dray.api.meta.DeviceId;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.List;

/**
 * Two patches that give different values to one entry of the same devices.
 *
 * @param first the first few of the devices
 * @param devices the number of devices
 * @param elsewhere the number of other devices on which the losing patch decides the entry
 */
public record Contest(
    Entry entry,
    ResourceSlicePatch winner,
    ResourceSlicePatch loser,
    List<DeviceId> first,
    int devices,
    int elsewhere) {

  /** An attribute or a capacity, in its shortest spelling, with the values of both patches. */
  public sealed interface Entry {
    String name();

    record Attribute(String name, DeviceAttribute winning, DeviceAttribute losing)
        implements Entry {}

    record Capacity(String name, DeviceCapacity winning, DeviceCapacity losing) implements Entry {}
  }

  public Contest {
    first = List.copyOf(first);
  }

  /** Returns the reason why the winner wins, as in "because it is …". */
  public String why() {
    if (Amendments.priority(winner) != Amendments.priority(loser)) {
      return "of higher priority";
    }
    return Amendments.created(winner).equals(Amendments.created(loser)) ? "first by name" : "older";
  }
}

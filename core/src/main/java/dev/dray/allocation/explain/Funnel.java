package dev.dray.allocation.explain;

import dev.dray.api.meta.DeviceId;
import java.util.List;
import java.util.Optional;

/**
 * The devices that a node sees, and how many are left for a request after each check.
 *
 * @param seen the number of devices the node sees
 * @param removals the devices that are out by reason, in the order of checks; every device at most
 *     once
 * @param left the number of devices that pass every check
 * @param nearest the device that passed the most checks among those that are out
 */
public record Funnel(int seen, List<Removal> removals, int left, Optional<Miss> nearest) {

  /** Devices that are out for the same reason, in the deciding order. */
  public record Removal(Reason reason, List<DeviceId> devices) {
    public Removal {
      devices = List.copyOf(devices);
    }

    public int count() {
      return devices.size();
    }
  }

  /** A device that is out, and the reason. */
  public record Miss(DeviceId device, Reason reason) {}

  public Funnel {
    removals = List.copyOf(removals);
    int out = removals.stream().mapToInt(Removal::count).sum();
    if (out + left != seen) {
      throw new IllegalArgumentException(
          "Devices are missing: seen [%d], removed [%d], left [%d].".formatted(seen, out, left));
    }
  }

  /** Returns the number of devices that do not pass this check. */
  public int removed(DeviceCheck deviceCheck) {
    return removals.stream()
        .filter(removal -> removal.reason().check() == deviceCheck)
        .mapToInt(Removal::count)
        .sum();
  }
}

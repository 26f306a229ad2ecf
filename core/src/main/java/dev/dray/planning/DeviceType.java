package dev.dray.planning;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.List;
import java.util.Map;

/**
 * A type of devices that are as good as each other: they differ in name and location, not in what
 * they can do or cost.
 *
 * @param attributes those that do not name or locate a device, by the shortest spelling
 * @param capacity by the shortest spelling; empty if types go by chosen attributes
 * @param draws the draws from counter sets, whichever set that is
 */
public record DeviceType(
    String driver,
    Map<String, DeviceAttribute> attributes,
    Map<String, DeviceCapacity> capacity,
    boolean shareable,
    List<Draws> draws) {

  /**
   * The draw of a device from one counter set.
   *
   * @param amounts by the name of the counter without trailing numbers: a partition that takes
   *     slice 3 is as good as one that takes slice 4
   * @param requested the capacities whose requested amount is drawn, by the same names
   */
  public record Draws(
      Map<String, List<Quantity>> amounts,
      Map<String, List<String>> requested,
      List<String> groups) {
    public Draws {
      amounts = FrozenMap.copyOf(amounts, List::copyOf);
      requested = FrozenMap.copyOf(requested, List::copyOf);
      groups = List.copyOf(groups);
    }
  }

  public DeviceType {
    attributes = FrozenMap.copyOf(attributes);
    capacity = FrozenMap.copyOf(capacity);
    draws = List.copyOf(draws);
  }

  /** Returns the amount drawn from all counters of a name together. */
  double drawn(String counter) {
    return draws.stream()
        .flatMap(draw -> draw.amounts().getOrDefault(counter, List.of()).stream())
        .mapToDouble(Quantity::asApproximateFloat)
        .sum();
  }
}

package dev.dray.planning;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.List;
import java.util.Map;

/**
 * Devices that are the same to whoever wants one: they differ in what they are called and where
 * they are, not in what they can do or cost.
 *
 * @param attributes those that do not name or locate a device, by the shortest spelling
 * @param capacity by the shortest spelling; empty where kinds go by chosen attributes
 * @param draws what they take of counter sets, whichever set that is
 */
public record DeviceType(
    String driver,
    Map<String, DeviceAttribute> attributes,
    Map<String, DeviceCapacity> capacity,
    boolean shareable,
    List<Draws> draws) {

  /**
   * What a device takes of one counter set.
   *
   * @param amounts by the name of the counter, numbers at its end left out: a partition that takes
   *     slice 3 is as good as one that takes slice 4
   * @param requested by the same names the capacities whose request is taken
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
    requireNonNull(driver, "driver");
    attributes = FrozenMap.copyOf(attributes);
    capacity = FrozenMap.copyOf(capacity);
    draws = List.copyOf(draws);
  }

  /** What it takes of all counters of a name together. */
  double drawn(String counter) {
    return draws.stream()
        .flatMap(draw -> draw.amounts().getOrDefault(counter, List.of()).stream())
        .mapToDouble(Quantity::asApproximateFloat)
        .sum();
  }
}

package dev.dray.inventory;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import java.util.List;
import java.util.Map;

/**
 * The amounts that a device takes from one counter set, mixins merged in.
 *
 * @param fixed the amount by counter, whoever gets the device
 * @param requested by counter the capacity, in its shortest spelling, whose request is the amount
 * @param groups the compatibility groups of the device in the set; empty if it declares none
 */
public record Consumption(
    String counterSet,
    Map<String, Quantity> fixed,
    Map<String, String> requested,
    List<String> groups) {
  public Consumption {
    fixed = FrozenMap.copyOf(fixed);
    requested = FrozenMap.copyOf(requested);
    groups = List.copyOf(groups);
  }
}

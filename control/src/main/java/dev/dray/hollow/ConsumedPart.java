package dev.dray.hollow;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import java.util.List;
import java.util.Map;

/**
 * The consumption of a device in use from one counter set.
 *
 * @param fixed the amounts the device takes, however many claims share it
 * @param requested the amounts this use takes in addition
 * @param groups the compatibility groups on the set; empty if it is compatible only with devices
 *     that have none
 */
record ConsumedPart(
    String counterSet,
    Map<String, Quantity> fixed,
    Map<String, Quantity> requested,
    List<String> groups) {
  ConsumedPart {
    fixed = FrozenMap.copyOf(fixed);
    requested = FrozenMap.copyOf(requested);
    groups = List.copyOf(groups);
  }
}

package dev.dray.hollow;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import java.util.List;
import java.util.Map;

/**
 * What a device in use takes from one counter set.
 *
 * @param fixed what the device takes, however many share it
 * @param requested what this one use of it takes besides
 * @param groups with whom it goes together on the set; empty for its like
 */
record ConsumedPart(
    String counterSet,
    Map<String, Quantity> fixed,
    Map<String, Quantity> requested,
    List<String> groups) {
  ConsumedPart {
    requireNonNull(counterSet, "counterSet");
    fixed = FrozenMap.copyOf(fixed);
    requested = FrozenMap.copyOf(requested);
    groups = List.copyOf(groups);
  }
}

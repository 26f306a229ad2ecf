package dev.dray.allocation.placement;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import dev.dray.inventory.PoolGeneration;
import java.util.Map;

/**
 * A device, or a share of it, that was found for a request.
 *
 * @param share whether others may have a share of it too
 * @param consumedCapacity the amount taken of each capacity, by shortest spelling; for a share only
 * @param consumedCounters the request-driven amounts taken of counters, by set and name
 */
public record PlacedDevice(
    PoolGeneration generation,
    int row,
    boolean share,
    Map<String, Quantity> consumedCapacity,
    Map<String, Map<String, Quantity>> consumedCounters) {
  public PlacedDevice {
    consumedCapacity = FrozenMap.copyOf(consumedCapacity);
    consumedCounters = FrozenMap.copyOf(consumedCounters, FrozenMap::copyOf);
  }
}

package dev.dray.hollow;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A device, or a share of one, prepared for a claim.
 *
 * @param claim namespace and name, for messages
 * @param capacity the share's part of the device's capacities, by their shortest names
 */
record PreparedDevice(
    String claim,
    String device,
    Optional<String> share,
    Map<String, Quantity> capacity,
    List<ConsumedPart> parts) {
  PreparedDevice {
    capacity = FrozenMap.copyOf(capacity);
    parts = List.copyOf(parts);
  }

  Optional<ConsumedPart> part(String counterSet) {
    return parts.stream().filter(it -> it.counterSet().equals(counterSet)).findFirst();
  }
}

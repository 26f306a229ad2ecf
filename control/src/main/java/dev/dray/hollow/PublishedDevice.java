package dev.dray.hollow;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.device.Counter;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.NodeSelection;
import java.util.List;
import java.util.Map;

/**
 * A device as its driver published it, with mixins resolved.
 *
 * @param capacity the capacities by their shortest names
 * @param shareable whether several claims may hold shares of it
 */
record PublishedDevice(
    String name,
    NodeSelection where,
    boolean shareable,
    Map<String, Quantity> capacity,
    List<Consumption> consumptions) {
  PublishedDevice {
    capacity = FrozenMap.copyOf(capacity);
    consumptions = List.copyOf(consumptions);
  }

  /** The consumption of a device in use from a counter set. */
  record Consumption(String counterSet, Map<String, Counter> counters, List<String> groups) {
    Consumption {
      counters = FrozenMap.copyOf(counters);
      groups = List.copyOf(groups);
    }
  }

  boolean isFor(LabeledNode node) {
    return where.matches(node);
  }
}

package dev.dray.inventory;

import dev.dray.api.resource.device.CounterSet;
import dev.dray.inventory.patch.InventoryFeatures;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The counter sets of a generation: those that can be consumed from, and those that were dropped.
 *
 * @param table empty if partitionable devices are switched off
 * @param dropped the reason by name of the dropped set
 * @param duplicate a name that two sets have
 */
record CounterSets(CounterTable table, Map<String, Hidden> dropped, Optional<String> duplicate) {

  static CounterSets of(List<DeviceTraitsTable.Part> parts, InventoryFeatures inventoryFeatures) {
    var table = new CounterTable.Builder();
    var dropped = new HashMap<String, Hidden>();
    var names = new HashSet<String>();
    Optional<String> duplicate = Optional.empty();
    for (var part : parts) {
      for (var set : part.counterSets().value()) {
        if (!names.add(set.name())) {
          duplicate = duplicate.or(() -> Optional.of(set.name()));
        } else {
          whyDropped(set, part.mixins(), inventoryFeatures)
              .ifPresentOrElse(
                  why -> dropped.put(set.name(), why),
                  () -> table.add(set.name(), part.mixins().counters(set)));
        }
      }
    }
    return inventoryFeatures.partitionable()
        ? new CounterSets(table.build(), dropped, duplicate)
        : new CounterSets(CounterTable.EMPTY, dropped, Optional.empty());
  }

  private static Optional<Hidden> whyDropped(
      CounterSet set, Mixins mixins, InventoryFeatures inventoryFeatures) {
    if (!inventoryFeatures.mixins() && !set.includes().isEmpty()) {
      return Optional.of(Hidden.MIXINS_OFF);
    }
    return mixins.dangling(set).map(_ -> Hidden.DANGLING_INCLUDE);
  }
}

package dev.dray.ledger;

import dev.dray.inventory.Generation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The compatibility groups of devices as slices declare them, where none were recorded. */
record DeclaredGroups(Generation generation) {

  /** Whether the device declares a group for any counter set. */
  boolean has(String device) {
    return IntStream.range(0, generation.counters().sets())
        .anyMatch(set -> of(device, set).filter(groups -> !groups.isEmpty()).isPresent());
  }

  /** Those that a device declares for a counter set; empty if it does not draw from it. */
  Optional<List<String>> of(String device, int set) {
    var row = generation.row(device);
    if (row.isPresent()) {
      var draw = generation.draw(generation.traitsNumber(row.getAsInt()));
      for (int i = 0; i < draw.sets(); i++) {
        if (draw.set(i) == set) {
          return Optional.of(draw.groups(i));
        }
      }
    }
    return Optional.empty();
  }

  /** Who else may draw from the counter set while these devices are held. */
  GroupState state(Map<String, DeviceUse> held, int set) {
    GroupState state = new GroupState.None();
    for (var entry : held.entrySet()) {
      for (var holding : entry.getValue().all()) {
        var groups = of(entry.getKey(), holding, set);
        if (groups.isPresent()) {
          state = state.with(groups.get());
        }
      }
    }
    return state;
  }

  private Optional<List<String>> of(String device, Holding holding, int set) {
    var recorded = holding.groups();
    return recorded.isEmpty()
        ? of(device, set)
        : Optional.ofNullable(recorded.get(generation.counters().setName(set)));
  }
}

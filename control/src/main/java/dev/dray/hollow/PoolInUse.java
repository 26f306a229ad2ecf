package dev.dray.hollow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The prepared devices of a pool, in the order of their preparation. */
final class PoolInUse {
  private final Map<String, List<PreparedDevice>> byDevice = new HashMap<>();
  private final Map<String, List<PreparedDevice>> byCounterSet = new HashMap<>();

  void take(PreparedDevice preparedDevice) {
    byDevice.computeIfAbsent(preparedDevice.device(), _ -> new ArrayList<>()).add(preparedDevice);
    for (var consumedPart : preparedDevice.parts()) {
      byCounterSet
          .computeIfAbsent(consumedPart.counterSet(), _ -> new ArrayList<>())
          .add(preparedDevice);
    }
  }

  void giveBack(PreparedDevice preparedDevice) {
    drop(byDevice, preparedDevice.device(), preparedDevice);
    preparedDevice.parts().forEach(it -> drop(byCounterSet, it.counterSet(), preparedDevice));
  }

  private static void drop(
      Map<String, List<PreparedDevice>> lists, String key, PreparedDevice preparedDevice) {
    var list = lists.get(key);
    if (list != null) {
      list.remove(preparedDevice);
      if (list.isEmpty()) {
        lists.remove(key);
      }
    }
  }

  boolean isEmpty() {
    return byDevice.isEmpty() && byCounterSet.isEmpty();
  }

  List<PreparedDevice> ofDevice(String device) {
    return byDevice.getOrDefault(device, List.of());
  }

  List<PreparedDevice> drawingFrom(String counterSet) {
    return byCounterSet.getOrDefault(counterSet, List.of());
  }
}

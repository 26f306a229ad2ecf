package dev.dray.hollow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is prepared of a pool, in the order in which it was. */
final class PoolInUse {
  private final Map<String, List<PreparedDevice>> byDevice = new HashMap<>();
  private final Map<String, List<PreparedDevice>> byCounterSet = new HashMap<>();

  void take(PreparedDevice held) {
    byDevice.computeIfAbsent(held.device(), _ -> new ArrayList<>()).add(held);
    for (var part : held.parts()) {
      byCounterSet.computeIfAbsent(part.counterSet(), _ -> new ArrayList<>()).add(held);
    }
  }

  void giveBack(PreparedDevice held) {
    drop(byDevice, held.device(), held);
    held.parts().forEach(it -> drop(byCounterSet, it.counterSet(), held));
  }

  private static void drop(
      Map<String, List<PreparedDevice>> lists, String key, PreparedDevice held) {
    var list = lists.get(key);
    if (list != null) {
      list.remove(held);
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

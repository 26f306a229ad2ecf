package dev.dray.inventory;

import dev.dray.api.meta.QualifiedName;
import dev.dray.api.resource.device.DeviceAttribute;
import dev.dray.api.resource.device.DeviceCapacity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Words for what a snapshot shows, down to how quantities are written. */
final class Effective {
  private Effective() {}

  static String text(String name, DeviceAttribute value, String driver) {
    var shown =
        switch (value) {
          case DeviceAttribute.StringValue(var it) -> it;
          case DeviceAttribute.IntValue(var it) -> Long.toString(it);
          case DeviceAttribute.BoolValue(var it) -> Boolean.toString(it);
          default -> value.toString();
        };
    return QualifiedName.shortest(name, driver) + "=" + shown;
  }

  static List<String> capacity(Map<String, DeviceCapacity> capacity) {
    return capacity.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue().value())
        .toList();
  }

  /** Everything that anyone can observe of a snapshot, from these nodes. */
  static List<String> all(Snapshot snapshot, List<LabeledNode> nodes) {
    var lines = new ArrayList<String>();
    for (var pool : snapshot.pools()) {
      pool.generations().forEach(generation -> add(generation, lines));
    }
    for (var node : nodes) {
      var view = snapshot.on(node);
      lines.add("from %s: %s".formatted(node.name(), view.failure()));
      for (var pool : view.pools()) {
        lines.add("  " + World.text(pool) + " of " + pool.generation().number());
        add(pool.generation(), lines);
      }
    }
    return lines;
  }

  private static void add(PoolGeneration generation, List<String> lines) {
    lines.add("%s %d".formatted(generation.pool(), generation.number()));
    var counters = generation.counters();
    for (int i = 0; i < counters.size(); i++) {
      lines.add(
          "  counter %s/%s: %s %s"
              .formatted(
                  counters.setName(counters.setOf(i)),
                  counters.name(i),
                  counters.total(i),
                  counters.policy(i)));
    }
    for (int row = 0; row < generation.size(); row++) {
      lines.add("  " + generation.published(row));
      lines.add("    " + generation.traits(generation.traitsNumber(row)));
      lines.add("    " + generation.slice(row));
      lines.add("    " + generation.table().device(row));
      lines.add("    " + text(generation.draw(generation.traitsNumber(row))));
    }
  }

  private static String text(CounterDraw counterDraw) {
    var text = new StringBuilder();
    for (int i = 0; i < counterDraw.sets(); i++) {
      text.append(counterDraw.set(i)).append(counterDraw.groups(i)).append(' ');
    }
    for (int i = 0; i < counterDraw.fixed(); i++) {
      text.append(counterDraw.fixedCounter(i))
          .append(':')
          .append(counterDraw.fixedAmount(i))
          .append(' ');
    }
    for (int i = 0; i < counterDraw.requested(); i++) {
      text.append(counterDraw.requestedCounter(i))
          .append('<')
          .append(counterDraw.requestedCapacity(i));
    }
    return text.toString();
  }
}

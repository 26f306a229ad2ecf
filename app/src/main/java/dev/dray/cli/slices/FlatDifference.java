package dev.dray.cli.slices;

import dev.dray.cli.output.ValueLine;
import dev.dray.layout.Flattened;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeSet;

/** The difference between two states of devices, in the style of {@code diff -u}. */
final class FlatDifference {
  private FlatDifference() {}

  /** Prints the devices that changed, and returns how many there are. */
  static int print(Flattened before, Flattened after, PrintWriter out) {
    var old = lines(before);
    var now = lines(after);
    var names = new TreeSet<>(old.keySet());
    names.addAll(now.keySet());
    int changed = 0;
    for (var name : names) {
      var was = old.getOrDefault(name, new LinkedHashMap<>());
      var is = now.getOrDefault(name, new LinkedHashMap<>());
      if (!was.equals(is)) {
        changed++;
        out.println("--- " + (old.containsKey(name) ? name : "(none)"));
        out.println("+++ " + (now.containsKey(name) ? name : "(none)"));
        print(was, is, out);
      }
    }
    return changed;
  }

  private static void print(
      SequencedMap<String, String> was, SequencedMap<String, String> is, PrintWriter out) {
    var keys = new ArrayList<>(was.keySet());
    is.keySet().stream().filter(key -> !was.containsKey(key)).forEach(keys::add);
    for (var key : keys) {
      var old = was.get(key);
      var now = is.get(key);
      if (old != null && !old.equals(now)) {
        out.println("-" + old);
      }
      if (now != null && !now.equals(old)) {
        out.println("+" + now);
      }
    }
  }

  /** Returns the lines of each device by the name of the value. */
  private static SequencedMap<String, SequencedMap<String, String>> lines(Flattened flattened) {
    var lines = new LinkedHashMap<String, SequencedMap<String, String>>();
    for (var pool : flattened.pools()) {
      for (var slice : pool.slices()) {
        for (var set : slice.counterSets()) {
          var title = "%s counter set %s".formatted(pool.id(), set.name());
          lines.put(title, byName(ValueLine.of(set)));
        }
        for (var device : slice.devices()) {
          lines.put(pool.id() + "/" + device.name(), byName(ValueLine.of(device)));
        }
      }
    }
    return lines;
  }

  private static SequencedMap<String, String> byName(List<ValueLine> values) {
    var lines = new LinkedHashMap<String, String>();
    for (var line : values) {
      var key = "%s %s".formatted(line.part(), line.name());
      var text = "%s %s: %s   %s".formatted(line.part(), line.name(), line.value(), line.from());
      lines.merge(key, text, (one, other) -> one + "; " + other);
    }
    return lines;
  }
}

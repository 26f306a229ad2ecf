package dev.dray.verify.load;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was measured of one server, in the order in which it was. */
final class Figures {
  private final String side;
  private final Map<String, Double> values = new LinkedHashMap<>();

  Figures(String side) {
    this.side = side;
  }

  void put(String what, double value) {
    values.put(what, value);
    System.out.printf("  %s: %s %.1f%n", side, what, value);
  }

  /** A table of all sides; the last column is the first side by the second. */
  static String table(List<Figures> sides) {
    var text = new StringBuilder("| |");
    sides.forEach(it -> text.append(' ').append(it.side).append(" |"));
    text.append(sides.size() == 2 ? " ratio |\n| --- |" : "\n| --- |");
    text.append(" ---: |".repeat(sides.size() == 2 ? 3 : sides.size())).append('\n');
    for (var what : sides.getFirst().values.keySet()) {
      text.append("| ").append(what).append(" |");
      sides.forEach(it -> text.append(" %s |".formatted(shown(it.value(what)))));
      if (sides.size() == 2) {
        text.append(" %.2f |".formatted(sides.get(0).value(what) / sides.get(1).value(what)));
      }
      text.append('\n');
    }
    return text.toString();
  }

  private double value(String what) {
    return values.getOrDefault(what, Double.NaN);
  }

  private static String shown(double value) {
    return value >= 100 ? "%,.0f".formatted(value) : "%.1f".formatted(value);
  }
}

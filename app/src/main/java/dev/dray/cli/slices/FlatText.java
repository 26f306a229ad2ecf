package dev.dray.cli.slices;

import dev.dray.cli.output.TextTable;
import dev.dray.cli.output.ValueLine;
import dev.dray.layout.FlatCounterSet;
import dev.dray.layout.FlatDevice;
import dev.dray.layout.FlatPool;
import dev.dray.layout.FlatSlice;
import dev.dray.layout.Flattened;
import java.io.PrintWriter;
import java.util.List;

/** The text form of flattened pools. */
record FlatText(PrintWriter out) {

  /** Prints every value of every device. */
  void print(Flattened flattened) {
    var between = "";
    for (var pool : flattened.pools()) {
      out.print(between);
      out.println(title(pool));
      for (var slice : pool.slices()) {
        slice.counterSets().forEach(it -> print(it, slice));
        slice.devices().forEach(it -> print(it, slice));
      }
      between = "\n";
    }
  }

  private static String title(FlatPool pool) {
    return "pool %s, generation %d%s"
        .formatted(
            pool.id(),
            pool.generation(),
            pool.state() == FlatPool.State.OUTDATED ? " (outdated)" : "");
  }

  private void print(FlatCounterSet set, FlatSlice slice) {
    out.printf("%ncounter set %s (slice %s)%n", set.name(), slice.name());
    set.hidden().ifPresent(it -> out.printf("  not offered: %s%n", it.explanation()));
    print(ValueLine.of(set));
  }

  private void print(FlatDevice device, FlatSlice slice) {
    out.printf("%ndevice %s (slice %s)%n", device.name(), slice.name());
    device.hidden().ifPresent(it -> out.printf("  not offered: %s%n", it.explanation()));
    print(ValueLine.of(device));
  }

  private void print(List<ValueLine> lines) {
    int name = width(lines.stream().map(ValueLine::name).toList());
    int value = width(lines.stream().map(ValueLine::value).toList());
    var part = "";
    for (var line : lines) {
      if (!line.part().equals(part)) {
        part = line.part();
        out.println("  " + part);
      }
      out.printf(
          "    %s   %s   %s%n",
          padded(line.name(), name), padded(line.value(), value), line.from());
    }
  }

  private static int width(List<String> texts) {
    return texts.stream().mapToInt(String::length).max().orElse(0);
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(width - text.length());
  }

  /** Prints a row for each value, for grep. */
  void printWide(Flattened flattened) {
    var textTable =
        new TextTable(
            "DRIVER",
            "POOL",
            "GENERATION",
            "DEVICE",
            "PART",
            "NAME",
            "VALUE",
            "FROM",
            "INSTEAD OF");
    for (var pool : flattened.pools()) {
      for (var slice : pool.slices()) {
        slice
            .counterSets()
            .forEach(it -> rows(pool, "set " + it.name(), ValueLine.of(it), textTable));
        slice.devices().forEach(it -> rows(pool, it.name(), ValueLine.of(it), textTable));
      }
    }
    textTable.print(out);
  }

  private static void rows(FlatPool pool, String of, List<ValueLine> lines, TextTable textTable) {
    for (var line : lines) {
      textTable.row(
          pool.id().driver(),
          pool.id().pool(),
          String.valueOf(pool.generation()),
          of,
          line.part(),
          line.name(),
          line.value(),
          line.origin().text() + (line.more().isEmpty() ? "" : ", " + line.more()),
          line.instead().isEmpty() ? "-" : String.join(", ", line.instead()));
    }
  }
}

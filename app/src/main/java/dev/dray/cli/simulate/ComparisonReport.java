package dev.dray.cli.simulate;

import dev.dray.cli.output.TextTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import picocli.CommandLine.Help.Ansi;

/** The report of what differs between two simulations. */
final class ComparisonReport {
  private final Ansi ansi;

  ComparisonReport(Ansi ansi) {
    this.ansi = ansi;
  }

  void print(PodFates before, PodFates after, PrintWriter out) {
    var textTable = new TextTable("POD", "BEFORE", "AFTER", "CHANGE");
    var reasons = new ArrayList<String>();
    int same = 0;
    var keys = new TreeSet<>(before.pods().keySet());
    keys.addAll(after.pods().keySet());
    for (var key : keys) {
      var one = Optional.ofNullable(before.pods().get(key));
      var other = Optional.ofNullable(after.pods().get(key));
      var change = change(one, other);
      if (change.isEmpty()) {
        same++;
      } else {
        textTable.row(key, where(one), where(other), change);
        other
            .filter(fate -> !fate.message().isEmpty())
            .ifPresent(fate -> reasons.add(key + " waits: " + fate.message()));
      }
    }
    if (same < keys.size()) {
      textTable.print(out);
      out.println();
    }
    summary(before, after, same, keys.size()).forEach(out::println);
    reasons.forEach(reason -> out.println(ansi.string("@|red " + reason + "|@")));
  }

  private static String where(Optional<PodFates.Fate> fate) {
    return fate.map(PodFates.Fate::where).orElse("-");
  }

  /** Returns the change in words; empty if there is none. */
  private static String change(Optional<PodFates.Fate> before, Optional<PodFates.Fate> after) {
    if (before.isEmpty()) {
      return "new";
    }
    if (after.isEmpty()) {
      return "gone";
    }
    var one = before.get();
    var other = after.get();
    if (one.waits() != other.waits()) {
      return one.waits() ? "starts to fit" : "stops fitting";
    }
    if (!one.node().equals(other.node())) {
      return "moves";
    }
    return one.devices().equals(other.devices()) ? "" : "gets other devices";
  }

  private static List<String> summary(PodFates before, PodFates after, int same, int all) {
    return List.of(
        "%d of %d pods are unchanged.".formatted(same, all),
        "before: %d of %d pods placed; after: %d of %d."
            .formatted(before.placed(), before.pods().size(), after.placed(), after.pods().size()));
  }
}

package dev.dray.bench.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A comparison for people. A time is the median of the better round and, behind a stroke, the best
 * time of all: what the code takes when nothing disturbs it. A ratio is that of each, always
 * against upstream's warm sweeps.
 */
record Table(List<String> headings, List<List<String>> lines) {
  private static final String NOTHING = "–";

  static Table of(Comparison comparison) {
    var headings =
        List.of(
            "world",
            "nodes × devices",
            "fits",
            "upstream ms",
            "upstream cold ms",
            "Dray cold ms",
            "× faster",
            "Dray warm ms",
            "× faster",
            "same answers");
    var table = new Table(headings, comparison.rows().stream().map(Table::line).toList());
    boolean dray = comparison.rows().stream().anyMatch(row -> row.drayWarm().isPresent());
    return dray ? table : table.first(headings.indexOf("Dray cold ms"));
  }

  private Table first(int columns) {
    return new Table(
        headings.subList(0, columns), lines.stream().map(it -> it.subList(0, columns)).toList());
  }

  private static List<String> line(Comparison.Row row) {
    var any = row.any();
    return List.of(
        row.world() + row.upstreamWarm().map(Table::equivalent).orElse(""),
        "%s × %s".formatted(any.nodes(), any.devices() / Math.max(1, any.nodes())),
        row.drayWarm()
            .or(row::upstreamWarm)
            .filter(Figures::ended)
            .map(it -> Integer.toString(it.fits()))
            .orElse(NOTHING),
        time(row.upstreamWarm()),
        time(row.upstreamCold()),
        time(row.drayCold()),
        ratio(row.upstreamWarm(), row.drayCold()),
        time(row.drayWarm()),
        ratio(row.upstreamWarm(), row.drayWarm()),
        same(row));
  }

  private static String equivalent(Figures upstream) {
    return upstream.reads().equals(upstream.world())
        ? ""
        : " (upstream: %s)".formatted(upstream.reads());
  }

  private static String same(Comparison.Row row) {
    if (!row.agrees()) {
      return "NO";
    }
    return row.compared() ? "yes" : NOTHING;
  }

  private static String time(Optional<Figures> figures) {
    return figures
        .map(it -> it.ended() ? "%s / %s".formatted(ms(it.medianNs()), ms(it.bestNs())) : "no end")
        .orElse(NOTHING);
  }

  private static String ms(long nanos) {
    double ms = nanos / 1e6;
    return String.format(Locale.ROOT, ms < 1 ? "%.3f" : ms < 100 ? "%.1f" : "%.0f", ms);
  }

  private static String ratio(Optional<Figures> upstream, Optional<Figures> dray) {
    if (upstream.isEmpty() || dray.filter(Figures::ended).isEmpty()) {
      return NOTHING;
    }
    if (!upstream.get().ended()) {
      return "∞";
    }
    return "%s / %s"
        .formatted(
            times(upstream.get().medianNs(), dray.get().medianNs()),
            times(upstream.get().bestNs(), dray.get().bestNs()));
  }

  private static String times(long upstream, long dray) {
    double ratio = (double) upstream / dray;
    return String.format(Locale.ROOT, ratio < 10 ? "%.1f" : "%.0f", ratio);
  }

  List<String> markdown() {
    var text = new ArrayList<String>();
    text.add(joined(headings));
    text.add(joined(Collections.nCopies(headings.size(), "---")));
    lines.forEach(line -> text.add(joined(line)));
    return text;
  }

  private static String joined(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  List<String> plain() {
    var all = new ArrayList<List<String>>();
    all.add(headings);
    all.addAll(lines);
    var widths =
        IntStream.range(0, headings.size())
            .map(i -> all.stream().mapToInt(line -> line.get(i).length()).max().orElse(0))
            .toArray();
    return all.stream().map(line -> padded(line, widths)).toList();
  }

  private static String padded(List<String> cells, int[] widths) {
    return IntStream.range(0, cells.size())
        .mapToObj(i -> cells.get(i) + " ".repeat(widths[i] - cells.get(i).length()))
        .collect(Collectors.joining("  "))
        .stripTrailing();
  }
}

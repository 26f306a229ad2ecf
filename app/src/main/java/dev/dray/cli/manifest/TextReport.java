package dev.dray.cli.manifest;

import dev.dray.api.validation.SliceUsage;
import dev.dray.cli.manifest.Inspection.Inspected;
import dev.dray.cli.manifest.Inspection.Kindred;
import dev.dray.cli.output.TextTable;
import dev.dray.lint.SliceSize;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/**
 * A text report: for each finding a line that editors can jump to, the line of the file with a
 * caret below, and a hint if there is one.
 */
public record TextReport(Ansi ansi) implements Report {
  private static final int WIDEST_LINE = 120;

  /** The most findings shown that differ only in their place. */
  private static final int MOST_ALIKE = 5;

  @Override
  public void print(List<Inspected> inspected, List<SliceSize> sizes, PrintWriter out) {
    printFindings(inspected, out);
    if (!sizes.isEmpty()) {
      table(sizes).print(out);
    }
    out.println(summary(inspected));
  }

  /** Prints the findings of each object; only the first few of similar findings. */
  public void printFindings(List<Inspected> inspected, PrintWriter out) {
    var all = new HashMap<String, Integer>();
    inspected.stream()
        .flatMap(it -> it.findings().stream())
        .forEach(finding -> all.merge(likeness(finding), 1, Integer::sum));
    var told = new HashMap<String, Integer>();
    for (var it : inspected) {
      for (var finding : it.findings()) {
        int number = told.merge(likeness(finding), 1, Integer::sum);
        if (number <= MOST_ALIKE) {
          print(finding, out);
        }
        int more = all.getOrDefault(likeness(finding), 0) - MOST_ALIKE;
        if (number == MOST_ALIKE && more > 0) {
          out.printf("    and %d more like this (dray validate -o json lists them all)%n", more);
        }
      }
      if (it.omitted().all() > 0) {
        out.printf("%s: and %d more findings%n", it.title(), it.omitted().all());
      }
    }
  }

  /** Returns the key of similar findings: the message without list indexes. */
  private static String likeness(Finding finding) {
    return finding.severity() + finding.rule() + finding.message().replaceAll("\\[\\d+]", "[]");
  }

  private static TextTable table(List<SliceSize> sizes) {
    var textTable = new TextTable("SLICE", "LIMIT", "USED", "MOST", "LEFT");
    for (var size : sizes) {
      row(textTable, size.slice(), new SliceUsage.Use("bytes", size.bytes(), SliceSize.MOST));
      size.uses().forEach(use -> row(textTable, size.slice(), use));
    }
    return textTable;
  }

  private static void row(TextTable textTable, String slice, SliceUsage.Use use) {
    textTable.row(
        slice,
        use.what(),
        Long.toString(use.used()),
        Long.toString(use.most()),
        Long.toString(use.left()));
  }

  private void print(Finding finding, PrintWriter out) {
    out.printf(
        "%s:%s: %s %s%s%n",
        finding.file().name(),
        finding.at(),
        colour(finding.isError() ? "bold,red" : "bold,yellow", finding.severity().word() + ":"),
        finding.message().replace("\n", "\n    "),
        finding.rule().isEmpty() ? "" : " [" + finding.rule() + "]");
    printLine(finding, out);
    finding.hint().ifPresent(hint -> out.printf("    %s %s%n", colour("bold", "hint:"), hint));
  }

  private void printLine(Finding finding, PrintWriter out) {
    var line = printable(finding.file().line(finding.at().line()));
    int column = finding.at().column();
    if (line.isBlank() || column > line.length()) {
      return;
    }
    // A document on a single line would fill the screen, so only the surroundings are shown.
    int from = line.length() <= WIDEST_LINE ? 0 : Math.max(0, column - WIDEST_LINE / 2);
    int to = Math.min(line.length(), from + WIDEST_LINE);
    out.printf("    %s%n", line.substring(from, to));
    out.printf("    %s%s%n", " ".repeat(column - 1 - from), colour("green", "^"));
  }

  /** Returns a line with control and undecodable characters shown as dots. */
  private static String printable(String line) {
    return line.replace('\t', ' ').replaceAll("[\\p{Cntrl}\\x{FFFD}]", ".");
  }

  private String colour(String style, String text) {
    return ansi.string("@|" + style + " " + text + "|@");
  }

  private static String summary(List<Inspected> inspected) {
    long ours = inspected.stream().filter(TextReport::isOurs).count();
    long foreign = inspected.size() - ours;
    long errors = inspected.stream().mapToLong(Inspected::errors).sum();
    long warnings = inspected.stream().mapToLong(Inspected::warnings).sum();
    long wrong = inspected.stream().filter(it -> !it.valid()).count();
    var valid =
        errors == 0
            ? "%d %s valid".formatted(ours, ours == 1 ? "object is" : "objects are")
            : "%d of %d objects %s %s"
                .formatted(wrong, ours, wrong == 1 ? "has" : "have", counted(errors, "error"));
    return valid
        + (warnings == 0 ? "" : ", " + counted(warnings, "warning"))
        + (foreign == 0 ? "" : ", %d of other API groups passed over".formatted(foreign));
  }

  private static String counted(long number, String thing) {
    return "%d %s".formatted(number, number == 1 ? thing : thing + "s");
  }

  private static boolean isOurs(Inspected it) {
    return it.kindred() != Kindred.FOREIGN || !it.findings().isEmpty();
  }
}

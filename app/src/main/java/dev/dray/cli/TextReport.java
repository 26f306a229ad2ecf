package dev.dray.cli;

import dev.dray.cli.Inspection.Inspected;
import dev.dray.cli.Inspection.Kindred;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/**
 * Findings for people: one line each that an editor can jump to, the line of the file with a caret
 * below, and advice where there is some.
 */
record TextReport(Ansi ansi) implements Report {
  private static final int WIDEST_LINE = 120;

  @Override
  public void print(List<Inspected> inspected, PrintWriter out) {
    inspected.forEach(it -> it.findings().forEach(finding -> print(finding, out)));
    out.println(summary(inspected));
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
    var line = finding.file().line(finding.at().line()).replace('\t', ' ');
    int column = finding.at().column();
    if (line.isBlank() || column > line.length()) {
      return;
    }
    // A document on one line would fill the screen: show what is around the place.
    int from = line.length() <= WIDEST_LINE ? 0 : Math.max(0, column - WIDEST_LINE / 2);
    int to = Math.min(line.length(), from + WIDEST_LINE);
    out.printf("    %s%n", line.substring(from, to));
    out.printf("    %s%s%n", " ".repeat(column - 1 - from), colour("green", "^"));
  }

  private String colour(String style, String text) {
    return ansi.string("@|" + style + " " + text + "|@");
  }

  private static String summary(List<Inspected> inspected) {
    long ours = inspected.stream().filter(it -> it.kindred() != Kindred.FOREIGN).count();
    long foreign = inspected.size() - ours;
    long errors =
        inspected.stream().flatMap(it -> it.findings().stream()).filter(Finding::isError).count();
    long wrong = inspected.stream().filter(it -> !it.valid()).count();
    var valid =
        errors == 0
            ? "%d %s valid".formatted(ours, ours == 1 ? "object is" : "objects are")
            : "%d of %d objects %s %d %s"
                .formatted(
                    wrong,
                    ours,
                    wrong == 1 ? "has" : "have",
                    errors,
                    errors == 1 ? "error" : "errors");
    return foreign == 0 ? valid : valid + ", %d of other API groups passed over".formatted(foreign);
  }
}

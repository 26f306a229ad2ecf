package dev.dray.cli.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table with headers, as {@code kubectl get} prints it. */
public final class TextTable {
  private static final String GAP = "   ";

  private final List<List<String>> rows = new ArrayList<>();

  public TextTable(String... headers) {
    rows.add(List.of(headers));
  }

  public TextTable row(String... cells) {
    if (cells.length != rows.getFirst().size()) {
      throw new IllegalArgumentException(
          "A row (%s) does not match the headers (%s)."
              .formatted(Arrays.toString(cells), rows.getFirst()));
    }
    rows.add(List.of(cells));
    return this;
  }

  public void print(PrintWriter out) {
    int[] widths = new int[rows.getFirst().size()];
    for (var row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    rows.forEach(row -> out.println(line(row, widths)));
  }

  private static int width(String cell) {
    return cell.codePointCount(0, cell.length());
  }

  private static String line(List<String> row, int[] widths) {
    var line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      line.append(i == 0 ? "" : GAP).append(row.get(i));
      line.append(" ".repeat(widths[i] - width(row.get(i))));
    }
    return line.toString().stripTrailing();
  }
}

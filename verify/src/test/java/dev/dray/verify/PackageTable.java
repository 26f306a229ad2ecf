package dev.dray.verify;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The table "Who may use whom" of ARCHITECTURE.md. */
record PackageTable(Map<String, Row> rows) {

  /** What a package may use: packages of Dray, and libraries. */
  record Row(List<String> packages, List<String> libraries) {}

  static PackageTable read() {
    var section = Repository.read("ARCHITECTURE.md").split("## Who may use whom", 2)[1];
    var rows = new LinkedHashMap<String, Row>();
    section
        .split("\n## ", 2)[0]
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split("\\|", -1))
        .forEach(cells -> rows.put(name(cells[1]), new Row(list(cells[3]), list(cells[4]))));
    return new PackageTable(rows);
  }

  /** The row of a package; one that is not in the table may use nothing. */
  Row row(String name) {
    return rows.getOrDefault(name, new Row(List.of(), List.of()));
  }

  private static String name(String cell) {
    return cell.strip().replace("`", "");
  }

  private static List<String> list(String cell) {
    return cell.strip().equals("–")
        ? List.of()
        : Arrays.stream(cell.split(",", -1)).map(String::strip).toList();
  }
}

package dev.dray.security.authentication;

import java.util.ArrayList;
import java.util.List;

/**
 * A parser of comma-separated values; a quoted value may hold commas, line ends, and doubled
 * quotes.
 */
final class Csv {
  /** A row, and the line on which it begins. */
  record Row(int number, List<String> columns) {
    Row {
      columns = List.copyOf(columns);
    }
  }

  private final String text;
  private final String place;
  private int at;
  private int line = 1;

  private Csv(String text, String place) {
    this.text = text;
    this.place = place;
  }

  /** Returns all rows; empty lines are skipped. */
  static List<Row> rows(String text, String place) {
    var csv = new Csv(text.replace("\r\n", "\n"), place);
    var rows = new ArrayList<Row>();
    while (csv.at < csv.text.length()) {
      if (csv.text.charAt(csv.at) == '\n') {
        csv.at++;
        csv.line++;
      } else {
        rows.add(csv.row());
      }
    }
    return rows;
  }

  private Row row() {
    int begin = line;
    var columns = new ArrayList<String>();
    do {
      columns.add(at < text.length() && text.charAt(at) == '"' ? quoted() : plain());
    } while (next(','));
    if (!next('\n')) {
      if (at < text.length()) {
        throw mistake("a quote is followed by something other than a comma");
      }
    } else {
      line++;
    }
    return new Row(begin, columns);
  }

  private boolean next(char expected) {
    boolean there = at < text.length() && text.charAt(at) == expected;
    if (there) {
      at++;
    }
    return there;
  }

  private String plain() {
    int begin = at;
    while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != '\n') {
      if (text.charAt(at) == '"') {
        throw mistake("a value that is not quoted contains a quote");
      }
      at++;
    }
    return text.substring(begin, at);
  }

  private String quoted() {
    var value = new StringBuilder();
    at++;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"' && !next('"')) {
        return value.toString();
      }
      if (c == '\n') {
        line++;
      }
      value.append(c);
    }
    throw mistake("a quote is not closed");
  }

  private IllegalArgumentException mistake(String what) {
    return new IllegalArgumentException(
        "The file (%s) is wrong in line %d: %s. Correct the line.".formatted(place, line, what));
  }
}

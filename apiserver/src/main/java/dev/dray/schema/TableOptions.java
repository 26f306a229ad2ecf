package dev.dray.schema;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The optional words at the end of a table's line. */
final class TableOptions {
  static final TableOptions NONE = new TableOptions(new String[0], 0);

  private final List<String> words;

  TableOptions(String[] line, int from) {
    this.words = List.of(Arrays.copyOfRange(line, from, line.length));
  }

  boolean has(String word) {
    return words.contains(word);
  }

  /** Returns the value of {@code name=value}. */
  Optional<String> value(String name) {
    return after(name + "=");
  }

  /** Returns whether the line is for this version: it says {@code @v1,v1beta2}, or nothing. */
  boolean isIn(String version) {
    return after("@").map(versions -> List.of(versions.split(",")).contains(version)).orElse(true);
  }

  private Optional<String> after(String start) {
    for (var word : words) {
      if (word.startsWith(start)) {
        return Optional.of(word.substring(start.length()));
      }
    }
    return Optional.empty();
  }
}

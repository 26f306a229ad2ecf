package dev.dray.kinds;

import dev.dray.api.json.Json;
import java.time.Instant;
import java.util.List;

/** The table columns of a kind. */
public interface Columns {

  /**
   * A column of a table.
   *
   * @param type {@code string}, {@code integer} or {@code date}
   * @param format {@code name} for the name, else mostly empty
   * @param priority 0 is always shown, 1 only with {@code -o wide}
   */
  record Column(String name, String type, String format, String description, int priority) {}

  List<Column> columns();

  /** Returns the cells of an object, one per column; the object is in its stored version. */
  List<Json> cells(Json.Obj object, Instant now);
}

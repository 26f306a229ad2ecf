package dev.dray.kinds;

import dev.dray.api.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Table columns, each with a function that finds its cell. */
public record TableColumns(List<Column> columns, List<BiFunction<Json.Obj, Instant, Json>> finders)
    implements Columns {
  private static final TableColumns NONE = new TableColumns(List.of(), List.of());

  public TableColumns {
    columns = List.copyOf(columns);
    finders = List.copyOf(finders);
  }

  @Override
  public List<Json> cells(Json.Obj object, Instant now) {
    return finders.stream().map(finder -> finder.apply(object, now)).toList();
  }

  /** Returns a table that begins with the name. */
  public static TableColumns named() {
    return NONE.plus(
        new Column("Name", "string", "name", "The name of the object.", 0),
        (object, _) -> Json.of(object.text("metadata", "name")));
  }

  public static TableColumns empty() {
    return NONE;
  }

  public TableColumns text(String name, String description, Function<Json.Obj, String> cell) {
    return plus(
        new Column(name, "string", "", description, 0), (object, _) -> Json.of(cell.apply(object)));
  }

  /** Adds a column that is shown only with {@code -o wide}. */
  public TableColumns wide(String name, String description, Function<Json.Obj, String> cell) {
    return plus(
        new Column(name, "string", "", description, 1), (object, _) -> Json.of(cell.apply(object)));
  }

  public TableColumns number(String name, String description, Function<Json.Obj, Long> cell) {
    return plus(
        new Column(name, "integer", "", description, 0),
        (object, _) -> Json.of(cell.apply(object)));
  }

  /** Adds a text column that depends on the time. */
  public TableColumns timed(
      String name, String description, int priority, BiFunction<Json.Obj, Instant, String> cell) {
    return plus(
        new Column(name, "string", "", description, priority),
        (object, now) -> Json.of(cell.apply(object, now)));
  }

  public TableColumns age() {
    return timed(
        "Age",
        "How long ago the object was created.",
        0,
        (object, now) -> Ages.since(object.text("metadata", "creationTimestamp"), now));
  }

  public TableColumns plus(Column column, BiFunction<Json.Obj, Instant, Json> finder) {
    var moreColumns = new ArrayList<>(columns);
    moreColumns.add(column);
    var moreFinders = new ArrayList<>(finders);
    moreFinders.add(finder);
    return new TableColumns(moreColumns, moreFinders);
  }
}

package dev.dray.schema;

import dev.dray.schema.SchemaType.ListKind;
import dev.dray.schema.SchemaType.MapKind;
import dev.dray.schema.SchemaType.Ref;
import dev.dray.schema.SchemaType.Scalar;
import dev.dray.schema.SchemaType.ScalarKind;
import java.util.List;
import java.util.Map;

/**
 * The text of a type in a table.
 *
 * @param table the table in which names without a package are looked up
 */
record TypeText(String text, String table, Schemas schemas, TableOptions tableOptions) {
  private static final Map<String, SchemaType> VALUES =
      Map.ofEntries(
          Map.entry("string", new Scalar(ScalarKind.STRING)),
          Map.entry("bytes", new Scalar(ScalarKind.BYTES)),
          Map.entry("int", new Scalar(ScalarKind.INTEGER)),
          Map.entry("long", new Scalar(ScalarKind.LONG)),
          Map.entry("number", new Scalar(ScalarKind.NUMBER)),
          Map.entry("bool", new Scalar(ScalarKind.BOOLEAN)),
          Map.entry("quantity", new Scalar(ScalarKind.QUANTITY)),
          Map.entry("int-or-string", new Scalar(ScalarKind.INT_OR_STRING)),
          Map.entry("time", new Scalar(ScalarKind.TIME)),
          Map.entry("micro-time", new Scalar(ScalarKind.MICRO_TIME)),
          Map.entry("duration", new Scalar(ScalarKind.DURATION)),
          Map.entry("any", new SchemaType.Anything()));

  SchemaType type() {
    var value = VALUES.get(text);
    if (value != null) {
      return value;
    }
    return switch (text.charAt(0)) {
      case '[' -> list();
      case '{' ->
          new SchemaType.MapOf(
              after('}'), text.startsWith("{atomic}") ? MapKind.ATOMIC : MapKind.GRANULAR);
      default -> named();
    };
  }

  private SchemaType list() {
    var how = text.substring(1, text.indexOf(']'));
    var kind =
        switch (how) {
          case "" -> ListKind.ATOMIC;
          case "set" -> ListKind.SET;
          default -> ListKind.MAP;
        };
    var keys = kind == ListKind.MAP ? List.of(how.split(",")) : List.<String>of();
    var mergeKey = tableOptions.value("merge");
    boolean merges = tableOptions.has("merge") || mergeKey.isPresent();
    return new SchemaType.ListOf(after(']'), kind, keys, merges, mergeKey.orElse(""));
  }

  /** Returns the type of the items; the options of the field apply to the list, not to them. */
  private Ref after(char bracket) {
    var rest = text.substring(text.indexOf(bracket) + 1);
    return new WireRef(
        new TypeText(rest, table, schemas, TableOptions.NONE)::type, false, false, false);
  }

  private SchemaType named() {
    int dot = text.lastIndexOf('.');
    return dot < 0
        ? schemas.struct(table, text)
        : schemas.struct(text.substring(0, dot), text.substring(dot + 1));
  }
}

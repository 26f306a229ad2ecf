package dev.dray.patch;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Obj;
import dev.dray.schema.SchemaType;
import java.util.LinkedHashMap;
import java.util.List;

/** The empty objects that an object of a type always has, whether a tree contains them or not. */
final class Blanks {
  private static final List<String> OF_EVERY_KIND = List.of("metadata", "spec", "status");

  private Blanks() {}

  static Obj of(SchemaType.Struct type) {
    var blanks = new LinkedHashMap<>(required(type).fields());
    for (var name : OF_EVERY_KIND) {
      var field = type.fields().get(name);
      if (field != null && field.type() instanceof SchemaType.Struct struct) {
        blanks.put(name, required(struct));
      }
    }
    return new Obj(blanks);
  }

  /**
   * Returns the required structs. This ends, because no struct requires itself: only lists, maps
   * and optional fields lead back to a type.
   */
  private static Obj required(SchemaType.Struct type) {
    var blanks = new LinkedHashMap<String, Json>();
    type.fields()
        .forEach(
            (name, field) -> {
              if (field.required() && field.type() instanceof SchemaType.Struct struct) {
                blanks.put(name, required(struct));
              }
            });
    return new Obj(blanks);
  }
}

package dev.dray.schema;

import dev.dray.api.json.Json;
import dev.dray.schema.SchemaType.ListKind;
import dev.dray.schema.SchemaType.MapKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The OpenAPI schemas of types and of all types that they refer to, in one dialect. */
final class Definitions {
  private static final String API = "io.k8s.apimachinery.pkg.";
  private static final String META = API + "apis.meta.v1.";

  private final Dialect dialect;
  private final Map<String, List<GroupVersionKind>> kinds;
  private final Map<String, Json> schemas = new TreeMap<>();

  /**
   * Makes an empty collection.
   *
   * @param kinds the group, version and kind of each type that is a kind
   */
  Definitions(Dialect dialect, Map<String, List<GroupVersionKind>> kinds) {
    this.dialect = dialect;
    this.kinds = kinds;
  }

  Json json() {
    return new Json.Obj(schemas);
  }

  /** Adds a type and all types that it refers to. */
  void add(SchemaType.Struct struct) {
    if (schemas.putIfAbsent(struct.name(), Json.Obj.EMPTY) != null) {
      return;
    }
    var schema = new LinkedHashMap<String, Json>();
    describe(struct.description(), schema);
    schema.put("type", Json.of("object"));
    var required =
        struct.fields().values().stream()
            .filter(SchemaType.Field::required)
            .map(SchemaType.Field::name);
    var names = required.toList();
    if (!names.isEmpty()) {
      schema.put("required", Json.strings(names));
    }
    if (!struct.fields().isEmpty()) {
      schema.put("properties", properties(struct));
    }
    if (struct.kind() == MapKind.ATOMIC) {
      schema.put("x-kubernetes-map-type", Json.of("atomic"));
    }
    var known = kinds.getOrDefault(struct.name(), List.of());
    if (!known.isEmpty()) {
      var all = known.stream().map(GroupVersionKind::json).toList();
      schema.put("x-kubernetes-group-version-kind", Json.of(all));
    }
    schemas.put(struct.name(), new Json.Obj(schema));
  }

  /** Adds the schema of patch bodies. */
  void addPatch() {
    schemas.put(
        OpenApiOperation.PATCH,
        Json.obj(
            "description", "A change, in the format that the media type says.", "type", "object"));
  }

  private Json properties(SchemaType.Struct struct) {
    var properties = new TreeMap<String, Json>();
    for (var field : struct.fields().values()) {
      properties.put(field.name(), property(struct, field));
    }
    return new Json.Obj(properties);
  }

  private Json property(SchemaType.Struct owner, SchemaType.Field field) {
    var property = new LinkedHashMap<String, Json>();
    describe(field.description(), property);
    var type = field.type();
    property.putAll(
        named(type, owner).map(dialect::describedReference).orElseGet(() -> inline(type, owner)));
    if (dialect == Dialect.V3) {
      fallback(field).ifPresent(value -> property.put("default", value));
    }
    patch(field, property);
    return new Json.Obj(property);
  }

  private static void describe(String description, Map<String, Json> into) {
    if (!description.isEmpty()) {
      into.put("description", Json.of(description));
    }
  }

  private static Optional<Json> fallback(SchemaType.Field field) {
    return field
        .fallback()
        .filter(_ -> field.type() instanceof SchemaType.Scalar)
        .map(
            text ->
                switch (((SchemaType.Scalar) field.type()).kind()) {
                  case INTEGER, LONG, NUMBER -> new Json.Num(text);
                  case BOOLEAN -> Json.of(Boolean.parseBoolean(text));
                  case STRING, BYTES, QUANTITY, INT_OR_STRING, TIME, MICRO_TIME, DURATION ->
                      Json.of(text);
                });
  }

  private static void patch(SchemaType.Field field, Map<String, Json> property) {
    var strategies = new ArrayList<String>();
    if (field.type() instanceof SchemaType.ListOf list && list.patchMerges()) {
      strategies.add("merge");
      if (!list.patchMergeKey().isEmpty()) {
        property.put("x-kubernetes-patch-merge-key", Json.of(list.patchMergeKey()));
      }
    }
    if (field.retainKeys()) {
      strategies.add("retainKeys");
    }
    if (field.patchReplaces()) {
      strategies.add("replace");
    }
    if (!strategies.isEmpty()) {
      property.put("x-kubernetes-patch-strategy", Json.of(String.join(",", strategies)));
    }
  }

  /** Returns the schema of a type within a list or map. */
  private Json item(SchemaType type, SchemaType.Struct owner) {
    return named(type, owner)
        .map(dialect::reference)
        .orElseGet(() -> new Json.Obj(inline(type, owner)));
  }

  /**
   * Returns the name of a type that has a schema of its own; the schema is added if it is missing.
   */
  private Optional<String> named(SchemaType type, SchemaType.Struct owner) {
    return switch (type) {
      case SchemaType.Struct struct -> {
        add(struct);
        yield Optional.of(struct.name());
      }
      case SchemaType.Anything _ -> {
        var name =
            owner.name().equals(META + "ManagedFieldsEntry")
                ? META + "FieldsV1"
                : API + "runtime.RawExtension";
        yield named(name, "JSON of any shape.", Json.obj("type", "object"));
      }
      case SchemaType.Scalar(var kind) -> named(kind);
      case SchemaType.ListOf _, SchemaType.MapOf _ -> Optional.empty();
    };
  }

  private Optional<String> named(SchemaType.ScalarKind kind) {
    return switch (kind) {
      case QUANTITY ->
          named(
              API + "api.resource.Quantity",
              "A number with an optional suffix: 100m is a tenth, 2k is 2000, 4Gi is 4 times 2 to"
                  + " the power of 30.",
              dialect.eitherOf("number", ""));
      case INT_OR_STRING ->
          named(
              API + "util.intstr.IntOrString",
              "A number, or a name or percentage as a string.",
              dialect.eitherOf("integer", "int-or-string"));
      case TIME -> named(META + "Time", "A time by RFC 3339, to the second.", dateTime());
      case MICRO_TIME ->
          named(META + "MicroTime", "A time by RFC 3339, to the microsecond.", dateTime());
      case DURATION ->
          named(META + "Duration", "A duration such as 1h30m.", Json.obj("type", "string"));
      case STRING, BYTES, INTEGER, LONG, NUMBER, BOOLEAN -> Optional.empty();
    };
  }

  private static Json.Obj dateTime() {
    return Json.obj("type", "string", "format", "date-time");
  }

  private Optional<String> named(String name, String description, Json.Obj schema) {
    var described = new LinkedHashMap<String, Json>();
    described.put("description", Json.of(description));
    described.putAll(schema.fields());
    schemas.putIfAbsent(name, new Json.Obj(described));
    return Optional.of(name);
  }

  private Map<String, Json> inline(SchemaType type, SchemaType.Struct owner) {
    return switch (type) {
      case SchemaType.ListOf list -> list(list, owner);
      case SchemaType.MapOf map -> map(map, owner);
      case SchemaType.Scalar(var kind) -> scalar(kind).fields();
      case SchemaType.Struct _, SchemaType.Anything _ ->
          throw new IllegalStateException("The type (%s) cannot be inlined.".formatted(type));
    };
  }

  private Map<String, Json> list(SchemaType.ListOf list, SchemaType.Struct owner) {
    var schema = new LinkedHashMap<String, Json>();
    schema.put("type", Json.of("array"));
    schema.put("items", item(list.element().type(), owner));
    var kind =
        switch (list.kind()) {
          case ATOMIC -> "atomic";
          case SET -> "set";
          case MAP -> "map";
        };
    if (list.kind() == ListKind.MAP) {
      schema.put("x-kubernetes-list-map-keys", Json.strings(list.keys()));
    }
    schema.put("x-kubernetes-list-type", Json.of(kind));
    return schema;
  }

  private Map<String, Json> map(SchemaType.MapOf map, SchemaType.Struct owner) {
    var schema = new LinkedHashMap<String, Json>();
    schema.put("type", Json.of("object"));
    schema.put("additionalProperties", item(map.value().type(), owner));
    if (map.kind() == MapKind.ATOMIC) {
      schema.put("x-kubernetes-map-type", Json.of("atomic"));
    }
    return schema;
  }

  private static Json.Obj scalar(SchemaType.ScalarKind kind) {
    return switch (kind) {
      case STRING -> Json.obj("type", "string");
      case BYTES -> Json.obj("type", "string", "format", "byte");
      case INTEGER -> Json.obj("type", "integer", "format", "int32");
      case LONG -> Json.obj("type", "integer", "format", "int64");
      case NUMBER -> Json.obj("type", "number", "format", "double");
      case BOOLEAN -> Json.obj("type", "boolean");
      case QUANTITY, INT_OR_STRING, TIME, MICRO_TIME, DURATION ->
          throw new IllegalStateException("The type (%s) cannot be inlined.".formatted(kind));
    };
  }
}

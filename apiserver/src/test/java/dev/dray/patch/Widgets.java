package dev.dray.patch;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Obj;
import dev.dray.schema.SchemaType;
import dev.dray.schema.SchemaType.Field;
import dev.dray.schema.SchemaType.ListKind;
import dev.dray.schema.SchemaType.ListOf;
import dev.dray.schema.SchemaType.MapKind;
import dev.dray.schema.SchemaType.MapOf;
import dev.dray.schema.SchemaType.Scalar;
import dev.dray.schema.SchemaType.ScalarKind;
import dev.dray.schema.SchemaType.Struct;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * A kind that has every way in which lists and maps merge; verify/e2e/mergecheck knows the same.
 *
 * <p>Version v2 calls {@code spec.title} a caption.
 */
final class Widgets {
  static final String V1 = "example.dev/v1";
  static final String V2 = "example.dev/v2";

  private static final SchemaType STRING = new Scalar(ScalarKind.STRING);
  private static final SchemaType INTEGER = new Scalar(ScalarKind.INTEGER);
  private static final SchemaType BOOLEAN = new Scalar(ScalarKind.BOOLEAN);
  private static final SchemaType TEXTS = new MapOf(() -> STRING, MapKind.GRANULAR);
  private static final SchemaType ATOMIC_TEXTS = ListOf.atomic(() -> STRING);
  private static final SchemaType SET = new ListOf(() -> STRING, ListKind.SET, List.of(), true, "");

  private static final SchemaType PORT =
      struct(
          "Port",
          MapKind.GRANULAR,
          field("port", INTEGER),
          new Field("protocol", () -> STRING, false, Optional.of("TCP"), "", false, false, 0),
          field("name", STRING));
  private static final SchemaType ENV =
      struct("Env", MapKind.GRANULAR, field("name", STRING), field("value", STRING));
  private static final SchemaType CONTAINER =
      struct(
          "Container",
          MapKind.GRANULAR,
          field("name", STRING),
          field("image", STRING),
          field("command", ATOMIC_TEXTS),
          field("env", listMap(ENV, "name", "name")),
          field(
              "ports",
              new ListOf(() -> PORT, ListKind.MAP, List.of("port", "protocol"), true, "port")));
  private static final SchemaType STRATEGY =
      struct(
          "Strategy",
          MapKind.GRANULAR,
          field("type", STRING),
          field("rolling", struct("Rolling", MapKind.GRANULAR, field("max", INTEGER))));
  private static final SchemaType SOURCE =
      struct("Source", MapKind.GRANULAR, field("path", STRING), field("branch", STRING));
  private static final SchemaType POOL =
      struct("Pool", MapKind.GRANULAR, field("name", STRING), field("generation", INTEGER));
  private static final SchemaType FROZEN =
      struct("Frozen", MapKind.ATOMIC, field("a", STRING), field("b", STRING));
  private static final SchemaType SHARD =
      struct("Shard", MapKind.GRANULAR, field("count", INTEGER), field("label", STRING));
  private static final SchemaType CONDITION =
      struct(
          "Condition",
          MapKind.GRANULAR,
          field("type", STRING),
          field("status", STRING),
          field("reason", STRING));
  private static final SchemaType METADATA =
      struct(
          "Metadata",
          MapKind.GRANULAR,
          field("name", STRING),
          field("namespace", STRING),
          field("uid", STRING),
          field("resourceVersion", STRING),
          field("generation", INTEGER),
          field("creationTimestamp", new Scalar(ScalarKind.TIME)),
          field("labels", TEXTS),
          field("annotations", TEXTS),
          field("finalizers", SET),
          field("managedFields", ListOf.atomic(SchemaType.Anything::new)));

  static final Struct ONE = widget("title");
  static final Struct TWO = widget("caption");

  private Widgets() {}

  static Optional<Struct> type(String apiVersion) {
    return switch (apiVersion) {
      case V1 -> Optional.of(ONE);
      case V2 -> Optional.of(TWO);
      default -> Optional.empty();
    };
  }

  static Obj inVersion(Obj widget, String apiVersion) {
    if (widget.text("apiVersion").equals(apiVersion)) {
      return widget;
    }
    var from = apiVersion.equals(V1) ? "caption" : "title";
    var to = apiVersion.equals(V1) ? "title" : "caption";
    return widget
        .with("apiVersion", Json.of(apiVersion))
        .without(List.of("spec", from))
        .withOrWithout(List.of("spec", to), widget.find("spec", from));
  }

  private static Struct widget(String title) {
    var spec =
        struct(
            "Spec",
            MapKind.GRANULAR,
            field(title, STRING),
            field("replicas", INTEGER),
            field("paused", BOOLEAN),
            field("selector", new MapOf(() -> STRING, MapKind.ATOMIC)),
            field("limits", TEXTS),
            field("tags", SET),
            field("args", ATOMIC_TEXTS),
            field("containers", listMap(CONTAINER, "name", "name")),
            new Field("strategy", () -> STRATEGY, false, Optional.empty(), "", true, false, 0),
            new Field("source", () -> SOURCE, false, Optional.empty(), "", false, true, 0),
            field("pool", POOL),
            field("frozen", FROZEN),
            field("data", new SchemaType.Anything()),
            field("shards", new MapOf(() -> SHARD, MapKind.GRANULAR)));
    var status =
        struct(
            "Status",
            MapKind.GRANULAR,
            field("phase", STRING),
            field("conditions", listMap(CONDITION, "type", "type")));
    return struct(
        "Widget",
        MapKind.GRANULAR,
        field("apiVersion", STRING),
        field("kind", STRING),
        field("metadata", METADATA),
        field("spec", spec),
        field("status", status));
  }

  private static SchemaType listMap(SchemaType element, String key, String patchMergeKey) {
    return new ListOf(() -> element, ListKind.MAP, List.of(key), true, patchMergeKey);
  }

  private static Struct struct(String name, MapKind kind, Field... fields) {
    var map = new LinkedHashMap<String, Field>();
    for (var field : fields) {
      map.put(field.name(), field);
    }
    return new Struct("dev.example." + name, map, kind, "");
  }

  private static Field field(String name, SchemaType type) {
    return new Field(name, () -> type, false, Optional.empty(), "", false, false, 0);
  }
}

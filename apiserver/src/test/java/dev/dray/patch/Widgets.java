package dev.dray.patch;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Obj;
import dev.dray.schema.Type;
import dev.dray.schema.Type.Field;
import dev.dray.schema.Type.ListKind;
import dev.dray.schema.Type.ListOf;
import dev.dray.schema.Type.MapKind;
import dev.dray.schema.Type.MapOf;
import dev.dray.schema.Type.Scalar;
import dev.dray.schema.Type.ScalarKind;
import dev.dray.schema.Type.Struct;
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

  private static final Type STRING = new Scalar(ScalarKind.STRING);
  private static final Type INTEGER = new Scalar(ScalarKind.INTEGER);
  private static final Type BOOLEAN = new Scalar(ScalarKind.BOOLEAN);
  private static final Type TEXTS = new MapOf(() -> STRING, MapKind.GRANULAR);
  private static final Type ATOMIC_TEXTS = ListOf.atomic(() -> STRING);
  private static final Type SET = new ListOf(() -> STRING, ListKind.SET, List.of(), true, "");

  private static final Type PORT =
      struct(
          "Port",
          MapKind.GRANULAR,
          field("port", INTEGER),
          new Field("protocol", () -> STRING, false, Optional.of("TCP"), "", false, false, 0),
          field("name", STRING));
  private static final Type ENV =
      struct("Env", MapKind.GRANULAR, field("name", STRING), field("value", STRING));
  private static final Type CONTAINER =
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
  private static final Type STRATEGY =
      struct(
          "Strategy",
          MapKind.GRANULAR,
          field("type", STRING),
          field("rolling", struct("Rolling", MapKind.GRANULAR, field("max", INTEGER))));
  private static final Type SOURCE =
      struct("Source", MapKind.GRANULAR, field("path", STRING), field("branch", STRING));
  private static final Type POOL =
      struct("Pool", MapKind.GRANULAR, field("name", STRING), field("generation", INTEGER));
  private static final Type FROZEN =
      struct("Frozen", MapKind.ATOMIC, field("a", STRING), field("b", STRING));
  private static final Type SHARD =
      struct("Shard", MapKind.GRANULAR, field("count", INTEGER), field("label", STRING));
  private static final Type CONDITION =
      struct(
          "Condition",
          MapKind.GRANULAR,
          field("type", STRING),
          field("status", STRING),
          field("reason", STRING));
  private static final Type METADATA =
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
          field("managedFields", ListOf.atomic(Type.Anything::new)));

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
            field("data", new Type.Anything()),
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

  private static Type listMap(Type element, String key, String patchMergeKey) {
    return new ListOf(() -> element, ListKind.MAP, List.of(key), true, patchMergeKey);
  }

  private static Struct struct(String name, MapKind kind, Field... fields) {
    var map = new LinkedHashMap<String, Field>();
    for (var field : fields) {
      map.put(field.name(), field);
    }
    return new Struct("dev.example." + name, map, kind, "");
  }

  private static Field field(String name, Type type) {
    return new Field(name, () -> type, false, Optional.empty(), "", false, false, 0);
  }
}

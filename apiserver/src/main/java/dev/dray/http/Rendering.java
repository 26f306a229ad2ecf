package dev.dray.http;

import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.json.Json;
import dev.dray.kinds.Columns;
import dev.dray.kinds.Resource;
import dev.dray.registry.Registry;
import dev.dray.registry.StoredForm;
import dev.dray.registry.Target;
import dev.dray.watch.Item;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The writer of objects and lists in the negotiated form. */
final class Rendering {
  private final Target target;
  private final ResponseForm responseForm;
  private final IncludeObject include;
  private final Instant now;

  /** The part of each object that a table includes. */
  enum IncludeObject {
    NONE,
    METADATA,
    OBJECT;

    static IncludeObject of(String parameter) {
      return switch (parameter) {
        case "None" -> NONE;
        case "Object" -> OBJECT;
        default -> METADATA;
      };
    }
  }

  Rendering(Target target, ResponseForm responseForm, IncludeObject include, Instant now) {
    this.target = target;
    this.responseForm = responseForm;
    this.include = include;
    this.now = now;
  }

  /** Returns the object that a write made, in the version of the target, as it is to be sent. */
  Json.Obj answer(Json.Obj object) {
    if (object.text("kind").equals("Status")) {
      return object;
    }
    return switch (responseForm.content()) {
      case OBJECTS -> object;
      case METADATA -> responseForm.partial(object);
      case TABLE -> table(stored(object), object.text("metadata", "resourceVersion"));
    };
  }

  private Json.Obj stored(Json.Obj object) {
    return isStoredVersion()
        ? object
        : target
            .resource()
            .strategy()
            .decode(object, target.version(), FieldValidation.IGNORE)
            .draft()
            .tree();
  }

  /** Writes a stored object; the revision it is sent with may be a later one. */
  void write(Item item, long revision, OutputStream out) throws IOException {
    if (responseForm.content() == ResponseForm.Content.OBJECTS) {
      writeWhole(item, revision, out);
    } else {
      out.write(tree(item, revision).bytes());
    }
  }

  /** Returns a stored object in the negotiated form, as a tree. */
  Json.Obj tree(Item item, long revision) {
    var dated = dated(item, revision);
    return switch (responseForm.content()) {
      case OBJECTS -> converted(dated);
      case METADATA -> responseForm.partial(dated);
      case TABLE -> table(dated, Long.toString(revision));
    };
  }

  private void writeWhole(Item item, long revision, OutputStream out) throws IOException {
    if (isStoredVersion()) {
      StoredForm.write(item, revision, out);
    } else if (revision == item.revision()) {
      out.write(item.form(target.apiVersion(), it -> converted(it.tree()).bytes()));
    } else {
      out.write(converted(dated(item, revision)).bytes());
    }
  }

  /** Writes an item of a list. The list states the kind and version once for all items. */
  private void writeItem(Item item, OutputStream out) throws IOException {
    if (isStoredVersion()) {
      StoredForm.writeItem(item, out);
    } else {
      out.write(
          item.form(
              "item of " + target.apiVersion(),
              it -> StoredForm.untyped(converted(it.tree())).bytes()));
    }
  }

  private boolean isStoredVersion() {
    return target.resource().isStoredAs(target.version());
  }

  private static Json.Obj dated(Item item, long revision) {
    return item.tree()
        .with(List.of("metadata", "resourceVersion"), Json.of(Long.toString(revision)));
  }

  private Json.Obj converted(Json.Obj stored) {
    return isStoredVersion()
        ? stored
        : target.resource().strategy().encode(stored, target.version());
  }

  /** Writes a list piece by piece, because it may be too large to hold in memory. */
  void list(Registry.Listed listed, String continuation, OutputStream out) throws IOException {
    var metadata = Json.obj("resourceVersion", Long.toString(listed.revision()));
    if (!continuation.isEmpty()) {
      metadata = metadata.with("continue", Json.of(continuation));
      if (listed.remaining().isPresent()) {
        metadata = metadata.with("remainingItemCount", Json.of(listed.remaining().get()));
      }
    }
    var head = Json.obj("kind", listKind(), "apiVersion", listVersion(), "metadata", metadata);
    if (responseForm.content() == ResponseForm.Content.TABLE) {
      head = head.with("columnDefinitions", definitions(target.resource()));
    }
    var opening = head.toText();
    out.write(opening.substring(0, opening.length() - 1).getBytes(StandardCharsets.UTF_8));
    out.write(
        (responseForm.content() == ResponseForm.Content.TABLE ? ",\"rows\":[" : ",\"items\":[")
            .getBytes(StandardCharsets.US_ASCII));
    boolean first = true;
    for (var item : listed.items()) {
      if (!first) {
        out.write(',');
      }
      first = false;
      switch (responseForm.content()) {
        case OBJECTS -> writeItem(item, out);
        case METADATA -> write(item, item.revision(), out);
        case TABLE -> out.write(row(item.tree()).bytes());
      }
    }
    out.write("]}\n".getBytes(StandardCharsets.US_ASCII));
  }

  private String listKind() {
    return switch (responseForm.content()) {
      case OBJECTS -> target.resource().kind() + "List";
      case METADATA -> "PartialObjectMetadataList";
      case TABLE -> "Table";
    };
  }

  private String listVersion() {
    return responseForm.content() == ResponseForm.Content.OBJECTS
        ? target.apiVersion()
        : "meta.k8s.io/" + responseForm.version();
  }

  /** Returns the table of one stored object. */
  private Json.Obj table(Json.Obj object, String revision) {
    return Json.obj(
        "kind", "Table",
        "apiVersion", "meta.k8s.io/" + responseForm.version(),
        "metadata", Json.obj("resourceVersion", revision),
        "columnDefinitions", definitions(target.resource()),
        "rows", Json.Arr.of(row(object)));
  }

  /**
   * Returns the table of one watch event; only the first event of a watch has column definitions.
   */
  Json.Obj tableOf(Item item, long revision, boolean first) {
    var table = tree(item, revision);
    return first ? table : table.with("columnDefinitions", Json.Null.NULL);
  }

  private static Json definitions(Resource resource) {
    var definitions = new ArrayList<Json>();
    for (Columns.Column column : resource.columns().columns()) {
      definitions.add(
          Json.obj(
              "name", column.name(),
              "type", column.type(),
              "format", column.format(),
              "description", column.description(),
              "priority", column.priority()));
    }
    return Json.of(definitions);
  }

  private Json row(Json.Obj stored) {
    var row = Json.obj("cells", Json.of(target.resource().columns().cells(stored, now)));
    return switch (include) {
      case NONE -> row;
      case METADATA -> row.with("object", responseForm.partial(stored));
      case OBJECT -> row.with("object", converted(stored));
    };
  }
}

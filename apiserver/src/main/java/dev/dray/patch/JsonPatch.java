package dev.dray.patch;

import static dev.dray.patch.PatchMistake.malformed;
import static dev.dray.patch.PatchMistake.unfit;

import dev.dray.api.json.Json;
import dev.dray.api.json.Json.Null;
import dev.dray.api.json.Json.Obj;
import dev.dray.api.json.Json.Str;
import java.util.List;

/**
 * JSON patches (RFC 6902), as kube-apiserver's library applies them.
 *
 * <p>Where the two differ, the library counts: {@code replace} of a missing field adds it, null
 * equals a missing field in {@code test}, and a negative index counts from the end.
 */
final class JsonPatch {
  static final int MOST_OPERATIONS = 10_000;

  /** The bytes that {@code copy} may add to a document, so that repeated doubling stays bounded. */
  static final long MOST_COPIED = 3L << 20;

  private final PatchDocument patchDocument;
  private long copied;

  private JsonPatch(PatchDocument patchDocument) {
    this.patchDocument = patchDocument;
  }

  static Json apply(Json target, Json operations) {
    if (!(operations instanceof Json.Arr(var items))) {
      throw malformed(
          "error decoding patch: a JSON patch is a list of operations, but this is %s"
              .formatted(PatchMessages.kindOf(operations)));
    }
    if (items.size() > MOST_OPERATIONS) {
      throw new PatchMistake(
          PatchMistake.Sort.TOO_LARGE,
          "The allowed maximum operations in a JSON patch is %d, got %d"
              .formatted(MOST_OPERATIONS, items.size()));
    }
    var patch = new JsonPatch(new PatchDocument(target));
    checked(items).forEach(patch::carryOut);
    return patch.patchDocument.finished();
  }

  private static List<Obj> checked(List<Json> items) {
    return items.stream().map(JsonPatch::checked).toList();
  }

  private static Obj checked(Json item) {
    if (!(item instanceof Obj operation)) {
      throw malformed(
          "error decoding patch: an operation is an object, but this is %s"
              .formatted(PatchMessages.kindOf(item)));
    }
    for (var name : List.of("op", "path", "from")) {
      var value = operation.find(name).orElse(Null.NULL);
      if (!(value instanceof Str || value instanceof Null)) {
        throw malformed(
            "error decoding patch: \"%s\" is a string, but this is %s"
                .formatted(name, PatchMessages.kindOf(value)));
      }
    }
    return operation;
  }

  private void carryOut(Obj operation) {
    switch (operation.text("op")) {
      case "add" -> add("add", operation, node(operation));
      case "remove" -> remove("remove", required(operation, "path"));
      case "replace" -> replace(operation);
      case "move" -> move(operation);
      case "copy" -> copy(operation);
      case "test" -> test(operation);
      case "" -> throw unfit("Unexpected kind: unknown");
      default -> throw unfit("Unexpected kind: %s".formatted(operation.text("op")));
    }
  }

  private static Json value(Obj operation) {
    return operation.find("value").orElse(Null.NULL);
  }

  private static PatchDocument.Node node(Obj operation) {
    return new PatchDocument.Node.Whole(value(operation));
  }

  private static String required(Obj operation, String name) {
    if (operation.find(name).orElse(Null.NULL) instanceof Str(var text)) {
      return text;
    }
    throw unfit(
        "%s operation failed to decode %s: missing value".formatted(operation.text("op"), name));
  }

  private PatchDocument.Place place(String name, String path) {
    return patchDocument
        .place(path)
        .orElseThrow(
            () ->
                unfit(
                    "%s operation does not apply: doc is missing path: \"%s\": missing value"
                        .formatted(name, path)));
  }

  private void add(String name, Obj operation, PatchDocument.Node value) {
    var path = required(operation, "path");
    place(name, path).add(value);
  }

  private void remove(String name, String path) {
    place(name, path).remove();
  }

  private void replace(Obj operation) {
    var path = required(operation, "path");
    if (!path.isEmpty()) {
      place("replace", path).replace(node(operation));
      return;
    }
    var value = value(operation);
    if (!(value instanceof Obj || value instanceof Json.Arr)) {
      throw unfit("replace operation value must be object or array");
    }
    patchDocument.restart(value);
  }

  private void move(Obj operation) {
    var from = place("move", required(operation, "from"));
    var value = from.value();
    from.remove();
    add("move", operation, value);
  }

  private void copy(Obj operation) {
    var value = PatchDocument.frozen(place("copy", required(operation, "from")).value());
    copied += value.toText().length();
    if (copied > MOST_COPIED) {
      throw unfit(
          ("Unable to complete the copy, the accumulated size increase of copy is %d, exceeding the"
                  + " limit %d")
              .formatted(copied, MOST_COPIED));
    }
    add("copy", operation, new PatchDocument.Node.Whole(value));
  }

  private void test(Obj operation) {
    var path = required(operation, "path");
    var found = path.isEmpty() ? patchDocument.root() : place("test", path).value();
    if (!PatchDocument.same(found, value(operation))) {
      throw unfit("testing value %s failed: test failed".formatted(path));
    }
  }
}

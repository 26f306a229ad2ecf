package dev.dray.registry;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FrozenMap;
import dev.dray.watch.Item;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The stored form of objects: JSON without a resource version, which only the store can assign.
 *
 * <p>The metadata comes first, so that the resource version can be inserted into the bytes on their
 * way out without parsing them.
 */
public final class StoredForm {
  private static final byte[] METADATA = "\"metadata\":{".getBytes(StandardCharsets.US_ASCII);
  private static final int SEARCHED = 512;

  private StoredForm() {}

  /** Returns the object with its fields in the order in which they are stored. */
  static Json.Obj of(Json.Obj object) {
    var ordered = new FrozenMap.Builder<String, Json>();
    ordered.put("kind", Json.of(object.text("kind")));
    ordered.put("apiVersion", Json.of(object.text("apiVersion")));
    ordered.put("metadata", object.object("metadata").without("resourceVersion"));
    object
        .fields()
        .forEach(
            (name, value) -> {
              if (!ordered.contains(name)) {
                ordered.put(name, value);
              }
            });
    return new Json.Obj(ordered.build());
  }

  public static void write(Item item, long revision, OutputStream out) throws IOException {
    var bytes = item.bytes();
    int at = afterMetadata(bytes);
    if (at < 0) {
      out.write(dated(item, revision).bytes());
      return;
    }
    out.write(bytes, 0, at);
    writeRest(bytes, at, revision, out);
  }

  /** Writes the object without kind and version, as an item of a list that has them for all. */
  public static void writeItem(Item item, OutputStream out) throws IOException {
    var bytes = item.bytes();
    int at = afterMetadata(bytes);
    if (at < 0) {
      out.write(untyped(dated(item, item.revision())).bytes());
      return;
    }
    out.write('{');
    out.write(METADATA);
    writeRest(bytes, at, item.revision(), out);
  }

  /** Returns an object as an item of a list: without kind and version. */
  public static Json.Obj untyped(Json.Obj object) {
    return object.without("kind").without("apiVersion");
  }

  private static Json.Obj dated(Item item, long revision) {
    return ServerMetadata.with(item.tree(), "resourceVersion", Json.of(Long.toString(revision)));
  }

  private static void writeRest(byte[] bytes, int at, long revision, OutputStream out)
      throws IOException {
    boolean alone = bytes[at] == '}';
    out.write(
        ("\"resourceVersion\":\"" + revision + (alone ? "\"" : "\","))
            .getBytes(StandardCharsets.US_ASCII));
    out.write(bytes, at, bytes.length - at);
  }

  /**
   * Returns the index of the first field of the metadata; -1 if the bytes were not written here.
   */
  private static int afterMetadata(byte[] bytes) {
    int end = Math.min(bytes.length - METADATA.length, SEARCHED);
    for (int at = 0; at < end; at++) {
      if (bytes[at] == '"' && startsWith(bytes, at)) {
        return at + METADATA.length;
      }
    }
    return -1;
  }

  private static boolean startsWith(byte[] bytes, int at) {
    for (int i = 0; i < METADATA.length; i++) {
      if (bytes[at + i] != METADATA[i]) {
        return false;
      }
    }
    return true;
  }
}

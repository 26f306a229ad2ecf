package dev.dray.client;

import dev.dray.api.json.Json;
import dev.dray.api.meta.ObjectMeta;
import java.util.List;
import java.util.function.Function;

/**
 * A kind of object as components use it.
 *
 * @param group the API group; empty for the core group
 * @param reader decodes an object's tree
 * @param metadata returns the metadata of a decoded object
 */
public record ResourceType<T>(
    String group,
    String version,
    String plural,
    String kind,
    boolean namespaced,
    Function<Json.Obj, T> reader,
    Function<T, ObjectMeta> metadata) {
  private static final List<String> MANAGED_FIELDS = List.of("metadata", "managedFields");

  /** Returns group and version as in {@code apiVersion:} of a manifest. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** Decodes an object without managed fields, which components do not need. */
  public KnownObject<T> read(Json.Obj tree) {
    var lean = tree.without(MANAGED_FIELDS);
    var value = reader.apply(lean);
    return new KnownObject<>(metadata.apply(value), value, lean);
  }

  @Override
  public String toString() {
    return group.isEmpty() ? plural : plural + "." + group;
  }
}

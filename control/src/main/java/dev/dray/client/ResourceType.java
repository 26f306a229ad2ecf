package dev.dray.client;

import static java.util.Objects.requireNonNull;

import dev.dray.api.json.Json;
import dev.dray.api.meta.ObjectMeta;
import java.util.List;
import java.util.function.Function;

/**
 * A kind of object as components ask for it.
 *
 * @param group empty for the core group
 * @param reader makes of an object's tree what components work with
 * @param metadata finds the metadata of what was read
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

  public ResourceType {
    requireNonNull(group, "group");
    requireNonNull(version, "version");
    requireNonNull(plural, "plural");
    requireNonNull(kind, "kind");
    requireNonNull(reader, "reader");
    requireNonNull(metadata, "metadata");
  }

  /** As in {@code apiVersion:} of a manifest. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** Reads an object; who owns which of its fields is none of a component's business. */
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

package dev.dray.client;

import dev.dray.api.json.Json;
import dev.dray.api.meta.ObjectMeta;

/**
 * An object as the API returned it.
 *
 * @param value the decoded object that components work with
 * @param tree the whole object, without managed fields
 */
public record KnownObject<T>(ObjectMeta metadata, T value, Json.Obj tree) {

  public String key() {
    return key(metadata);
  }

  public static String key(ObjectMeta metadata) {
    return key(metadata.namespace(), metadata.name());
  }

  /** Returns the key of an object among those of its kind. */
  public static String key(String namespace, String name) {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }
}

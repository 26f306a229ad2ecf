package dev.dray.security;

import dev.dray.api.json.Json;
import java.util.List;
import java.util.Optional;

/** The stored objects that authorization depends on, read from memory and as fresh as the cache. */
public interface StoredObjects {
  /**
   * Returns an object.
   *
   * @param group the API group; empty for the core group
   * @param namespace the namespace; empty for a cluster-scoped object
   */
  Optional<Json.Obj> find(String group, String plural, String namespace, String name);

  /**
   * Returns the objects used by the pods of a namespace that are bound to a node. Mirror pods use
   * nothing: the node creates them itself, so they must not give it access to anything.
   */
  List<PodUses> usesOn(String node, String namespace);
}

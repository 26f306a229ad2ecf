package dev.dray.security;

import dev.dray.api.json.Json;
import java.util.List;
import java.util.Optional;

/** What is stored, as far as it decides who may do what: in memory, and as fresh as a cache is. */
public interface StoredObjects {
  /**
   * One object.
   *
   * @param group empty for the core group
   * @param namespace empty for a cluster-scoped one
   */
  Optional<Json.Obj> find(String group, String plural, String namespace, String name);

  /**
   * What the pods of a namespace use that are bound to a node. Mirror pods use nothing: the node
   * makes them itself, and they must not give it anything.
   */
  List<PodUses> usesOn(String node, String namespace);
}

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

  /** The pods that are bound to a node. */
  List<Json.Obj> podsOn(String node);
}

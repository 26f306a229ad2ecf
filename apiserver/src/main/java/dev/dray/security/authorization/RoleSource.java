package dev.dray.security.authorization;

import dev.dray.api.json.Json;
import java.util.List;

/** Roles and bindings as they are stored. */
public interface RoleSource {
  /**
   * All objects of {@code roles}, {@code rolebindings}, {@code clusterroles} or {@code
   * clusterrolebindings}, in the order of their namespaces and names.
   */
  List<Json.Obj> all(String plural);

  /** A number that grows whenever one of them changes. */
  long changes();
}

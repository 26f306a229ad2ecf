package dev.dray.security.authorization;

import dev.dray.api.json.Json;
import java.util.List;

/** The stored roles and bindings. */
public interface RoleSource {
  /**
   * Returns all objects of {@code roles}, {@code rolebindings}, {@code clusterroles} or {@code
   * clusterrolebindings}, ordered by namespace and name.
   */
  List<Json.Obj> all(String plural);

  /** Returns a number that grows whenever one of them changes. */
  long changes();
}

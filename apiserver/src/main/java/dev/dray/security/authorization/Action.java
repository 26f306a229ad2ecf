package dev.dray.security.authorization;

/** An action to authorize: on a resource, or on a path that is not a resource. */
public sealed interface Action {
  String verb();

  /**
   * An action on objects.
   *
   * @param namespace the namespace; empty for all namespaces and for cluster-scoped resources
   * @param subresource the subresource; empty for the objects themselves
   * @param name the object; empty if the action is about no particular one
   * @param fieldSelector the field selector as requested; empty without one
   */
  record OnResource(
      String verb,
      String group,
      String version,
      String resource,
      String subresource,
      String namespace,
      String name,
      String fieldSelector)
      implements Action {}

  /** An action on a path such as {@code /metrics}; the verb is the method in lower case. */
  record OnPath(String verb, String path) implements Action {}
}

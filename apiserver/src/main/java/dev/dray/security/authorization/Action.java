package dev.dray.security.authorization;

import static java.util.Objects.requireNonNull;

/** What somebody wants to do: to a resource, or to a path that is none. */
public sealed interface Action {
  String verb();

  /**
   * To objects.
   *
   * @param namespace empty for all namespaces, or for what is in none
   * @param subresource empty for the objects themselves
   * @param name empty if it is about no object in particular
   * @param fieldSelector as it was asked; empty without one
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
      implements Action {
    public OnResource {
      requireNonNull(verb, "verb");
      requireNonNull(group, "group");
      requireNonNull(version, "version");
      requireNonNull(resource, "resource");
      requireNonNull(subresource, "subresource");
      requireNonNull(namespace, "namespace");
      requireNonNull(name, "name");
      requireNonNull(fieldSelector, "fieldSelector");
    }
  }

  /** To a path such as {@code /metrics}; the verb is the method in lower case. */
  record OnPath(String verb, String path) implements Action {
    public OnPath {
      requireNonNull(verb, "verb");
      requireNonNull(path, "path");
    }
  }
}

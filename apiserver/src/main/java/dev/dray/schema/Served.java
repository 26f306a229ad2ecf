package dev.dray.schema;

import java.util.List;

/**
 * A kind in a version that the running server serves.
 *
 * @param group empty for the core group
 * @param verbs as in discovery: get, list, watch, create, update, patch, delete, deletecollection
 * @param subresources such as {@code status} or {@code binding}
 */
public record Served(
    String group,
    String version,
    String kind,
    String plural,
    boolean namespaced,
    List<String> verbs,
    List<String> subresources) {
  public Served {
    verbs = List.copyOf(verbs);
    subresources = List.copyOf(subresources);
  }

  /** Returns the group and version as in {@code apiVersion:}. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** Returns the path of its version without the leading slash: {@code api/v1}. */
  String root() {
    return group.isEmpty() ? "api/" + version : "apis/" + group + "/" + version;
  }
}

package dev.dray.lint;

import static java.util.Objects.requireNonNull;

import dev.dray.api.core.Pod;
import dev.dray.api.resource.ApiObject;

/** Which object of a cluster; the namespace is empty for kinds without one. */
public record ObjectName(String kind, String namespace, String name) {
  public ObjectName {
    requireNonNull(kind, "kind");
    requireNonNull(namespace, "namespace");
    requireNonNull(name, "name");
  }

  public static ObjectName of(ApiObject object) {
    return new ObjectName(
        object.kind().kindName(), object.metadata().namespace(), object.metadata().name());
  }

  public static ObjectName of(Pod pod) {
    return new ObjectName(pod.kindName(), pod.metadata().namespace(), pod.metadata().name());
  }

  @Override
  public String toString() {
    return kind + "/" + (namespace.isEmpty() ? name : namespace + "/" + name);
  }
}

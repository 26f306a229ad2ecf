package dev.dray.lint;

import dev.dray.api.core.CoreObject;
import dev.dray.api.resource.ApiObject;

/** The name of an object in a cluster; the namespace is empty for kinds without one. */
public record ObjectName(String kind, String namespace, String name) {

  public static ObjectName of(ApiObject object) {
    return new ObjectName(
        object.kind().kindName(), object.metadata().namespace(), object.metadata().name());
  }

  public static ObjectName of(CoreObject object) {
    return new ObjectName(
        object.kindName(), object.metadata().namespace(), object.metadata().name());
  }

  @Override
  public String toString() {
    return kind + "/" + (namespace.isEmpty() ? name : namespace + "/" + name);
  }
}

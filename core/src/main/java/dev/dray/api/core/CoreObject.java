package dev.dray.api.core;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.RawJson;

/** An object of another group than {@code resource.k8s.io} that placing pods depends on. */
public sealed interface CoreObject permits Namespace, Node, Pod, Workload {

  /** Returns the version as in {@code apiVersion:} of a manifest. */
  default String apiVersion() {
    return "v1";
  }

  /** Returns the name as in {@code kind:} of a manifest. */
  String kindName();

  ObjectMeta metadata();

  /** Returns the whole object as it was read, including everything that has no field here. */
  RawJson json();
}

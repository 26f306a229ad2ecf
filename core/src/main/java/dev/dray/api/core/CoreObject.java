package dev.dray.api.core;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.RawJson;

/** An object that is not of {@code resource.k8s.io} and that placing pods depends on. */
public sealed interface CoreObject permits Namespace, Node, Pod, Workload {

  /** As in {@code apiVersion:} of a manifest. */
  default String apiVersion() {
    return "v1";
  }

  /** As in {@code kind:} of a manifest. */
  String kindName();

  ObjectMeta metadata();

  /** The whole object as it was read, with all that has no field here. */
  RawJson json();
}

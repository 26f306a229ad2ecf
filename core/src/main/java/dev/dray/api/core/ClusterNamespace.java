package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.RawJson;

/** A namespace; its labels say which terms of affinity mean the pods in it. */
public record ClusterNamespace(ObjectMeta metadata, RawJson json) implements CoreObject {
  public ClusterNamespace {
    requireNonNull(metadata, "metadata");
    requireNonNull(json, "json");
  }

  @Override
  public String kindName() {
    return "Namespace";
  }

  public ClusterNamespace withMetadata(ObjectMeta metadata) {
    return new ClusterNamespace(metadata, json);
  }
}

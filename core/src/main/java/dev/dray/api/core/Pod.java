package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.RawJson;

/** A pod: containers that are placed on a node together. */
public record Pod(ObjectMeta metadata, PodSpec spec, PodStatus status, RawJson json)
    implements CoreObject {
  public Pod {
    requireNonNull(metadata, "metadata");
    requireNonNull(spec, "spec");
    requireNonNull(status, "status");
    requireNonNull(json, "json");
  }

  @Override
  public String kindName() {
    return "Pod";
  }

  public Pod withMetadata(ObjectMeta metadata) {
    return new Pod(metadata, spec, status, json);
  }

  public Pod withSpec(PodSpec spec) {
    return new Pod(metadata, spec, status, json);
  }

  public Pod withStatus(PodStatus status) {
    return new Pod(metadata, spec, status, json);
  }
}

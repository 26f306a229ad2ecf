package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.RawJson;

/** A namespace; its labels decide which affinity terms select the pods in it. */
public record Namespace(ObjectMeta metadata, RawJson json) implements CoreObject {
  public Namespace {
    requireNonNull(metadata, "metadata");
    requireNonNull(json, "json");
  }

  @Override
  public String kindName() {
    return "Namespace";
  }

  public Namespace withMetadata(ObjectMeta metadata) {
    return new Namespace(metadata, json);
  }
}

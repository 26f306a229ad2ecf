package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.RawJson;

/**
 * What the pods of a workload are made of.
 *
 * @param metadata of which pods get labels, annotations and finalizers
 * @param json the whole template as the JSON of a pod
 */
public record PodTemplate(ObjectMeta metadata, PodSpec spec, RawJson json) {
  public PodTemplate {
    requireNonNull(metadata, "metadata");
    requireNonNull(spec, "spec");
    requireNonNull(json, "json");
  }
}

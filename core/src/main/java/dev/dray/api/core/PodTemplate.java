package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.RawJson;

/**
 * The template that the pods of a workload are created from.
 *
 * @param metadata the labels, annotations and finalizers of the pods
 * @param json the whole template as the JSON of a pod
 */
public record PodTemplate(ObjectMeta metadata, PodSpec spec, RawJson json) {
  public PodTemplate {
    requireNonNull(metadata, "metadata");
    requireNonNull(spec, "spec");
    requireNonNull(json, "json");
  }
}

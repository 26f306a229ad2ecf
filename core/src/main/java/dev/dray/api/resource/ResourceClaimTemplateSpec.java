package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.ObjectMeta;

/** The labels, annotations and spec of the claims to create. */
public record ResourceClaimTemplateSpec(ObjectMeta metadata, ResourceClaimSpec spec) {
  public ResourceClaimTemplateSpec {
    requireNonNull(metadata, "metadata");
    requireNonNull(spec, "spec");
  }

  public ResourceClaimTemplateSpec withSpec(ResourceClaimSpec spec) {
    return new ResourceClaimTemplateSpec(metadata, spec);
  }
}

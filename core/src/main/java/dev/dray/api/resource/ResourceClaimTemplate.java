package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.ObjectMeta;

/** A template from which a claim is created for each pod that refers to it. */
public record ResourceClaimTemplate(ObjectMeta metadata, ResourceClaimTemplateSpec spec)
    implements ApiObject {
  public ResourceClaimTemplate {
    requireNonNull(metadata, "metadata");
    requireNonNull(spec, "spec");
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE_CLAIM_TEMPLATE;
  }

  @Override
  public ResourceClaimTemplate withMetadata(ObjectMeta metadata) {
    return new ResourceClaimTemplate(metadata, spec);
  }

  public ResourceClaimTemplate withSpec(ResourceClaimTemplateSpec spec) {
    return new ResourceClaimTemplate(metadata, spec);
  }
}

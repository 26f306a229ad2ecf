package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.ObjectMeta;

/** A claim for devices, with the devices once it is allocated. */
public record ResourceClaim(ObjectMeta metadata, ResourceClaimSpec spec, ResourceClaimStatus status)
    implements ApiObject {
  public ResourceClaim {
    requireNonNull(metadata, "metadata");
    requireNonNull(spec, "spec");
    requireNonNull(status, "status");
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE_CLAIM;
  }

  @Override
  public ResourceClaim withMetadata(ObjectMeta metadata) {
    return new ResourceClaim(metadata, spec, status);
  }

  public ResourceClaim withSpec(ResourceClaimSpec spec) {
    return new ResourceClaim(metadata, spec, status);
  }

  public ResourceClaim withStatus(ResourceClaimStatus status) {
    return new ResourceClaim(metadata, spec, status);
  }
}

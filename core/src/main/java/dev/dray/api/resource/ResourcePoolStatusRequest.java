package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.ObjectMeta;
import java.util.Optional;

/** A request for a summary of pools, answered once in its status. */
public record ResourcePoolStatusRequest(
    ObjectMeta metadata,
    ResourcePoolStatusRequestSpec spec,
    Optional<ResourcePoolStatusRequestStatus> status)
    implements ApiObject {
  public ResourcePoolStatusRequest {
    requireNonNull(metadata, "metadata");
    requireNonNull(spec, "spec");
    requireNonNull(status, "status");
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE_POOL_STATUS_REQUEST;
  }

  @Override
  public ResourcePoolStatusRequest withMetadata(ObjectMeta metadata) {
    return new ResourcePoolStatusRequest(metadata, spec, status);
  }

  public ResourcePoolStatusRequest withSpec(ResourcePoolStatusRequestSpec spec) {
    return new ResourcePoolStatusRequest(metadata, spec, status);
  }

  public ResourcePoolStatusRequest withStatus(Optional<ResourcePoolStatusRequestStatus> status) {
    return new ResourcePoolStatusRequest(metadata, spec, status);
  }
}

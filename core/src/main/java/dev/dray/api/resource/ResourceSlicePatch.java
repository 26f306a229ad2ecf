package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.ObjectMeta;

/** A patch by which an administrator corrects or extends what drivers publish (KEP-5027). */
public record ResourceSlicePatch(ObjectMeta metadata, ResourceSlicePatchSpec spec)
    implements ApiObject {
  public ResourceSlicePatch {
    requireNonNull(metadata, "metadata");
    requireNonNull(spec, "spec");
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE_SLICE_PATCH;
  }

  @Override
  public ResourceSlicePatch withMetadata(ObjectMeta metadata) {
    return new ResourceSlicePatch(metadata, spec);
  }

  public ResourceSlicePatch withSpec(ResourceSlicePatchSpec spec) {
    return new ResourceSlicePatch(metadata, spec);
  }
}

package dev.dray.api.resource;

import static java.util.Objects.requireNonNull;

import dev.dray.api.meta.ObjectMeta;

/** Some of the devices, or some of the shared counters, of one driver's pool. */
public record ResourceSlice(ObjectMeta metadata, ResourceSliceSpec spec) implements ApiObject {
  public ResourceSlice {
    requireNonNull(metadata, "metadata");
    requireNonNull(spec, "spec");
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE_SLICE;
  }

  @Override
  public ResourceSlice withMetadata(ObjectMeta metadata) {
    return new ResourceSlice(metadata, spec);
  }

  public ResourceSlice withSpec(ResourceSliceSpec spec) {
    return new ResourceSlice(metadata, spec);
  }
}

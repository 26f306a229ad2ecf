package dev.dray.layout;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ResourceSlice;

/** The metadata that a driver writes, without what an API server adds. */
final class PublishedMetadata {
  private PublishedMetadata() {}

  static ObjectMeta of(ObjectMeta metadata, String name) {
    return ObjectMeta.named(name)
        .withLabels(metadata.labels())
        .withAnnotations(metadata.annotations())
        .withOwnerReferences(metadata.ownerReferences());
  }

  static ResourceSlice of(ResourceSlice slice) {
    return slice.withMetadata(of(slice.metadata(), slice.metadata().name()));
  }
}

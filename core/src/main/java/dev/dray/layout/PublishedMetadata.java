package dev.dray.layout;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.ResourceSlice;
import java.util.List;
import java.util.Optional;

/** The metadata that a driver writes, without what an API server adds. */
final class PublishedMetadata {
  private PublishedMetadata() {}

  static ObjectMeta of(ObjectMeta metadata, String name) {
    return new ObjectMeta(
        name,
        "",
        "",
        "",
        "",
        "",
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        metadata.labels(),
        metadata.annotations(),
        metadata.ownerReferences(),
        List.of(),
        List.of());
  }

  static ResourceSlice of(ResourceSlice slice) {
    return slice.withMetadata(of(slice.metadata(), slice.metadata().name()));
  }
}

package dev.dray.api.admission;

import dev.dray.api.meta.ObjectMeta;

/** The count of how often the spec of an object has changed, kept in its metadata. */
final class SpecGeneration {
  private SpecGeneration() {}

  static ObjectMeta first(ObjectMeta metadata) {
    return metadata.withGeneration(1);
  }

  static ObjectMeta next(ObjectMeta metadata) {
    return metadata.withGeneration(metadata.generation() + 1);
  }
}

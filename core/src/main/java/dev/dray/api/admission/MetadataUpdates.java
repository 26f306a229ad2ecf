package dev.dray.api.admission;

import dev.dray.api.meta.ObjectMeta;

/** The metadata that a writer may change. */
final class MetadataUpdates {
  private MetadataUpdates() {}

  /**
   * Returns the metadata of an update of the object: the stored generation, and what only the
   * server sets, are kept.
   */
  static ObjectMeta forUpdate(ObjectMeta written, ObjectMeta stored) {
    var graceful = written.deletionGracePeriodSeconds().or(stored::deletionGracePeriodSeconds);
    return new ObjectMeta(
        written.name(),
        written.generateName(),
        written.namespace(),
        written.selfLink(),
        written.uid().isEmpty() ? stored.uid() : written.uid(),
        written.resourceVersion(),
        stored.generation(),
        stored.creationTimestamp().or(written::creationTimestamp),
        stored.deletionTimestamp().or(written::deletionTimestamp),
        graceful,
        written.labels(),
        written.annotations(),
        written.ownerReferences(),
        written.finalizers(),
        written.managedFields());
  }

  /**
   * Returns the metadata of an update of the status: only the managed fields change, since they
   * track the status, too.
   */
  static ObjectMeta forStatus(ObjectMeta written, ObjectMeta stored) {
    var updated = forUpdate(written, stored);
    return new ObjectMeta(
        updated.name(),
        updated.generateName(),
        updated.namespace(),
        stored.selfLink(),
        updated.uid(),
        updated.resourceVersion(),
        stored.generation(),
        updated.creationTimestamp(),
        stored.deletionTimestamp(),
        updated.deletionGracePeriodSeconds(),
        stored.labels(),
        stored.annotations(),
        stored.ownerReferences(),
        stored.finalizers(),
        updated.managedFields());
  }
}

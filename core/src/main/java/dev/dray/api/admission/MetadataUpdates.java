package dev.dray.api.admission;

import dev.dray.api.meta.ObjectMeta;

/** Which metadata a writer may change. */
final class MetadataUpdates {
  private MetadataUpdates() {}

  /** On the main resource: not the generation, nor what the server alone knows. */
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

  /** On the status: only who manages which field, since that tracks the status, too. */
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

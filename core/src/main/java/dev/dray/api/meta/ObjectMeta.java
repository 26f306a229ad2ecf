package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The metadata of every object. An absent string is empty, as on the wire. */
public record ObjectMeta(
    String name,
    String generateName,
    String namespace,
    String selfLink,
    String uid,
    String resourceVersion,
    long generation,
    Optional<Instant> creationTimestamp,
    Optional<Instant> deletionTimestamp,
    Optional<Long> deletionGracePeriodSeconds,
    Map<String, String> labels,
    Map<String, String> annotations,
    List<OwnerReference> ownerReferences,
    List<String> finalizers,
    List<ManagedFieldsEntry> managedFields) {
  public ObjectMeta {
    requireNonNull(name, "name");
    requireNonNull(generateName, "generateName");
    requireNonNull(namespace, "namespace");
    requireNonNull(selfLink, "selfLink");
    requireNonNull(uid, "uid");
    requireNonNull(resourceVersion, "resourceVersion");
    requireNonNull(creationTimestamp, "creationTimestamp");
    requireNonNull(deletionTimestamp, "deletionTimestamp");
    requireNonNull(deletionGracePeriodSeconds, "deletionGracePeriodSeconds");
    labels = FrozenMap.copyOf(labels);
    annotations = FrozenMap.copyOf(annotations);
    ownerReferences = List.copyOf(ownerReferences);
    finalizers = List.copyOf(finalizers);
    managedFields = List.copyOf(managedFields);
  }

  public static final ObjectMeta EMPTY =
      new ObjectMeta(
          "",
          "",
          "",
          "",
          "",
          "",
          0,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Map.of(),
          Map.of(),
          List.of(),
          List.of(),
          List.of());

  /** Returns the metadata of a cluster-scoped object that has nothing but a name. */
  public static ObjectMeta named(String name) {
    return EMPTY.withName(name);
  }

  public ObjectMeta withName(String name) {
    return new ObjectMeta(
        name,
        generateName,
        namespace,
        selfLink,
        uid,
        resourceVersion,
        generation,
        creationTimestamp,
        deletionTimestamp,
        deletionGracePeriodSeconds,
        labels,
        annotations,
        ownerReferences,
        finalizers,
        managedFields);
  }

  public ObjectMeta withNamespace(String namespace) {
    return new ObjectMeta(
        name,
        generateName,
        namespace,
        selfLink,
        uid,
        resourceVersion,
        generation,
        creationTimestamp,
        deletionTimestamp,
        deletionGracePeriodSeconds,
        labels,
        annotations,
        ownerReferences,
        finalizers,
        managedFields);
  }

  public ObjectMeta withUid(String uid) {
    return new ObjectMeta(
        name,
        generateName,
        namespace,
        selfLink,
        uid,
        resourceVersion,
        generation,
        creationTimestamp,
        deletionTimestamp,
        deletionGracePeriodSeconds,
        labels,
        annotations,
        ownerReferences,
        finalizers,
        managedFields);
  }

  public ObjectMeta withGeneration(long generation) {
    return new ObjectMeta(
        name,
        generateName,
        namespace,
        selfLink,
        uid,
        resourceVersion,
        generation,
        creationTimestamp,
        deletionTimestamp,
        deletionGracePeriodSeconds,
        labels,
        annotations,
        ownerReferences,
        finalizers,
        managedFields);
  }

  public ObjectMeta withCreationTimestamp(Instant creationTimestamp) {
    return new ObjectMeta(
        name,
        generateName,
        namespace,
        selfLink,
        uid,
        resourceVersion,
        generation,
        Optional.of(creationTimestamp),
        deletionTimestamp,
        deletionGracePeriodSeconds,
        labels,
        annotations,
        ownerReferences,
        finalizers,
        managedFields);
  }

  public ObjectMeta withLabels(Map<String, String> labels) {
    return new ObjectMeta(
        name,
        generateName,
        namespace,
        selfLink,
        uid,
        resourceVersion,
        generation,
        creationTimestamp,
        deletionTimestamp,
        deletionGracePeriodSeconds,
        labels,
        annotations,
        ownerReferences,
        finalizers,
        managedFields);
  }
}

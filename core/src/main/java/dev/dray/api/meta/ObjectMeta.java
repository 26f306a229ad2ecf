package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

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
    return changed(it -> it.name = name);
  }

  public ObjectMeta withNamespace(String namespace) {
    return changed(it -> it.namespace = namespace);
  }

  public ObjectMeta withUid(String uid) {
    return changed(it -> it.uid = uid);
  }

  public ObjectMeta withGeneration(long generation) {
    return changed(it -> it.generation = generation);
  }

  public ObjectMeta withCreationTimestamp(Instant creationTimestamp) {
    return changed(it -> it.creationTimestamp = Optional.of(creationTimestamp));
  }

  public ObjectMeta withLabels(Map<String, String> labels) {
    return changed(it -> it.labels = labels);
  }

  public ObjectMeta withAnnotations(Map<String, String> annotations) {
    return changed(it -> it.annotations = annotations);
  }

  public ObjectMeta withOwnerReferences(List<OwnerReference> ownerReferences) {
    return changed(it -> it.ownerReferences = ownerReferences);
  }

  public ObjectMeta withFinalizers(List<String> finalizers) {
    return changed(it -> it.finalizers = finalizers);
  }

  /** Returns the same metadata without a request to delete the object. */
  public ObjectMeta withoutDeletion() {
    return changed(
        it -> {
          it.deletionTimestamp = Optional.empty();
          it.deletionGracePeriodSeconds = Optional.empty();
        });
  }

  /**
   * Returns the metadata of another object like this one: without version, managed fields and a
   * request to delete it.
   */
  public ObjectMeta copied(String name, String uid) {
    return withoutDeletion()
        .changed(
            it -> {
              it.name = name;
              it.generateName = "";
              it.selfLink = "";
              it.uid = uid;
              it.resourceVersion = "";
              it.managedFields = List.of();
            });
  }

  /** A copy of this metadata that can be changed. */
  private final class Draft {
    private String name = ObjectMeta.this.name;
    private String generateName = ObjectMeta.this.generateName;
    private String namespace = ObjectMeta.this.namespace;
    private String selfLink = ObjectMeta.this.selfLink;
    private String uid = ObjectMeta.this.uid;
    private String resourceVersion = ObjectMeta.this.resourceVersion;
    private long generation = ObjectMeta.this.generation;
    private Optional<Instant> creationTimestamp = ObjectMeta.this.creationTimestamp;
    private Optional<Instant> deletionTimestamp = ObjectMeta.this.deletionTimestamp;
    private Optional<Long> deletionGracePeriodSeconds = ObjectMeta.this.deletionGracePeriodSeconds;
    private Map<String, String> labels = ObjectMeta.this.labels;
    private Map<String, String> annotations = ObjectMeta.this.annotations;
    private List<OwnerReference> ownerReferences = ObjectMeta.this.ownerReferences;
    private List<String> finalizers = ObjectMeta.this.finalizers;
    private List<ManagedFieldsEntry> managedFields = ObjectMeta.this.managedFields;

    private ObjectMeta metadata() {
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

  private ObjectMeta changed(Consumer<Draft> change) {
    var draft = new Draft();
    change.accept(draft);
    return draft.metadata();
  }
}

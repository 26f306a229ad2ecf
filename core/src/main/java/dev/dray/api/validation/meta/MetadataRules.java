package dev.dray.api.validation.meta;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Formats;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.Kind;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The rules for object metadata: on create, on update, and in the template of a claim. */
public final class MetadataRules {
  private static final FieldPath METADATA = FieldPath.of("metadata");
  private static final String ORPHAN = "orphan";
  private static final String FOREGROUND = "foregroundDeletion";
  private static final List<String> STANDARD_FINALIZERS = List.of("kubernetes", ORPHAN, FOREGROUND);

  private MetadataRules() {}

  /** Checks the metadata of a new object, after its name was generated. */
  public static Violations create(ObjectMeta meta, Kind kind) {
    return naming(meta, kind)
        .and(notNegativeGeneration(meta))
        .and(MetadataListRules.lists(meta, METADATA))
        .and(finalizers(meta.finalizers()));
  }

  /** Checks the metadata of an update, of the object or of its status. */
  public static Violations update(ObjectMeta meta, ObjectMeta old, Kind kind) {
    return naming(meta, kind)
        .and(changes(meta, old))
        .and(MetadataListRules.lists(meta, METADATA))
        .and(finalizers(meta.finalizers()));
  }

  private static Violations naming(ObjectMeta meta, Kind kind) {
    return name(meta, kind).and(namespace(meta.namespace(), kind));
  }

  private static Violations name(ObjectMeta meta, Kind kind) {
    var at = METADATA.child("name");
    boolean generated = !meta.generateName().isEmpty();
    var found = Violations.NONE;
    // A class checks only the generated name; the other kinds check what it is generated from.
    if (kind == Kind.DEVICE_CLASS) {
      if (generated && meta.name().isEmpty()) {
        found =
            Violations.of(
                Violation.internal(
                    at,
                    "generateName was specified (\"%s\"), but no name was generated"
                        .formatted(meta.generateName())));
      }
    } else if (generated) {
      found = generateName(meta.generateName());
    }
    if (meta.name().isEmpty()) {
      return found.and(Violation.required(at, "name or generateName is required"));
    }
    return found.and(
        kind == Kind.DEVICE_CLASS
            ? NameRules.longName(meta.name(), at)
            : NameRules.dnsSubdomain(meta.name(), at));
  }

  private static Violations generateName(String prefix) {
    // A trailing dash is fine: characters follow it. Upstream drops the one before it as well.
    var masked =
        prefix.length() > 1 && prefix.endsWith("-")
            ? prefix.substring(0, prefix.length() - 2) + "a"
            : prefix;
    return Formats.isDnsSubdomain(masked)
        ? Violations.NONE
        : NameRules.invalid(
            prefix,
            METADATA.child("generateName"),
            "format=k8s-long-name",
            FormatWords.dnsSubdomain(masked, "characters"));
  }

  private static Violations namespace(String namespace, Kind kind) {
    var at = METADATA.child("namespace");
    return switch (kind.scope()) {
      case NAMESPACED ->
          namespace.isEmpty() ? RuleChecks.required(at) : NameRules.dnsLabel(namespace, at);
      case CLUSTER ->
          namespace.isEmpty()
              ? Violations.NONE
              : Violations.of(Violation.forbidden(at, "not allowed on this type"));
    };
  }

  private static Violations notNegativeGeneration(ObjectMeta meta) {
    return meta.generation() >= 0
        ? Violations.NONE
        : Violations.of(
            Violation.invalid(
                    METADATA.child("generation"), meta.generation(), RuleChecks.NOT_NEGATIVE)
                .by("minimum"));
  }

  private static Violations changes(ObjectMeta meta, ObjectMeta old) {
    var found = addedFinalizers(meta, old);
    if (meta.resourceVersion().isEmpty()) {
      found =
          found.and(
              Violation.invalid(
                      METADATA.child("resourceVersion"), "", "must be specified for an update")
                  .by("required"));
    }
    found = found.and(notNegativeGeneration(meta));
    if (meta.generation() < old.generation()) {
      found =
          found.and(
              Violation.invalid(
                      METADATA.child("generation"), meta.generation(), "must not be decremented")
                  .by("monotonic"));
    }
    return found
        .and(kept("name", meta.name(), old.name()))
        .and(kept("namespace", meta.namespace(), old.namespace()))
        .and(kept("uid", meta.uid(), old.uid()))
        .and(keptTime("creationTimestamp", meta.creationTimestamp(), old.creationTimestamp()))
        .and(keptTime("deletionTimestamp", meta.deletionTimestamp(), old.deletionTimestamp()))
        .and(
            kept(
                "deletionGracePeriodSeconds",
                meta.deletionGracePeriodSeconds(),
                old.deletionGracePeriodSeconds()));
  }

  private static Violations kept(String field, String value, String old) {
    return value.equals(old)
        ? Violations.NONE
        : Violations.of(
            Violation.invalid(METADATA.child(field), value, RuleChecks.IMMUTABLE).by("immutable"));
  }

  private static Violations kept(String field, Optional<?> value, Optional<?> old) {
    var shown = value.map(Object::toString).orElse("null");
    return RuleChecks.immutable(value, old, METADATA.child(field), shown);
  }

  private static Violations keptTime(String field, Optional<Instant> time, Optional<Instant> old) {
    var shown = time.map(instant -> "\"" + instant + '"').orElse("null");
    return RuleChecks.immutable(time, old, METADATA.child(field), shown);
  }

  private static Violations addedFinalizers(ObjectMeta meta, ObjectMeta old) {
    if (old.deletionTimestamp().isEmpty()) {
      return Violations.NONE;
    }
    var added = new LinkedHashSet<>(meta.finalizers());
    old.finalizers().forEach(added::remove);
    return added.isEmpty()
        ? Violations.NONE
        : Violations.of(
            Violation.forbidden(
                METADATA.child("finalizers"),
                "no new finalizers can be added if the object is being deleted, found new"
                    + " finalizers []string{%s}"
                        .formatted(
                            added.stream()
                                .sorted()
                                .map(name -> '"' + name + '"')
                                .collect(Collectors.joining(", ")))));
  }

  static Violations finalizers(List<String> finalizers) {
    var at = METADATA.child("finalizers");
    var found = RuleChecks.all(finalizers, at, NameRules::labelKey);
    if (finalizers.contains(ORPHAN) && finalizers.contains(FOREGROUND)) {
      found =
          found.and(
              Violation.invalid(
                      at,
                      finalizers,
                      "finalizer %s and %s cannot be both set".formatted(ORPHAN, FOREGROUND))
                  .by("finalizers"));
    }
    return found.and(Violations.each(finalizers, at, MetadataRules::finalizer));
  }

  private static Violations finalizer(String name, FieldPath at) {
    return name.indexOf('/') >= 0 || STANDARD_FINALIZERS.contains(name)
        ? Violations.NONE
        : Violations.of(
            Violation.invalid(
                    at, name, "name is neither a standard finalizer name nor is it fully qualified")
                .by("finalizers"));
  }

  /** Checks the metadata in a claim template: labels and annotations, and nothing else. */
  public static Violations template(ObjectMeta meta, FieldPath at) {
    var found =
        MetadataListRules.annotations(meta.annotations(), at.child("annotations"))
            .and(MetadataListRules.labels(meta.labels(), at.child("labels")));
    return found
        .and(unset(meta.name().isEmpty(), at.child("name")))
        .and(unset(meta.generateName().isEmpty(), at.child("generateName")))
        .and(unset(meta.namespace().isEmpty(), at.child("namespace")))
        .and(unset(meta.selfLink().isEmpty(), at.child("selfLink")))
        .and(unset(meta.uid().isEmpty(), at.child("uID")))
        .and(unset(meta.resourceVersion().isEmpty(), at.child("resourceVersion")))
        .and(unset(meta.generation() == 0, at.child("generation")))
        .and(unset(meta.creationTimestamp().isEmpty(), at.child("creationTimestamp")))
        .and(unset(meta.deletionTimestamp().isEmpty(), at.child("deletionTimestamp")))
        .and(
            unset(
                meta.deletionGracePeriodSeconds().isEmpty(),
                at.child("deletionGracePeriodSeconds")))
        .and(unset(meta.ownerReferences().isEmpty(), at.child("ownerReferences")))
        .and(unset(meta.finalizers().isEmpty(), at.child("finalizers")))
        .and(unset(meta.managedFields().isEmpty(), at.child("managedFields")));
  }

  private static Violations unset(boolean isUnset, FieldPath at) {
    return isUnset ? Violations.NONE : Violations.of(Violation.forbidden(at, "cannot be set"));
  }
}

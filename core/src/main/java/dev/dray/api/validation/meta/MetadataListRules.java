package dev.dray.api.validation.meta;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Formats;
import dev.dray.api.meta.ManagedFieldsEntry;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.OwnerReference;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The rules for the lists and maps of metadata: labels, annotations, owners and field managers. */
final class MetadataListRules {
  private static final int ANNOTATIONS_MAX = 256 * 1024;
  private static final int MANAGER_MAX = 128;
  private static final int SUBRESOURCE_MAX = 256;

  private MetadataListRules() {}

  static Violations lists(ObjectMeta meta, FieldPath at) {
    return labels(meta.labels(), at.child("labels"))
        .and(annotations(meta.annotations(), at.child("annotations")))
        .and(owners(meta.ownerReferences(), at.child("ownerReferences")))
        .and(
            Violations.each(
                meta.managedFields(), at.child("managedFields"), MetadataListRules::manager));
  }

  static Violations labels(Map<String, String> labels, FieldPath at) {
    return RuleChecks.keys(labels, at, NameRules::labelKey)
        .and(RuleChecks.all(labels.values(), at, NameRules::labelValue));
  }

  static Violations annotations(Map<String, String> annotations, FieldPath at) {
    var found = RuleChecks.keys(annotations, at, MetadataListRules::annotation);
    long size = 0;
    for (var entry : annotations.entrySet()) {
      size += Formats.bytes(entry.getKey()) + Formats.bytes(entry.getValue());
    }
    return size > ANNOTATIONS_MAX ? found.and(Violation.tooLong(at, ANNOTATIONS_MAX)) : found;
  }

  /** Checks the key of an annotation: like a label's key, but in any case. */
  private static Violations annotation(String key, FieldPath at) {
    var lower = key.toLowerCase(Locale.ROOT);
    return Formats.isLabelKey(lower)
        ? Violations.NONE
        : NameRules.invalid(key, at, "format=k8s-label-key", FormatWords.labelKey(lower));
  }

  private static Violations owners(List<OwnerReference> owners, FieldPath at) {
    var found = Violations.each(owners, at, MetadataListRules::owner);
    var controllers =
        owners.stream()
            .filter(owner -> owner.controller().orElse(false))
            .map(owner -> owner.kind() + "/" + owner.name())
            .toList();
    if (controllers.size() > 1) {
      found =
          found.and(
              Violation.invalidShown(
                      at,
                      RuleChecks.OMITTED,
                      "Only one reference can have Controller set to true. Found \"true\" in"
                          + " references for %s and %s"
                              .formatted(controllers.get(0), controllers.get(1)))
                  .by("oneController"));
    }
    return found;
  }

  private static Violations owner(OwnerReference owner, FieldPath at) {
    var found = apiVersion(owner.apiVersion(), at.child("apiVersion"));
    found = found.and(notEmpty(owner.kind(), at.child("kind")));
    found = found.and(notEmpty(owner.name(), at.child("name")));
    found = found.and(notEmpty(owner.uid(), at.child("uid")));
    return owner.apiVersion().equals("v1") && owner.kind().equals("Event")
        ? found.and(
            Violation.invalidShown(
                    at, RuleChecks.OMITTED, "/v1, Kind=Event is disallowed from being an owner")
                .by("owner"))
        : found;
  }

  private static Violations apiVersion(String apiVersion, FieldPath at) {
    if (apiVersion.isEmpty()) {
      return notEmpty(apiVersion, at);
    }
    int slash = apiVersion.indexOf('/');
    boolean several = slash >= 0 && apiVersion.indexOf('/', slash + 1) >= 0;
    return several || apiVersion.endsWith("/")
        ? Violations.of(
            Violation.invalid(at, apiVersion, "must be <group>/<version> or <version>")
                .by("format=k8s-group-version"))
        : Violations.NONE;
  }

  private static Violations notEmpty(String value, FieldPath at) {
    return value.isEmpty()
        ? Violations.of(Violation.required(at, "must not be empty"))
        : Violations.NONE;
  }

  private static Violations manager(ManagedFieldsEntry entry, FieldPath at) {
    var operation = at.child("operation");
    var found =
        entry.operation().isEmpty()
            ? notEmpty("", operation)
            : RuleChecks.oneOf(entry.operation(), operation, List.of("Apply", "Update"));
    if (!entry.fieldsType().isEmpty() && !entry.fieldsType().equals("FieldsV1")) {
      found =
          found.and(
              Violation.invalid(at.child("fieldsType"), entry.fieldsType(), "must be `FieldsV1`")
                  .by("enum"));
    }
    return found
        .and(RuleChecks.maxBytes(entry.manager(), MANAGER_MAX, at.child("manager")))
        .and(printable(entry.manager(), at.child("manager")))
        .and(RuleChecks.maxBytes(entry.subresource(), SUBRESOURCE_MAX, at.child("subresource")));
  }

  /**
   * Checks that the name is printable. Each mistake shows the whole name, so a name that is too
   * long anyway is not searched for them.
   */
  private static Violations printable(String manager, FieldPath at) {
    if (Formats.longerThan(manager, MANAGER_MAX)) {
      return Violations.NONE;
    }
    List<Violation> found = new ArrayList<>(0);
    for (int i = 0; i < manager.length(); i++) {
      char c = manager.charAt(i);
      if (Character.isISOControl(c)) {
        var words = "invalid character U+%04X (at position %d)".formatted((int) c, i);
        found.add(Violation.invalid(at, manager, words).by("printable"));
      }
    }
    return Violations.of(found);
  }
}

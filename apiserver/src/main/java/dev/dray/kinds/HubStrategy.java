package dev.dray.kinds;

import static java.util.Objects.requireNonNull;

import dev.dray.api.admission.Admission;
import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.DecodingError;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.Kind;
import dev.dray.api.validation.Validator;
import dev.dray.api.validation.meta.CommonRules;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * The strategy of the kinds of {@code resource.k8s.io}: trees are decoded into the hub, where
 * admission and validation work, and encoded again.
 */
public final class HubStrategy implements Strategy {
  /** The fields that the registry checks for objects of all kinds. */
  private static final List<FieldPath> ELSEWHERE =
      List.of(
          FieldPath.of("metadata", "name"),
          FieldPath.of("metadata", "generateName"),
          FieldPath.of("metadata", "resourceVersion"));

  private static final List<String> MANAGED_FIELDS = List.of("metadata", "managedFields");
  private static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);

  private final Kind kind;
  private final ApiVersion stored;
  private final Admission admission;
  private final Validator validator;
  private final InstantSource clock;

  public HubStrategy(
      Kind kind, ApiVersion stored, Admission admission, Validator validator, InstantSource clock) {
    this.kind = requireNonNull(kind, "kind");
    this.stored = requireNonNull(stored, "stored");
    this.admission = requireNonNull(admission, "admission");
    this.validator = requireNonNull(validator, "validator");
    this.clock = requireNonNull(clock, "clock");
  }

  @Override
  public Decoded decode(Json.Obj written, String version, FieldValidation validation) {
    var read = TREES.read(written, kind, named(version), validation);
    var errors = new ArrayList<String>();
    var warnings = new ArrayList<String>();
    for (var error : read.problems()) {
      (error.severity() == DecodingError.Severity.ERROR ? errors : warnings).add(error.message());
    }
    var object = admission.defaulted(read.object(), clock.instant());
    return new Decoded(written(object, stored), errors, warnings);
  }

  /**
   * Returns an object as a tree. Upstream's types hold the status of most kinds by value, so it is
   * always written.
   */
  private Json.Obj written(ApiObject object, ApiVersion version) {
    return withStatus(ObjectTrees.write(object, version));
  }

  private Json.Obj withStatus(Json.Obj tree) {
    return hasStatus() && kind != Kind.RESOURCE_POOL_STATUS_REQUEST && !tree.has("status")
        ? tree.with("status", Json.Obj.EMPTY)
        : tree;
  }

  private ApiVersion named(String version) {
    return ApiVersion.of(ApiVersion.GROUP + "/" + version)
        .filter(known -> known.serves(kind))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The kind (%s) has no version (%s).".formatted(kind.kindName(), version)));
  }

  /**
   * Returns the stored object, without managed fields: past ownership does not affect its
   * admission.
   */
  private ApiObject before(Json.Obj stored, WriteContext context) {
    return admission.defaulted(hub(stored.without(MANAGED_FIELDS)), context.now());
  }

  private ApiObject hub(Json.Obj tree) {
    return TREES.read(tree, kind, stored, FieldValidation.IGNORE).object();
  }

  @Override
  public Json.Obj encode(Json.Obj object, String version) {
    if (version.equals(stored.versionName()) && !LateDefaults.lacking(kind, object)) {
      return withStatus(object);
    }
    var full = admission.defaulted(hub(object), clock.instant());
    return written(full, named(version));
  }

  @Override
  public Prepared create(Json.Obj object, WriteContext context) {
    var admitted = admission.create(hub(object), context.now());
    return prepared(admitted.object(), validator.create(admitted.object()), admitted.warnings());
  }

  @Override
  public Prepared update(Json.Obj object, Json.Obj old, WriteContext context) {
    var before = before(old, context);
    var admitted = admission.update(hub(object), before, context.now());
    return prepared(
        admitted.object(), validator.update(admitted.object(), before), admitted.warnings());
  }

  @Override
  public Prepared updatePart(
      String subresource, Json.Obj object, Json.Obj old, WriteContext context) {
    if (!subresource.equals("status")) {
      throw new IllegalArgumentException(
          "The kind (%s) has no subresource (%s).".formatted(kind.kindName(), subresource));
    }
    var before = before(old, context);
    var admitted = admission.updateStatus(hub(object), before, context.now());
    var after = admitted.object();
    return new Prepared(
        written(after, stored),
        withoutNames(validator.updateStatus(after, before)),
        admitted.warnings());
  }

  private Prepared prepared(ApiObject object, Violations violations, List<String> dropped) {
    var warnings = new ArrayList<>(dropped);
    warnings.addAll(validator.warnings(object));
    return new Prepared(written(object, stored), withoutNames(violations), warnings);
  }

  /**
   * Removes violations of names: the registry checks them by {@link #nameMistakes}, and nobody is
   * told twice.
   */
  private static Violations withoutNames(Violations violations) {
    return Violations.of(
        violations.stream()
            .filter(it -> it.type() == Violation.Type.INTERNAL || !ELSEWHERE.contains(it.path()))
            .toList());
  }

  @Override
  public List<String> untouched(String subresource) {
    if (subresource.isEmpty()) {
      return hasStatus() ? List.of("status") : List.of();
    }
    return List.of("metadata", "spec");
  }

  public boolean hasStatus() {
    return switch (kind) {
      case RESOURCE_CLAIM, DEVICE_TAINT_RULE, RESOURCE_POOL_STATUS_REQUEST -> true;
      case RESOURCE_SLICE, RESOURCE_CLAIM_TEMPLATE, DEVICE_CLASS, RESOURCE_SLICE_PATCH -> false;
    };
  }

  @Override
  public List<String> nameMistakes(String name) {
    return CommonRules.dnsSubdomainMistakes(name);
  }

  @Override
  public boolean updatesUnconditionally(String version) {
    return kind != Kind.RESOURCE_POOL_STATUS_REQUEST && !isStableTaintRule(version);
  }

  @Override
  public boolean deletionReturnsObject(String version) {
    return !isStableTaintRule(version);
  }

  // Upstream's v1 of this kind is newer than both conventions, and follows neither.
  private boolean isStableTaintRule(String version) {
    return kind == Kind.DEVICE_TAINT_RULE && version.equals(ApiVersion.V1.versionName());
  }
}

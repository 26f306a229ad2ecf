package dev.dray.kinds;

import dev.dray.api.admission.Admission;
import dev.dray.api.admission.Admitted;
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
import java.util.Optional;

/**
 * The strategy of the kinds of {@code resource.k8s.io}: trees are decoded into the hub, where
 * admission and validation work, and what they make of it is encoded.
 */
public final class HubStrategy implements Strategy {
  /** The fields that the registry checks for objects of all kinds. */
  private static final List<FieldPath> ELSEWHERE =
      List.of(
          FieldPath.of("metadata", "name"),
          FieldPath.of("metadata", "generateName"),
          FieldPath.of("metadata", "resourceVersion"));

  private static final List<String> MANAGED_FIELDS = List.of("metadata", "managedFields");
  static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);

  private final Kind kind;
  private final ApiVersion stored;
  private final Admission admission;
  private final Validator validator;
  private final InstantSource clock;

  public HubStrategy(
      Kind kind, ApiVersion stored, Admission admission, Validator validator, InstantSource clock) {
    this.kind = kind;
    this.stored = stored;
    this.admission = admission;
    this.validator = validator;
    this.clock = clock;
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
    var metadata = ObjectTrees.writeMetadata(object.metadata());
    return new Decoded(new Draft.OfHub(object, metadata, stored), errors, warnings);
  }

  /**
   * Returns an object as a tree. Upstream's types hold the status of most kinds by value, so it is
   * always written.
   */
  static Json.Obj written(ApiObject object, ApiVersion version) {
    return withStatus(ObjectTrees.write(object, version), object.kind());
  }

  private static Json.Obj withStatus(Json.Obj tree, Kind kind) {
    return hasStatus(kind) && kind != Kind.RESOURCE_POOL_STATUS_REQUEST && !tree.has("status")
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

  private ApiObject hub(Draft draft) {
    return switch (draft) {
      case Draft.OfHub record -> record.object();
      case Draft.OfTree(var tree) -> hub(tree);
    };
  }

  private ApiObject hub(Json.Obj tree) {
    return TREES.read(tree, kind, stored, FieldValidation.IGNORE).object();
  }

  @Override
  public Json.Obj encode(Json.Obj object, String version) {
    if (version.equals(stored.versionName()) && !LateDefaults.lacking(kind, object)) {
      return withStatus(object, kind);
    }
    var full = admission.defaulted(hub(object), clock.instant());
    return written(full, named(version));
  }

  @Override
  public Prepared create(Draft draft, WriteContext context) {
    var admitted = admission.create(hub(draft), context.now());
    return prepared(
        admitted.object(),
        Optional.empty(),
        validator.create(admitted.object()),
        withAdvice(admitted));
  }

  @Override
  public Prepared update(Draft draft, Json.Obj old, WriteContext context) {
    var before = before(old, context);
    var admitted = admission.update(hub(draft), before, context.now());
    return prepared(
        admitted.object(),
        Optional.of(before),
        validator.update(admitted.object(), before),
        withAdvice(admitted));
  }

  @Override
  public Prepared updatePart(String subresource, Draft draft, Json.Obj old, WriteContext context) {
    if (!subresource.equals("status")) {
      throw new IllegalArgumentException(
          "The kind (%s) has no subresource (%s).".formatted(kind.kindName(), subresource));
    }
    var before = before(old, context);
    var admitted = admission.updateStatus(hub(draft), before, context.now());
    return prepared(
        admitted.object(),
        Optional.of(before),
        validator.updateStatus(admitted.object(), before),
        admitted.warnings());
  }

  private Prepared prepared(
      ApiObject object, Optional<ApiObject> before, Violations violations, List<String> warnings) {
    return new Prepared(
        written(object, stored),
        before.map(it -> new HubChange(it, object)),
        withoutNames(violations),
        warnings);
  }

  private List<String> withAdvice(Admitted<ApiObject> admitted) {
    var warnings = new ArrayList<>(admitted.warnings());
    warnings.addAll(validator.warnings(admitted.object()));
    return warnings;
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
      return hasStatus(kind) ? List.of("status") : List.of();
    }
    return List.of("metadata", "spec");
  }

  public static boolean hasStatus(Kind kind) {
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

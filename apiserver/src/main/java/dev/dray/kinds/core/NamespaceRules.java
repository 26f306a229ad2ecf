package dev.dray.kinds.core;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.validation.meta.CommonRules;
import dev.dray.kinds.TreeRules;
import dev.dray.kinds.WriteContext;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules of namespaces: the finalizers in their spec hold their deletion back until everything
 * in them is gone.
 */
public final class NamespaceRules implements TreeRules {
  private static final List<String> FINALIZERS = List.of("spec", "finalizers");
  private static final List<String> PHASE = List.of("status", "phase");
  private static final String NAME_LABEL = "kubernetes.io/metadata.name";
  private static final String OWN_FINALIZER = "kubernetes";

  @Override
  public List<String> parts() {
    return List.of("status");
  }

  @Override
  public Json.Obj created(Json.Obj object, WriteContext context) {
    var finalizers = new ArrayList<>(object.texts("spec", "finalizers"));
    if (!finalizers.contains(OWN_FINALIZER)) {
      finalizers.add(OWN_FINALIZER);
    }
    return labelled(object)
        .with(FINALIZERS, Json.strings(finalizers))
        .with("status", Json.obj("phase", "Active"));
  }

  @Override
  public Json.Obj updated(Json.Obj object, Json.Obj stored, WriteContext context) {
    return labelled(object).withOrWithout(List.of("spec"), stored.find("spec"));
  }

  private static Json.Obj labelled(Json.Obj object) {
    var name = object.text("metadata", "name");
    return name.isEmpty()
        ? object
        : object.with(List.of("metadata", "labels", NAME_LABEL), Json.of(name));
  }

  @Override
  public List<String> kept(String part) {
    return part.equals("finalize") ? List.of("status") : List.of("spec");
  }

  @Override
  public Json.Obj partUpdated(
      String part, Json.Obj written, Json.Obj stored, WriteContext context) {
    return labelled(TreeRules.super.partUpdated(part, written, stored, context));
  }

  @Override
  public Violations mistakes(Json.Obj object) {
    return finalizerMistakes(object);
  }

  private static Violations finalizerMistakes(Json.Obj object) {
    return Violations.each(
        object.texts("spec", "finalizers"),
        FieldPath.of("spec", "finalizers"),
        NamespaceRules::finalizerMistakes);
  }

  private static Violations finalizerMistakes(String finalizer, FieldPath at) {
    var found = CommonRules.labelKey(finalizer, at);
    boolean known = finalizer.indexOf('/') >= 0 || finalizer.equals(OWN_FINALIZER);
    return known
        ? found
        : found.and(
            Violation.invalid(
                    at,
                    finalizer,
                    "name is neither a standard finalizer name nor is it fully qualified")
                .by("finalizers"));
  }

  @Override
  public Violations partMistakes(String part, Json.Obj object, Json.Obj stored) {
    if (part.equals("finalize")) {
      return finalizerMistakes(object);
    }
    boolean deleted = !object.text("metadata", "deletionTimestamp").isEmpty();
    var phase = object.text("status", "phase");
    var right = deleted ? "Terminating" : "Active";
    return phase.equals(right)
        ? Violations.NONE
        : Violations.of(
            Violation.invalid(
                FieldPath.of("status", "Phase"),
                phase,
                "may only be '%s' if `deletionTimestamp` is %sempty"
                    .formatted(right, deleted ? "not " : "")));
  }

  @Override
  public List<String> nameMistakes(String name) {
    return CommonRules.dnsLabelMistakes(name);
  }

  @Override
  public boolean heldBack(Json.Obj stored) {
    return !stored.items("spec", "finalizers").isEmpty();
  }

  @Override
  public Json.Obj deleting(Json.Obj stored) {
    return stored.with(PHASE, Json.of("Terminating"));
  }

  @Override
  public boolean deletionReturnsObject() {
    return true;
  }
}

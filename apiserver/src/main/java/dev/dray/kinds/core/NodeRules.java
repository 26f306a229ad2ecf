package dev.dray.kinds.core;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.api.validation.meta.CommonRules;
import dev.dray.kinds.Edits;
import dev.dray.kinds.FieldMistakes;
import dev.dray.kinds.TreeRules;
import dev.dray.kinds.pod.PodSpecRules;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The rules of nodes: the kubelet owns their status, the administrator their spec. */
public final class NodeRules implements TreeRules {
  private static final FieldPath SPEC = FieldPath.of("spec");
  // Upstream names metadata here, although taints are in the spec.
  private static final FieldPath TAINTS = FieldPath.of("metadata", "taints");
  private static final List<String> AMOUNTS = List.of("capacity", "allocatable");

  @Override
  public List<String> writtenIfEmpty() {
    return List.of("spec", "status");
  }

  @Override
  public List<String> parts() {
    return List.of("status");
  }

  @Override
  public Json.Obj defaulted(Json.Obj object) {
    return Edits.in(Edits.in(object, "status", NodeRules::amounts), "spec", NodeRules::addresses);
  }

  private static Json.Obj amounts(Json.Obj status) {
    return status.has("allocatable") || !status.has("capacity")
        ? status
        : status.with("allocatable", status.object("capacity"));
  }

  private static Json.Obj addresses(Json.Obj spec) {
    return spec.text("podCIDR").isEmpty() || !spec.items("podCIDRs").isEmpty()
        ? spec
        : spec.with("podCIDRs", Json.strings(List.of(spec.text("podCIDR"))));
  }

  /**
   * {@inheritDoc}
   *
   * <p>Kubelets register a node with its status.
   */
  @Override
  public boolean createdWithParts() {
    return true;
  }

  @Override
  public Violations mistakes(Json.Obj object) {
    var seen = new HashSet<String>();
    return Violations.each(
            object.objects("spec", "taints"), TAINTS, (taint, at) -> taint(taint, seen, at))
        .and(amountMistakes(object));
  }

  private static Violations taint(Json.Obj taint, Set<String> seen, FieldPath at) {
    var key = taint.text("key");
    var effect = taint.text("effect");
    var found =
        CommonRules.labelKey(key, at.child("key"))
            .and(CommonRules.labelValue(taint.text("value"), at.child("value")))
            .and(
                effect.isEmpty()
                    ? FieldMistakes.required(effect, at.child("effect"))
                    : FieldMistakes.oneOf(effect, PodSpecRules.EFFECTS, at.child("effect")));
    return seen.add(key + ":" + effect)
        ? found
        : found.and(
            new Violation(
                Violation.Type.DUPLICATE,
                at,
                Optional.of(shown(taint)),
                "taints must be unique by key and effect pair",
                "unique",
                Optional.empty()));
  }

  private static String shown(Json.Obj taint) {
    return Json.obj(
            "Key",
            taint.text("key"),
            "Value",
            taint.text("value"),
            "Effect",
            taint.text("effect"),
            "TimeAdded",
            taint.find("timeAdded").orElse(Json.Null.NULL))
        .toText();
  }

  private static Violations amountMistakes(Json.Obj object) {
    var found = Violations.NONE;
    for (var list : AMOUNTS) {
      for (var amount : object.object("status", list).fields().entrySet()) {
        var at = FieldPath.of("status", list).child(amount.getKey());
        found = found.and(FieldMistakes.amount(amount.getValue(), at));
      }
    }
    return found;
  }

  @Override
  public Violations changeMistakes(Json.Obj object, Json.Obj stored) {
    var found = Violations.NONE;
    var had = stored.texts("spec", "podCIDRs");
    if (!had.isEmpty() && !had.equals(object.texts("spec", "podCIDRs"))) {
      found =
          Violations.of(
              Violation.forbidden(
                  SPEC.child("podCIDRs"),
                  "node updates may not change podCIDR except from \"\" to valid"));
    }
    var provider = stored.text("spec", "providerID");
    return provider.isEmpty() || provider.equals(object.text("spec", "providerID"))
        ? found
        : found.and(
            Violation.invalidShown(
                SPEC.child("providerID"), "null", "field cannot be modified once set"));
  }

  @Override
  public Violations partMistakes(String part, Json.Obj object, Json.Obj stored) {
    return amountMistakes(object);
  }
}

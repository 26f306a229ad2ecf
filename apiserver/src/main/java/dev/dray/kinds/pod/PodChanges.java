package dev.dray.kinds.pod;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.Edits;
import dev.dray.security.authorization.MirrorPods;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The rules of pod updates, which may change very little. */
final class PodChanges {
  private static final FieldPath SPEC = FieldPath.of("spec");
  private static final String ALLOWED =
      "pod updates may not change fields other than `spec.containers[*].image`,"
          + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,"
          + "`spec.tolerations` (only additions to existing tolerations),"
          + "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously"
          + " negative)";

  private PodChanges() {}

  /**
   * Checks that an update does not make or unmake a mirror pod: what a pod may use depends on that.
   */
  static Violations mirror(Json.Obj pod, Json.Obj stored) {
    var now = pod.find("metadata", "annotations", MirrorPods.ANNOTATION);
    var before = stored.find("metadata", "annotations", MirrorPods.ANNOTATION);
    if (now.equals(before)) {
      return Violations.NONE;
    }
    return Violations.of(
        Violation.forbidden(
            PodRules.MIRROR,
            before.isEmpty()
                ? "may not add mirror pod annotation"
                : "may not remove or update mirror pod annotation"));
  }

  static Violations mistakes(Json.Obj pod, Json.Obj stored) {
    var now = pod.object("spec");
    var before = stored.object("spec");
    var found =
        containerCount(now, before, "containers")
            .and(containerCount(now, before, "initContainers"));
    if (!found.isEmpty()) {
      return found;
    }
    found = deadline(now, before).and(gates(now, before));
    boolean gated = !before.items("schedulingGates").isEmpty();
    var loosened = gated ? loosened(now, before) : now;
    return munged(loosened, before).equals(munged(before, before))
        ? found.and(tolerations(now, before))
        : found.and(Violation.forbidden(SPEC, ALLOWED).by("immutable"));
  }

  private static Violations containerCount(Json.Obj now, Json.Obj before, String list) {
    return now.items(list).size() == before.items(list).size()
        ? Violations.NONE
        : Violations.of(
            Violation.forbidden(SPEC.child(list), "pod updates may not add or remove containers"));
  }

  private static Violations deadline(Json.Obj now, Json.Obj before) {
    var at = SPEC.child("activeDeadlineSeconds");
    var wanted = now.number("activeDeadlineSeconds");
    var had = before.number("activeDeadlineSeconds");
    if (had.isEmpty() || wanted.equals(had)) {
      return Violations.NONE;
    }
    if (wanted.isEmpty()) {
      return Violations.of(
          Violation.invalidShown(
              at, "null", "must not update from a positive integer to nil value"));
    }
    return wanted.get() > had.get()
        ? Violations.of(
            Violation.invalid(at, wanted.get(), "must be less than or equal to previous value"))
        : Violations.NONE;
  }

  private static Violations gates(Json.Obj now, Json.Obj before) {
    var had =
        before.objects("schedulingGates").stream()
            .map(gate -> gate.text("name"))
            .collect(Collectors.toSet());
    return Violations.each(
        now.objects("schedulingGates"),
        SPEC.child("schedulingGates"),
        (gate, at) ->
            had.contains(gate.text("name"))
                ? Violations.NONE
                : Violations.of(
                    Violation.forbidden(
                        at.child("name"),
                        "only deletion is allowed, but found new scheduling gate '%s'"
                            .formatted(gate.text("name")))));
  }

  private static Violations tolerations(Json.Obj now, Json.Obj before) {
    Set<Json> kept =
        now.objects("tolerations").stream()
            .map(toleration -> toleration.without("tolerationSeconds"))
            .collect(Collectors.toSet());
    boolean all =
        before.objects("tolerations").stream()
            .allMatch(toleration -> kept.contains(toleration.without("tolerationSeconds")));
    return all
        ? Violations.NONE
        : Violations.of(
            Violation.forbidden(
                SPEC.child("tolerations"),
                "existing toleration can not be modified except its tolerationSeconds"));
  }

  /**
   * Returns the spec with permitted narrowing undone: while a pod is gated, its nodes can still be
   * narrowed.
   */
  private static Json.Obj loosened(Json.Obj now, Json.Obj before) {
    boolean narrower =
        now.object("nodeSelector")
            .fields()
            .entrySet()
            .containsAll(before.object("nodeSelector").fields().entrySet());
    var same =
        narrower ? now.withOrWithout(List.of("nodeSelector"), before.find("nodeSelector")) : now;
    return before.find("affinity", "nodeAffinity").isPresent() ? same : withoutNodes(same, before);
  }

  /** Returns the spec without node affinity; pod affinity must not change. */
  private static Json.Obj withoutNodes(Json.Obj spec, Json.Obj before) {
    var rest = spec.object("affinity").without("nodeAffinity");
    return rest.fields().isEmpty() && before.object("affinity").fields().isEmpty()
        ? spec.withOrWithout(List.of("affinity"), before.find("affinity"))
        : spec.with("affinity", rest);
  }

  /** Returns the spec with all mutable fields reset to their stored values. */
  private static Json.Obj munged(Json.Obj spec, Json.Obj before) {
    var same = spec;
    for (var field : List.of("activeDeadlineSeconds", "tolerations", "schedulingGates")) {
      same = same.withOrWithout(List.of(field), before.find(field));
    }
    for (var list : List.of("containers", "initContainers")) {
      same = images(same, before, list);
    }
    if (before.number("terminationGracePeriodSeconds").orElse(0L) < 0
        && spec.number("terminationGracePeriodSeconds").orElse(0L) == 1) {
      same =
          same.withOrWithout(
              List.of("terminationGracePeriodSeconds"),
              before.find("terminationGracePeriodSeconds"));
    }
    return same;
  }

  private static Json.Obj images(Json.Obj spec, Json.Obj before, String list) {
    var old = before.objects(list);
    var same = new ArrayList<Json>();
    var containers = spec.objects(list);
    for (int i = 0; i < containers.size(); i++) {
      same.add(containers.get(i).withOrWithout(List.of("image"), old.get(i).find("image")));
    }
    return Edits.list(spec, list, same);
  }
}

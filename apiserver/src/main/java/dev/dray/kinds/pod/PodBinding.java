package dev.dray.kinds.pod;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.FieldMistakes;
import dev.dray.kinds.StatusError;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** The binding of a pod to a node, which happens once. */
final class PodBinding {
  private static final String ENDPOINT = "pods/binding";
  private static final String SCHEDULED = "PodScheduled";

  private PodBinding() {}

  /**
   * Returns the pod with the node that a Binding names.
   *
   * @throws StatusError if the pod already has a node, is gated, or is being deleted
   */
  static Json.Obj bound(Json.Obj pod, Json.Obj binding, Instant now) {
    requireTarget(pod, binding);
    requireFree(pod, binding);
    var placed =
        pod.with(List.of("spec", "nodeName"), binding.find("target", "name").orElseThrow());
    for (var annotation : binding.map("metadata", "annotations").entrySet()) {
      placed =
          placed.with(
              List.of("metadata", "annotations", annotation.getKey()),
              Json.of(annotation.getValue()));
    }
    return placed.with(List.of("status", "conditions"), scheduled(pod, now));
  }

  private static void requireTarget(Json.Obj pod, Json.Obj binding) {
    var at = FieldPath.of("target");
    var kind = binding.text("target", "kind");
    var found = Violations.NONE;
    if (!kind.isEmpty() && !kind.equals("Node")) {
      found = FieldMistakes.oneOf(kind, List.of("Node", "<empty>"), at.child("kind"));
    }
    if (binding.text("target", "name").isEmpty()) {
      found = found.and(Violation.required(at.child("name"), ""));
    }
    if (!found.isEmpty()) {
      throw StatusError.invalidBinding(pod.text("metadata", "name"), found);
    }
  }

  private static void requireFree(Json.Obj pod, Json.Obj binding) {
    var name = pod.text("metadata", "name");
    var uid = binding.text("metadata", "uid");
    if (!uid.isEmpty() && !uid.equals(pod.text("metadata", "uid"))) {
      throw conflict(
          name,
          "Precondition failed: UID in precondition: %s, UID in object meta: %s"
              .formatted(uid, pod.text("metadata", "uid")));
    }
    if (!pod.text("metadata", "deletionTimestamp").isEmpty()) {
      throw conflict(name, "pod %s is being deleted, cannot be assigned to a host".formatted(name));
    }
    var node = pod.text("spec", "nodeName");
    if (!node.isEmpty()) {
      throw conflict(name, "pod %s is already assigned to node \"%s\"".formatted(name, node));
    }
    if (!pod.items("spec", "schedulingGates").isEmpty()) {
      throw conflict(name, "pod %s has non-empty .spec.schedulingGates".formatted(name));
    }
  }

  private static StatusError conflict(String name, String why) {
    return StatusError.conflictAt(ENDPOINT, name, why);
  }

  private static Json scheduled(Json.Obj pod, Instant now) {
    var conditions = new ArrayList<Json>();
    for (var condition : pod.objects("status", "conditions")) {
      if (!condition.text("type").equals(SCHEDULED)) {
        conditions.add(condition);
      }
    }
    conditions.add(
        Json.obj(
            "type",
            SCHEDULED,
            "status",
            "True",
            "lastTransitionTime",
            now.truncatedTo(ChronoUnit.SECONDS).toString()));
    return Json.of(conditions);
  }
}

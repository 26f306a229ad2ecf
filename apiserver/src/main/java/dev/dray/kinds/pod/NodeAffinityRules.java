package dev.dray.kinds.pod;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violations;
import dev.dray.api.validation.meta.CommonRules;
import dev.dray.kinds.FieldMistakes;
import dev.dray.kinds.NodeSelectors;

/** The rules of a pod's node affinity, required and preferred. */
final class NodeAffinityRules {
  private NodeAffinityRules() {}

  static Violations of(Json.Obj affinity, FieldPath at) {
    return required(affinity, at)
        .and(
            FieldMistakes.each(
                affinity, PodAffinityRules.PREFERRED, at, NodeAffinityRules::preferred));
  }

  private static Violations required(Json.Obj affinity, FieldPath at) {
    var field = PodAffinityRules.REQUIRED;
    return affinity.find(field).orElse(Json.Null.NULL) instanceof Json.Obj selector
        ? CommonRules.nodeSelector(NodeSelectors.read(selector), at.child(field))
        : Violations.NONE;
  }

  private static Violations preferred(Json.Obj preferred, FieldPath at) {
    return PodAffinityRules.weight(preferred, at)
        .and(
            CommonRules.nodeSelectorTerm(
                NodeSelectors.term(preferred.object("preference")), at.child("preference")));
  }
}

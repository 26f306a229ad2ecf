package dev.dray.kinds.pod;

import dev.dray.api.json.Json;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.Violation;
import dev.dray.api.meta.Violations;
import dev.dray.kinds.Edits;
import dev.dray.kinds.FieldMistakes;
import dev.dray.kinds.TreeRules;
import java.util.List;
import java.util.Map;

/** The rules of priority classes. */
public final class PriorityClassRules implements TreeRules {
  static final Map<String, Long> SYSTEM =
      Map.of("system-node-critical", 2_000_001_000L, "system-cluster-critical", 2_000_000_000L);
  private static final long HIGHEST = 1_000_000_000L;
  private static final List<String> POLICIES = List.of("PreemptLowerPriority", "Never");

  @Override
  public Json.Obj defaulted(Json.Obj object) {
    return Edits.fill(object, "preemptionPolicy", "PreemptLowerPriority");
  }

  @Override
  public Violations mistakes(Json.Obj object) {
    var name = object.text("metadata", "name");
    long value = object.number("value").orElse(0L);
    var policy =
        FieldMistakes.oneOf(
            object.text("preemptionPolicy"), POLICIES, FieldPath.of("preemptionPolicy"));
    if (name.startsWith("system-")) {
      return SYSTEM.getOrDefault(name, 0L) == value && SYSTEM.containsKey(name)
          ? policy
          : Violations.of(
                  Violation.forbidden(
                      FieldPath.of("metadata", "name"),
                      "priority class names with 'system-' prefix are reserved for system use only."
                          + " error: %s is not a known system priority class".formatted(name)))
              .and(policy);
    }
    return value > HIGHEST
        ? Violations.of(
                Violation.forbidden(
                    FieldPath.of("value"),
                    "maximum allowed value of a user defined priority is %d".formatted(HIGHEST)))
            .and(policy)
        : policy;
  }

  @Override
  public Violations changeMistakes(Json.Obj object, Json.Obj stored) {
    var found = Violations.NONE;
    for (var field : List.of("value", "preemptionPolicy")) {
      if (!object.find(field).equals(stored.find(field))) {
        found =
            found.and(Violation.forbidden(FieldPath.of(field), "may not be changed in an update."));
      }
    }
    return found;
  }

  @Override
  public boolean countsGenerations() {
    return true;
  }
}

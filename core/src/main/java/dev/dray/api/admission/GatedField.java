package dev.dray.api.admission;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FieldPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Fields that exist only while their gates are on: how to find their uses, what else in a stored
 * object counts as use of the feature, and how to remove them.
 *
 * @param without removes what the object can do without; what it leaves is for validation to refuse
 */
record GatedField<T>(
    List<Gate> gates,
    GatedUses<T> gatedUses,
    Predicate<T> usedElsewhere,
    UnaryOperator<T> without) {
  GatedField {
    gates = List.copyOf(gates);
  }

  GatedField(Gate gate, GatedUses<T> gatedUses, UnaryOperator<T> without) {
    this(List.of(gate), gatedUses, _ -> false, without);
  }

  Admitted<T> onCreate(T incoming, FieldPath at, Gates enabled) {
    var disabled = gates.stream().filter(gate -> !enabled.enabled(gate)).toList();
    if (disabled.isEmpty()) {
      return Admitted.silently(incoming);
    }
    var left = without.apply(incoming);
    var dropped = new ArrayList<>(gatedUses.places(incoming, at));
    dropped.removeAll(gatedUses.places(left, at));
    return new Admitted<>(left, warnings(dropped, disabled));
  }

  /**
   * Does the same as {@link #onCreate}, except that a stored use outranks the gate: after an
   * administrator turns the gate off, an unrelated update of an old object must not quietly lose
   * data.
   */
  Admitted<T> onUpdate(T incoming, T stored, FieldPath at, Gates enabled) {
    boolean kept = gates.stream().allMatch(enabled::enabled) || inUse(stored);
    return kept ? Admitted.silently(incoming) : onCreate(incoming, at, enabled);
  }

  private boolean inUse(T stored) {
    return gatedUses.any(stored) || usedElsewhere.test(stored);
  }

  /** Returns the warnings, one for all fields that differ only in index and key. */
  private static List<String> warnings(List<FieldPath> dropped, List<Gate> disabled) {
    var alike = new LinkedHashMap<String, List<FieldPath>>();
    for (var path : dropped) {
      alike.computeIfAbsent(shape(path), _ -> new ArrayList<>()).add(path);
    }
    return alike.values().stream().map(paths -> warning(paths, disabled)).toList();
  }

  private static String shape(FieldPath path) {
    return path.steps().stream()
        .map(
            step ->
                switch (step) {
                  case FieldPath.Step.Child(var name) -> "." + name;
                  case FieldPath.Step.Index _, FieldPath.Step.Key _ -> "[]";
                })
        .collect(Collectors.joining());
  }

  private static String warning(List<FieldPath> paths, List<Gate> disabled) {
    var more = paths.size() == 1 ? "" : " and %d more".formatted(paths.size() - 1);
    var names = disabled.stream().map(Gate::gateName).collect(Collectors.joining(" and "));
    var gates =
        disabled.size() == 1
            ? "the feature gate %s is disabled".formatted(names)
            : "the feature gates %s are disabled".formatted(names);
    return "%s%s: dropped because %s".formatted(paths.getFirst(), more, gates);
  }
}

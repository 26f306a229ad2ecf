package dev.dray.api.admission;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FieldPath;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

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
    return new Admitted<>(left, DropWarnings.of(dropped, disabled));
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
}

package dev.dray.api.admission;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FieldPath;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/**
 * All gated fields of a type, in the order in which they are removed: a field comes before those
 * inside it, so that each loss is reported once.
 */
record GatedFields<T>(List<GatedField<T>> rows) {
  GatedFields {
    rows = List.copyOf(rows);
  }

  Admitted<T> onCreate(T incoming, FieldPath at, Gates enabled) {
    return drop(incoming, (row, value) -> row.onCreate(value, at, enabled));
  }

  Admitted<T> onUpdate(T incoming, T stored, FieldPath at, Gates enabled) {
    return drop(incoming, (row, value) -> row.onUpdate(value, stored, at, enabled));
  }

  /** Returns where any of the fields is set, field by field. */
  List<GatedUse> uses(T value, FieldPath at) {
    return rows.stream()
        .flatMap(
            row ->
                row.gatedUses().places(value, at).stream()
                    .map(path -> new GatedUse(path, row.gates())))
        .toList();
  }

  /** Returns the list with every item changed. */
  static <T> List<T> each(List<T> list, UnaryOperator<T> change) {
    return list.stream().map(change).toList();
  }

  private Admitted<T> drop(T incoming, BiFunction<GatedField<T>, T, Admitted<T>> drop) {
    var left = Admitted.silently(incoming);
    for (var row : rows) {
      var next = drop.apply(row, left.object());
      left = left.map(_ -> next.object()).warning(next.warnings());
    }
    return left;
  }
}

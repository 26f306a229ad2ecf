package dev.dray.api.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FieldPath;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds of the gated fields of every kind. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GateContract<T> {

  /** Where the values are in the objects of their kind. */
  abstract FieldPath at();

  abstract GatedFields<T> rows();

  abstract List<GateCase<T>> cases();

  /** A value that uses no feature at all. */
  abstract T plain();

  @Test
  void every_row_has_a_case() {
    var gates = new HashSet<Gate>();
    rows().rows().forEach(row -> gates.addAll(row.gates()));

    assertThat(cases()).extracting(GateCase::gate).containsAll(gates);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_field_is_kept_while_its_gate_is_on(GateCase<T> given) {
    assertThat(rows().onCreate(given.using(), at(), allOn()))
        .isEqualTo(Admitted.silently(given.using()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_field_of_a_new_object_is_dropped_while_its_gate_is_off(GateCase<T> given) {
    var admitted = rows().onCreate(given.using(), at(), allOn().without(given.gate()));

    assertThat(admitted).isEqualTo(new Admitted<>(given.left(), given.warnings()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_field_new_to_a_stored_object_is_dropped_while_its_gate_is_off(GateCase<T> given) {
    var admitted = rows().onUpdate(given.using(), plain(), at(), allOn().without(given.gate()));

    assertThat(admitted).isEqualTo(new Admitted<>(given.left(), given.warnings()));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void a_stored_use_outranks_the_gate(GateCase<T> given) {
    var admitted =
        rows().onUpdate(given.using(), given.using(), at(), allOn().without(given.gate()));

    assertThat(admitted).isEqualTo(Admitted.silently(given.using()));
  }

  @Test
  void what_uses_no_feature_passes_with_all_gates_off() {
    assertThat(rows().onCreate(plain(), at(), allOff())).isEqualTo(Admitted.silently(plain()));
  }

  static Gates allOn() {
    var gates = Gates.defaults();
    for (var gate : Gate.values()) {
      gates = gates.with(gate);
    }
    return gates;
  }

  static Gates allOff() {
    var gates = Gates.defaults();
    for (var gate : Gate.values()) {
      gates = gates.without(gate);
    }
    return gates;
  }
}

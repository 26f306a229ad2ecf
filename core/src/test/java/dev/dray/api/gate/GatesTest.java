package dev.dray.api.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GatesTest {

  @Test
  void nothing_set_means_the_defaults() {
    assertThat(accepted("")).isEqualTo(Gates.defaults());
    assertThat(accepted(",,")).isEqualTo(Gates.defaults());
  }

  @Test
  void the_defaults_do_not_contradict_themselves() {
    assertThat(Gates.defaults().conflicts()).isEmpty();
  }

  @Test
  void the_features_of_the_five_keps_are_on() {
    assertThat(
            Arrays.stream(Gate.values())
                .filter(gate -> List.of(5234, 5963, 4816, 5027, 5941).contains(gate.kep())))
        .hasSize(5)
        .allMatch(Gates.defaults()::enabled);
  }

  @ParameterizedTest
  @EnumSource
  void a_gate_is_found_by_its_name(Gate gate) {
    assertThat(Gate.named(gate.gateName())).contains(gate);
  }

  /** What upstream demands of its own table before it starts. */
  @ParameterizedTest
  @EnumSource
  void a_gate_depends_only_on_gates_as_ripe_and_as_fixed_as_itself(Gate gate) {
    assertThat(gate.dependencies())
        .allMatch(dependency -> dependency.stage().compareTo(gate.stage()) >= 0)
        .allMatch(dependency -> dependency.locked() || !gate.locked())
        .allMatch(dependency -> dependency.compareTo(gate) < 0);
  }

  @Test
  void a_value_sets_several_gates() {
    var gates = accepted("DRAListTypeAttributes=true,DRAConsumableCapacity=true");

    assertThat(gates).isEqualTo(Gates.defaults().with(Gate.DRA_LIST_TYPE_ATTRIBUTES));
  }

  @Test
  void the_flag_may_be_given_several_times_and_the_last_word_counts() {
    var parsed = Gates.parse(List.of("DRAListTypeAttributes=true", "DRADerivedAttributes=1"));
    var overruled = Gates.parse(List.of("DRAListTypeAttributes=true", "DRAListTypeAttributes=f"));

    assertThat(parsed)
        .isEqualTo(
            new ParsedGates.Accepted(
                Gates.defaults()
                    .with(Gate.DRA_LIST_TYPE_ATTRIBUTES)
                    .with(Gate.DRA_DERIVED_ATTRIBUTES)));
    assertThat(overruled).isEqualTo(new ParsedGates.Accepted(Gates.defaults()));
  }

  @Test
  void spaces_around_names_and_values_do_not_matter() {
    assertThat(accepted(" DRAListTypeAttributes = true , DRADerivedAttributes=\ttrue "))
        .isEqualTo(accepted("DRAListTypeAttributes=true,DRADerivedAttributes=true"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "t", "T", "true", "TRUE", "True"})
  void these_are_true(String text) {
    assertThat(accepted("DRAListTypeAttributes=" + text).enabled(Gate.DRA_LIST_TYPE_ATTRIBUTES))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "f", "F", "false", "FALSE", "False"})
  void these_are_false(String text) {
    assertThat(accepted("DRADeviceTaintRules=" + text).enabled(Gate.DRA_DEVICE_TAINT_RULES))
        .isFalse();
  }

  @Test
  void all_alpha_switches_every_alpha_gate() {
    assertThat(accepted("AllAlpha=true"))
        .satisfies(gates -> assertThat(ofStage(Gate.Stage.ALPHA)).allMatch(gates::enabled));
    assertThat(accepted("AllAlpha=false"))
        .satisfies(gates -> assertThat(ofStage(Gate.Stage.ALPHA)).noneMatch(gates::enabled));
  }

  @Test
  void all_beta_switches_every_beta_gate() {
    assertThat(accepted("AllBeta=true"))
        .satisfies(gates -> assertThat(ofStage(Gate.Stage.BETA)).allMatch(gates::enabled));
    assertThat(accepted("AllBeta=false,AllAlpha=false"))
        .satisfies(gates -> assertThat(ofStage(Gate.Stage.BETA)).noneMatch(gates::enabled));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AllAlpha=true,DRADerivedAttributes=false",
        "DRADerivedAttributes=false,AllAlpha=true"
      })
  void a_gate_set_by_name_does_not_follow_its_stage(String value) {
    assertThat(accepted(value).enabled(Gate.DRA_DERIVED_ATTRIBUTES)).isFalse();
  }

  @Test
  void an_unknown_gate_is_answered_with_the_nearest_name() {
    assertThat(rejected("DRADeviceTaint=true"))
        .containsExactly(
            new GateMistake.Unrecognized("DRADeviceTaint", Optional.of("DRADeviceTaints")));
    assertThat(rejected("dradevicetaints=true").getFirst().message())
        .isEqualTo("unrecognized feature gate: dradevicetaints\nMaybe you meant DRADeviceTaints.");
  }

  @Test
  void a_gate_unlike_any_other_is_answered_without_a_guess() {
    assertThat(rejected("Rubbish=true").getFirst().message())
        .isEqualTo(
            "unrecognized feature gate: Rubbish\nMaybe look it up in the list that --help prints.");
  }

  @Test
  void a_value_that_is_no_boolean_is_refused() {
    assertThat(rejected("DRADeviceTaints=yes").getFirst().message())
        .isEqualTo(
            "invalid value of DRADeviceTaints=yes: not a boolean\nMaybe write true or false.");
  }

  @Test
  void a_name_alone_is_refused() {
    assertThat(rejected("DRADeviceTaints").getFirst().message())
        .isEqualTo("missing bool value for DRADeviceTaints\nMaybe write DRADeviceTaints=true.");
  }

  @Test
  void a_locked_gate_may_be_set_to_what_it_is_and_to_nothing_else() {
    assertThat(accepted("DRAAdminAccess=true")).isEqualTo(Gates.defaults());
    assertThat(rejected("DRAAdminAccess=false").getFirst().message())
        .isEqualTo(
            """
            cannot set feature gate DRAAdminAccess to false, feature is locked to true
            Maybe leave it out.\
            """);
  }

  @Test
  void a_gate_that_is_on_while_a_dependency_is_off_is_refused_by_both_names() {
    assertThat(rejected("DRADeviceTaints=false").getFirst().message())
        .isEqualTo(
            """
            DRADeviceTaintRules is enabled, but depends on features that are disabled: [DRADeviceTaints]
            Maybe set DRADeviceTaintRules=false too, or else DRADeviceTaints=true.\
            """);
  }

  @Test
  void switching_off_the_dependents_too_is_accepted() {
    assertThat(accepted("DRADeviceTaints=false,DRADeviceTaintRules=false"))
        .isEqualTo(
            Gates.defaults().without(Gate.DRA_DEVICE_TAINTS).without(Gate.DRA_DEVICE_TAINT_RULES));
  }

  @Test
  void all_mistakes_are_reported_at_once() {
    assertThat(rejected("Rubbish=true,DRADeviceTaints=maybe,DRAAdminAccess=0,AllBeta=false"))
        .contains(
            new GateMistake.Unrecognized("Rubbish", Optional.empty()),
            new GateMistake.NotBoolean("DRADeviceTaints", "maybe"),
            new GateMistake.Locked(Gate.DRA_ADMIN_ACCESS),
            new GateMistake.DependencyOff(
                Gate.DRA_SHARED_CONSUMABLE_CAPACITY,
                List.of(Gate.DRA_CONSUMABLE_CAPACITY, Gate.DRA_PARTITIONABLE_DEVICES)));
  }

  @Test
  void gates_print_what_differs_from_the_defaults_and_can_be_read_back() {
    var gates = accepted("DRAListTypeAttributes=true,DRAResourceSliceMixins=false");

    assertThat(gates).hasToString("DRAListTypeAttributes=true,DRAResourceSliceMixins=false");
    assertThat(accepted(gates.toString())).isEqualTo(gates).hasSameHashCodeAs(gates);
    assertThat(Gates.defaults()).hasToString("");
  }

  private static List<Gate> ofStage(Gate.Stage stage) {
    return Arrays.stream(Gate.values()).filter(gate -> gate.stage() == stage).toList();
  }

  private static Gates accepted(String value) {
    return switch (Gates.parse(value)) {
      case ParsedGates.Accepted(var gates) -> gates;
      case ParsedGates.Rejected(var mistakes) -> throw new AssertionError(mistakes);
    };
  }

  private static List<GateMistake> rejected(String value) {
    return switch (Gates.parse(value)) {
      case ParsedGates.Accepted(var gates) -> throw new AssertionError(gates);
      case ParsedGates.Rejected(var mistakes) -> mistakes;
    };
  }
}

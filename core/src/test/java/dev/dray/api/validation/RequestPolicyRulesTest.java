package dev.dray.api.validation;

import static dev.dray.api.validation.Written.found;
import static dev.dray.api.validation.Written.slice;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class RequestPolicyRulesTest {
  private static final Gates EXACT = Gates.defaults().with(Gate.DRA_FRACTIONAL_CAPACITY_RANGE);
  private static final Gates WHOLE = Gates.defaults().without(Gate.DRA_FRACTIONAL_CAPACITY_RANGE);
  private static final String AT = "spec.devices[0].capacity[c].requestPolicy";

  private static List<String> of(String policy, Gates gates) {
    return found(
        Validator.with(gates)
            .create(
                slice(
                    """
                    devices:
                    - name: a
                      allowMultipleAllocations: true
                      capacity: {c: {value: 10, requestPolicy: %s}}
                    """
                        .formatted(policy))));
  }

  @Test
  void a_policy_needs_a_device_that_can_be_shared() {
    assertThat(
            Written.onCreate(
                slice("devices: [{name: a, capacity: {c: {value: 1, requestPolicy: {}}}}]")))
        .containsExactly("FORBIDDEN " + AT + " dependentForbidden");
  }

  @Test
  void a_default_is_there_to_be_taken() {
    assertThat(of("{default: 10}", WHOLE)).isEmpty();
    assertThat(of("{default: 0}", WHOLE)).isEmpty();
    assertThat(of("{default: 11}", WHOLE)).containsExactly("INVALID " + AT + ".default maximum");
    assertThat(of("{default: 11, validRange: {min: 1}}", WHOLE))
        .containsExactly("INVALID " + AT + ".default maximum");
  }

  @Test
  void no_amount_is_negative() {
    assertThat(of("{default: -1}", EXACT)).containsExactly("INVALID " + AT + ".default minimum");
    assertThat(of("{default: -1m}", EXACT)).containsExactly("INVALID " + AT + ".default minimum");
    assertThat(of("{default: -1, validRange: {min: -2}}", WHOLE))
        .containsExactly("INVALID " + AT + ".default minimum");
    assertThat(of("{default: 1, validValues: [-2, -1, 1]}", WHOLE))
        .containsExactly(
            "INVALID " + AT + ".validValues[0] minimum",
            "INVALID " + AT + ".validValues[1] minimum");
  }

  @Test
  void what_is_stored_may_keep_to_the_looser_rules() {
    var wrong =
        slice(
            """
            mixins:
              device: [{name: m, capacity: {c: {value: 1, requestPolicy: {default: 2}}}}]
              counterSet: [{name: s, counters: {c: {value: 1, requestPolicy: {default: 2}}}}]
            devices:
            - name: a
              allowMultipleAllocations: true
              capacity: {c: {value: 1, requestPolicy: {default: 2}}}
            """);

    assertThat(Written.onCreate(wrong)).hasSize(3);
    assertThat(Written.onUpdate(wrong, wrong)).isEmpty();
  }

  @Test
  void values_and_a_range_exclude_each_other() {
    assertThat(of("{default: 1, validValues: [1], validRange: {min: 1}}", WHOLE))
        .containsExactly("FORBIDDEN " + AT + " union");
  }

  @Test
  void values_and_a_range_need_a_default() {
    assertThat(of("{validValues: [1]}", WHOLE))
        .containsExactly("REQUIRED " + AT + ".default required");
    assertThat(of("{validRange: {min: 1}}", WHOLE))
        .containsExactly("REQUIRED " + AT + ".default required");
  }

  @Nested
  class Values {

    @Test
    void they_ascend_to_the_capacity_and_have_the_default() {
      assertThat(of("{default: 3, validValues: [2, 1, 11]}", WHOLE))
          .containsExactly(
              "INVALID " + AT + ".validValues[1] sorted",
              "INVALID " + AT + ".validValues[2] maximum",
              "INVALID " + AT + ".validValues default");
    }

    @Test
    void they_are_at_most_ten() {
      assertThat(of("{default: 1, validValues: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}", WHOLE))
          .containsExactly(
              "TOO_MANY " + AT + ".validValues maxItems", "INVALID " + AT + ".validValues default");
    }

    @Test
    void they_differ_in_whole_units_or_exactly() {
      var policy = "{default: 1, validValues: [900m, 1]}";

      assertThat(of(policy, WHOLE)).containsExactly("DUPLICATE " + AT + ".validValues[1] unique");
      assertThat(of(policy, EXACT)).isEmpty();
    }
  }

  @Nested
  class Range {

    @Test
    void the_least_is_required() {
      assertThat(of("{default: 1, validRange: {max: 2}}", WHOLE))
          .containsExactly("REQUIRED " + AT + ".validRange.min required");
    }

    @Test
    void bounds_hold_the_default_and_are_held_by_the_capacity() {
      assertThat(of("{default: 0, validRange: {min: 12, max: 11}}", WHOLE))
          .containsExactly(
              "INVALID " + AT + ".validRange.min maximum",
              "INVALID " + AT + ".validRange.default minimum",
              "INVALID " + AT + ".validRange.max minimum",
              "INVALID " + AT + ".validRange.max maximum");
    }

    @Test
    void steps_lead_from_the_least_to_the_default_and_the_most() {
      assertThat(of("{default: 4, validRange: {min: 1, max: 9, step: 2}}", WHOLE))
          .containsExactly("INVALID " + AT + ".validRange.step multipleOf");
      assertThat(of("{default: 5, validRange: {min: 1, max: 9, step: 2}}", WHOLE)).isEmpty();
      assertThat(of("{default: 5, validRange: {min: 5, step: 0}}", WHOLE))
          .containsExactly("INVALID " + AT + ".validRange.step minimum");
      assertThat(of("{default: 5, validRange: {min: 5, step: 6}}", WHOLE))
          .containsExactly("INVALID " + AT + ".validRange.step maximum");
    }

    @Test
    void fractions_are_rounded_up_or_compared_exactly() {
      var policy = "{default: 100m, validRange: {min: 0, step: 1}}";

      assertThat(of(policy, WHOLE)).isEmpty();
      assertThat(of(policy, EXACT))
          .containsExactly("INVALID " + AT + ".validRange.step multipleOf");
    }

    @Test
    void fractions_finer_than_a_thousandth_are_refused() {
      assertThat(of("{default: 100u, validRange: {min: 0}}", EXACT))
          .containsExactly("INVALID " + AT + ".validRange.default format=milli");
    }

    @Test
    void without_a_step_bounds_may_be_negative() {
      assertThat(of("{default: 0, validRange: {min: -1}}", WHOLE)).isEmpty();
      assertThat(of("{default: -1, validRange: {min: -1, step: 1}}", WHOLE))
          .containsExactly(
              "INVALID " + AT + ".validRange.default minimum",
              "INVALID " + AT + ".validRange.min minimum");
    }
  }

  @Test
  void a_stored_policy_stays_while_the_capacity_does_not_change() {
    var old =
        slice(
            """
            devices:
            - name: a
              allowMultipleAllocations: true
              capacity: {c: {value: 1, requestPolicy: {default: 9, validValues: [8]}}}
            """);

    assertThat(Written.onUpdate(old, old)).isEmpty();
  }
}

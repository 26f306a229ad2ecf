package dev.dray.api.resource.device;

import static dev.dray.api.resource.device.CapacityRounding.FRACTIONS;
import static dev.dray.api.resource.device.CapacityRounding.WHOLE_UNITS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.meta.Quantity;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityRoundingTest {

  @Test
  void without_a_request_the_default_is_charged_or_else_everything() {
    var valued = values("10Gi", "2Gi", "4Gi");
    var free = new DeviceCapacity(Quantity.parse("80Gi"), Optional.empty());

    assertThat(CapacityRounding.withoutRequest(valued)).hasToString("10Gi");
    assertThat(CapacityRounding.withoutRequest(free)).hasToString("80Gi");
  }

  @Test
  void without_a_policy_the_request_is_charged_as_it_is() {
    var free = new DeviceCapacity(Quantity.parse("80Gi"), Optional.empty());

    assertThat(consumed(WHOLE_UNITS, "3Gi", free)).isEqualTo("3Gi");
  }

  @ParameterizedTest
  @CsvSource({"1, 2Gi, false", "2Gi, 2Gi, false", "3Gi, 4Gi, false", "5Gi, 5Gi, true"})
  void a_request_is_rounded_up_to_the_next_valid_value(
      String requested, String charged, boolean violates) {
    var capacity = values("2Gi", "2Gi", "4Gi");

    assertThat(consumed(WHOLE_UNITS, requested, capacity)).isEqualTo(charged);
    assertThat(WHOLE_UNITS.violates(Quantity.parse(charged), policy(capacity))).isEqualTo(violates);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2, false",
    "2, 2, false",
    "3, 5, false",
    "2500m, 5, false",
    "8, 8, false",
    "9, 11, true"
  })
  void a_request_is_rounded_up_to_the_next_step_from_the_minimum(
      String requested, String charged, boolean violates) {
    var capacity = range("2", "8", "3");

    assertThat(consumed(WHOLE_UNITS, requested, capacity)).isEqualTo(charged);
    assertThat(WHOLE_UNITS.violates(Quantity.parse(charged), policy(capacity))).isEqualTo(violates);
  }

  @Test
  void without_a_step_only_the_bounds_count() {
    var open = range("2", "8", "");

    assertThat(consumed(WHOLE_UNITS, "2500m", open)).isEqualTo("2500m");
    assertThat(WHOLE_UNITS.violates(Quantity.parse("2500m"), policy(open))).isFalse();
    assertThat(WHOLE_UNITS.violates(Quantity.parse("8001m"), policy(open))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"0", "-1"})
  void a_step_that_leads_nowhere_is_no_step(String step) {
    var capacity = range("2", "8", step);

    assertThat(consumed(FRACTIONS, "2500m", capacity)).isEqualTo("2500m");
    assertThat(WHOLE_UNITS.violates(Quantity.parse("3"), policy(capacity))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"700m, 900m", "0.9, 0.9", "200m, 300m", "1200m, 1200m", "1001m, 1200m"})
  void fractions_are_stepped_in_thousandths(String requested, String charged) {
    var capacity = range("300m", "", "300m");

    assertThat(Quantity.parse(consumed(FRACTIONS, requested, capacity)))
        .isEqualTo(Quantity.parse(charged));
    assertThat(FRACTIONS.violates(Quantity.parse(charged), policy(capacity))).isFalse();
  }

  @Test
  void with_the_gate_off_the_same_range_is_stepped_in_whole_units() {
    assertThat(consumed(WHOLE_UNITS, "1200m", range("300m", "", "300m"))).isEqualTo("2");
  }

  @Test
  void a_rounded_amount_is_written_like_the_step() {
    assertThat(consumed(WHOLE_UNITS, "1500000000", range("1Gi", "", "1Gi"))).isEqualTo("2Gi");
    assertThat(consumed(FRACTIONS, "1500000000", range("1Gi", "", "1Gi"))).isEqualTo("2Gi");
  }

  @ParameterizedTest
  @CsvSource({
    "WHOLE_UNITS, 1, 1, false",
    "FRACTIONS, 1, 1, true",
    "FRACTIONS, 100m, 1, true",
    "FRACTIONS, 1u, 1, false",
    "FRACTIONS, 1, 1u, false",
    "FRACTIONS, 1, 0, false",
    "FRACTIONS, 1, -1, false",
    "FRACTIONS, 9224372036854776E3, 1, false"
  })
  void thousandths_are_counted_where_they_are_exact(
      CapacityRounding rounding, String min, String step, boolean thousandths) {
    var range = policy(range(min, "", step)).validRange().orElseThrow();

    assertThat(rounding.countsThousandths(range)).isEqualTo(thousandths);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "WHOLE_UNITS| 0| 2| 9223372036854775807"
            + "| rounding request 9223372036854775807 up to the next step passes MaxInt64",
        "WHOLE_UNITS| 0| 2| 9223372036854775808| request 9223372036854775808 exceeds MaxInt64",
        "FRACTIONS| 100m| 100m| 1u| ",
        "FRACTIONS| 100m| 100m| 200001u| request 200001u is not a representable milli value",
        "FRACTIONS| 100m| 100m| 9223372036854775806m"
            + "| rounding request 9223372036854775806m up to the next step passes the milli-value"
            + " range"
      })
  void a_request_beyond_the_arithmetic_is_reported(
      CapacityRounding rounding, String min, String step, String requested, String reason) {
    var consumed = rounding.consumed(Quantity.parse(requested), range(min, "", step));

    if (reason == null) {
      assertThat(consumed).isInstanceOf(CapacityRounding.Consumed.Amount.class);
    } else {
      assertThat(consumed)
          .isEqualTo(
              new CapacityRounding.Consumed.NotRepresentable(
                  "capacity request cannot be represented in the device's range arithmetic: "
                      + reason));
    }
  }

  @Test
  void the_last_step_within_a_long_is_still_reached() {
    assertThat(consumed(WHOLE_UNITS, "9223372036854775806", range("1", "", "2")))
        .isEqualTo("9223372036854775807");
  }

  @Test
  void a_negative_minimum_is_counted_from_like_any_other() {
    assertThat(consumed(WHOLE_UNITS, "-3", range("-5", "", "3"))).isEqualTo("-2");
    assertThat(consumed(FRACTIONS, "-3", range("-5", "", "3"))).isEqualTo("-2");
    assertThat(
            WHOLE_UNITS.consumed(
                Quantity.parse("9223372036854775807"), range("-9223372036854775807", "", "2")))
        .isEqualTo(new CapacityRounding.Consumed.Amount(Quantity.parse("9223372036854775807")));
  }

  @Test
  void the_default_is_always_allowed_if_written_alike() {
    var capacity = values("3", "1", "2");

    assertThat(WHOLE_UNITS.violates(Quantity.parse("3"), policy(capacity))).isFalse();
    assertThat(WHOLE_UNITS.violates(Quantity.parse("3000m"), policy(capacity))).isTrue();
  }

  @Test
  void an_amount_that_is_not_exact_in_thousandths_violates_a_range_of_them() {
    assertThat(
            FRACTIONS.violates(Quantity.parse("9224372036854776E3"), policy(range("1", "", "1"))))
        .isTrue();
  }

  private static String consumed(
      CapacityRounding rounding, String requested, DeviceCapacity capacity) {
    return switch (rounding.consumed(Quantity.parse(requested), capacity)) {
      case CapacityRounding.Consumed.Amount(var amount) -> amount.toString();
      case CapacityRounding.Consumed.NotRepresentable(var message) -> message;
    };
  }

  private static DeviceCapacity values(String defaultValue, String... valid) {
    var policy =
        new CapacityRequestPolicy(
            Optional.of(Quantity.parse(defaultValue)),
            Stream.of(valid).map(Quantity::parse).toList(),
            Optional.empty());
    return new DeviceCapacity(Quantity.parse("80Gi"), Optional.of(policy));
  }

  private static DeviceCapacity range(String min, String max, String step) {
    var range = new CapacityRequestPolicyRange(optional(min), optional(max), optional(step));
    var policy = new CapacityRequestPolicy(optional(min), List.of(), Optional.of(range));
    return new DeviceCapacity(Quantity.parse("80Gi"), Optional.of(policy));
  }

  private static Optional<Quantity> optional(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(Quantity.parse(text));
  }

  private static CapacityRequestPolicy policy(DeviceCapacity capacity) {
    return capacity.requestPolicy().orElseThrow();
  }
}

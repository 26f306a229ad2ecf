package dev.dray.api.resource.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.meta.Quantity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The most that a request policy allows of what is left. */
class LargestAmountTest {
  private static final CapacityRounding ROUNDING = CapacityRounding.WHOLE_UNITS;

  private static Optional<Quantity> largest(String left, CapacityRequestPolicy policy) {
    return ROUNDING.largestWithin(Quantity.parse(left), Optional.of(policy));
  }

  private static CapacityRequestPolicy range(String min, String max, String step) {
    return new CapacityRequestPolicy(
        Optional.empty(),
        List.of(),
        Optional.of(
            new CapacityRequestPolicyRange(
                Optional.of(Quantity.parse(min)),
                Optional.of(Quantity.parse(max)),
                Optional.of(Quantity.parse(step)))));
  }

  @Test
  void without_a_policy_it_is_all_that_is_left() {
    assertThat(ROUNDING.largestWithin(Quantity.parse("3Gi"), Optional.empty()))
        .contains(Quantity.parse("3Gi"));
    assertThat(ROUNDING.largestWithin(Quantity.ZERO, Optional.empty())).isEmpty();
  }

  @Test
  void a_range_ends_at_its_last_step_and_at_its_maximum() {
    assertThat(largest("10", range("1", "100", "4"))).contains(Quantity.parse("9"));
    assertThat(largest("500", range("1", "9", "4"))).contains(Quantity.parse("9"));
    assertThat(largest("1500m", range("1", "9", "1"))).contains(Quantity.parse("1"));
  }

  @Test
  void less_than_the_minimum_is_nothing() {
    assertThat(largest("3", range("4", "9", "1"))).isEmpty();
  }

  @Test
  void of_valid_values_it_is_the_greatest_that_fits() {
    var policy =
        new CapacityRequestPolicy(
            Optional.empty(),
            List.of(Quantity.parse("1Gi"), Quantity.parse("4Gi"), Quantity.parse("8Gi")),
            Optional.empty());

    assertThat(largest("7Gi", policy)).contains(Quantity.parse("4Gi"));
    assertThat(largest("1Mi", policy)).isEmpty();
  }
}

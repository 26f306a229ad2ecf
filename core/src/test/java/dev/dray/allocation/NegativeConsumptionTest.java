package dev.dray.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.placement.AllocationOutcome;
import org.junit.jupiter.api.Test;

/** Slices stored before validation refused it may consume less than nothing of a counter. */
class NegativeConsumptionTest {
  @Test
  void a_device_that_adds_to_a_counter_makes_room_for_a_later_request_of_all_devices() {
    var scene =
        Scene.partitions(
                device("dear", "first", 50),
                device("cheap", "first", 0),
                device("giver", "giver", -100),
                device("a", "taker", 100),
                device("b", "taker", 100))
            .requesting(
                "first: {deviceClassName: any, selectors: [%s]}".formatted(role("first")),
                "one: {deviceClassName: any, selectors: [%s]}".formatted(role("giver")),
                "all: {deviceClassName: any, allocationMode: All, selectors: [%s]}"
                    .formatted(role("taker")));

    assertThat(scene.eagerAnswer()).isInstanceOf(AllocationOutcome.Fits.class);
  }

  private static String device(String name, String role, int multiprocessors) {
    return Scene.partition(name, multiprocessors)
        .replace("{name: ", "{attributes: {role: {string: %s}}, name: ".formatted(role));
  }

  private static String role(String role) {
    return "{cel: {expression: 'device.attributes[\"d\"].role == \"%s\"'}}".formatted(role);
  }
}

package dev.dray.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import org.junit.jupiter.api.Test;

/** Devices that are published and not offered because of a gate. */
class HiddenDevicesTest {
  private static final String COUNTERS =
      "sharedCounters: [{name: set, counters: {memory: {value: 80Gi}}}]";
  private static final String DEVICES =
      """
      nodeName: n1
      devices:
      - {name: plain, allowMultipleAllocations: true}
      - {name: bound, bindingConditions: [ready], bindingFailureConditions: [broken]}
      - name: grouped
        consumesCounters:
        - {counterSet: set, counters: {memory: {value: 1Gi}}, compatibilityGroups: [mig]}
      - name: requested
        consumesCounters:
        - {counterSet: set, counters: {memory: {valueFrom: {capacityKey: gpu.example.com/memory}}}}
      """;

  private static World world(World world) {
    return world.slice("c", "p", 1, 2, COUNTERS).slice("d", "p", 1, 2, DEVICES);
  }

  private static void assertHidden(Gate off, String device, Hidden why) {
    var all = world(World.empty());
    assertThat(all.traits("p", device).hidden()).isEmpty();

    var world = world(World.without(off));
    assertThat(world.traits("p", device).hidden()).contains(why);
    assertThat(world.traits("p", "plain").hidden()).isEmpty();
    assertThat(world.seenFrom("n1")).containsExactly("p: plain bound grouped requested");
  }

  @Test
  void devices_with_binding_conditions() {
    assertHidden(Gate.DRA_DEVICE_BINDING_CONDITIONS, "bound", Hidden.BINDING_CONDITIONS_OFF);
    assertHidden(Gate.DRA_RESOURCE_CLAIM_DEVICE_STATUS, "bound", Hidden.BINDING_CONDITIONS_OFF);
  }

  @Test
  void devices_with_compatibility_groups_one_by_one() {
    assertHidden(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS, "grouped", Hidden.COMPATIBILITY_GROUPS_OFF);
  }

  @Test
  void devices_that_consume_what_is_requested() {
    assertHidden(Gate.DRA_SHARED_CONSUMABLE_CAPACITY, "requested", Hidden.SHARED_CAPACITY_OFF);
  }

  @Test
  void devices_are_shareable_only_with_consumable_capacity() {
    assertThat(world(World.empty()).traits("p", "plain").shareable()).isTrue();
    assertThat(world(World.without(Gate.DRA_CONSUMABLE_CAPACITY)).traits("p", "plain").shareable())
        .isFalse();
  }

  @Test
  void the_capacity_whose_request_is_consumed_has_its_shortest_name() {
    var generation = world(World.empty()).newest("p");

    var counterDraw =
        generation.draw(generation.traitsNumber(generation.row("requested").orElseThrow()));

    assertThat(counterDraw.requested()).isEqualTo(1);
    assertThat(counterDraw.requestedCapacity(0)).isEqualTo("memory");
    assertThat(generation.counters().name(counterDraw.requestedCounter(0))).isEqualTo("memory");
    assertThat(counterDraw.fixed()).isZero();
  }

  @Test
  void every_reason_completes_a_sentence() {
    for (var why : Hidden.values()) {
      assertThat(why.explanation()).startsWith("it ").doesNotEndWith(".");
    }
  }
}

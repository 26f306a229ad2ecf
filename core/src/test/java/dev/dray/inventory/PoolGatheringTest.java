package dev.dray.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which pools a node sees, in which state and with which devices. */
class PoolGatheringTest {
  private static final String TWO = "devices: [{name: d1}, {name: d2}]";
  private static final String ON_N1 = "nodeName: n1\n";
  private static final String ON_N2 = "nodeName: n2\n";
  private static final String EVERYWHERE = "allNodes: true\n";
  private static final LabeledNode IN_A = LabeledNode.named("n1").withLabels(Map.of("zone", "a"));
  private static final LabeledNode IN_B = LabeledNode.named("n2").withLabels(Map.of("zone", "b"));

  private static String inZone(String zone) {
    return """
    nodeSelector:
      nodeSelectorTerms:
      - matchExpressions: [{key: zone, operator: In, values: [%s]}]
    """
        .formatted(zone);
  }

  private static String devices(String... names) {
    return "devices: [{name: %s}]".formatted(String.join("}, {name: ", names));
  }

  @Test
  void a_node_sees_the_pools_of_its_name_only() {
    var world = World.empty().slice("a", "p1", ON_N1 + TWO).slice("b", "p2", ON_N2 + TWO);

    assertThat(world.seenFrom("n1")).containsExactly("p1: d1 d2");
    assertThat(world.seenFrom("n3")).isEmpty();
  }

  @Test
  void a_node_sees_what_is_for_all_and_what_its_labels_match() {
    var world =
        World.empty()
            .slice("a", "p1", EVERYWHERE + TWO)
            .slice("b", "p2", inZone("a") + TWO)
            .slice("c", "p3", inZone("b") + TWO);

    assertThat(world.seenFrom(IN_A)).containsExactly("p1: d1 d2", "p2: d1 d2");
    assertThat(world.seenFrom(LabeledNode.named("n1"))).containsExactly("p1: d1 d2");
  }

  @Test
  void selectors_that_name_no_label_value_and_those_that_name_nodes_are_found_too() {
    var notB =
        """
        nodeSelector:
          nodeSelectorTerms:
          - matchExpressions: [{key: zone, operator: NotIn, values: [b]}]
        """;
    var named =
        """
        nodeSelector:
          nodeSelectorTerms:
          - matchFields: [{key: metadata.name, operator: In, values: [n2]}]
        """;
    var world = World.empty().slice("a", "p1", notB + TWO).slice("b", "p2", named + TWO);

    assertThat(world.seenFrom(IN_A)).containsExactly("p1: d1 d2");
    assertThat(world.seenFrom(IN_B)).containsExactly("p2: d1 d2");
  }

  @Test
  void a_slice_without_any_selection_is_for_nobody() {
    var world = World.empty().slice("a", "p1", TWO);

    assertThat(world.seenFrom("n1")).isEmpty();
  }

  @Test
  void a_pool_with_too_few_slices_is_incomplete() {
    var world = World.empty().slice("a", "p", 1, 2, ON_N1 + TWO);

    assertThat(world.seenFrom("n1"))
        .containsExactly(
            "p: d1 d2 (INCOMPLETE: the pool should have 2 slices in generation 1 but has 1)");
  }

  @Test
  void a_pool_with_too_many_slices_for_its_node_is_incomplete() {
    var world =
        World.empty()
            .slice("a", "p", 1, 1, ON_N1 + devices("d1"))
            .slice("b", "p", 1, 1, ON_N1 + devices("d2"));

    assertThat(world.seenFrom("n1"))
        .containsExactly(
            "p: d1 d2 (INCOMPLETE: the pool should have 1 slices in generation 1 but has 2)");
  }

  @Test
  void only_the_newest_generation_for_the_node_counts() {
    var world =
        World.empty()
            .slice("a", "p", 1, 1, ON_N1 + devices("old"))
            .slice("b", "p", 2, 1, ON_N1 + devices("new"));

    assertThat(world.seenFrom("n1")).containsExactly("p: new");
  }

  @Test
  void slices_for_other_nodes_complete_a_pool() {
    var world =
        World.empty()
            .slice("a", "p", 1, 2, inZone("a") + devices("d1"))
            .slice("b", "p", 1, 2, inZone("b") + devices("d2"));

    assertThat(world.seenFrom(IN_A)).containsExactly("p: d1");
    assertThat(world.seenFrom(IN_B)).containsExactly("p: d2");
    assertThat(world.newest("p").size()).isEqualTo(2);
  }

  @Test
  void a_pool_that_is_replaced_elsewhere_and_incomplete_here_is_outdated() {
    var world =
        World.empty()
            .slice("a", "p", 1, 2, inZone("a") + devices("d1"))
            .slice("b", "p", 2, 2, inZone("b") + devices("d2"));

    assertThat(world.seenFrom(IN_A)).isEmpty();
    assertThat(world.seenFrom(IN_B))
        .containsExactly(
            "p: d2 (INCOMPLETE: the pool should have 2 slices in generation 2 but has 1)");
  }

  @Test
  void an_old_generation_that_is_complete_on_the_node_hides_a_newer_one_elsewhere() {
    var world =
        World.empty()
            .slice("a", "p", 1, 1, inZone("a") + devices("d1"))
            .slice("b", "p", 2, 1, inZone("b") + devices("d2"));

    assertThat(world.seenFrom(IN_A)).containsExactly("p: d1");
  }

  @Test
  void a_node_with_all_slices_it_needs_does_not_look_at_those_of_others() {
    var world =
        World.empty()
            .slice("a", "p", 1, 1, ON_N1 + devices("d1", "d2"))
            .slice("b", "p", 1, 1, ON_N2 + devices("d1", "d3"));

    assertThat(world.seenFrom("n1")).containsExactly("p: d1 d2");
    assertThat(world.seenFrom("n2")).containsExactly("p: d1 d3");
    var generation = world.snapshot().on(LabeledNode.named("n2")).pools().getFirst().generation();
    assertThat(generation.size()).isEqualTo(2);
    assertThat(generation.slice(1).slice()).isEqualTo("b");
    assertThat(generation.published(1).name()).isEqualTo("d3");
  }

  @Test
  void the_slice_of_the_node_itself_says_how_many_there_should_be() {
    var world =
        World.empty()
            .slice("a", "p", 1, 3, EVERYWHERE + devices("d1"))
            .slice("b", "p", 1, 2, ON_N1 + devices("d2"));

    assertThat(world.seenFrom("n1")).containsExactly("p: d1 d2");
  }

  @Test
  void a_device_name_in_two_slices_for_the_node_makes_the_pool_invalid() {
    var world =
        World.empty()
            .slice("a", "p", 1, 2, ON_N1 + devices("d1"))
            .slice("b", "p", 1, 2, ON_N1 + devices("d2", "d1"));

    assertThat(world.seenFrom("n1"))
        .containsExactly("p: d1 d2 d1 (INVALID: duplicate device name d1)");
  }

  @Test
  void a_device_name_that_is_used_again_for_another_node_is_no_mistake() {
    var world =
        World.empty()
            .slice("a", "p", 1, 2, ON_N1 + devices("d1"))
            .slice("b", "p", 1, 2, ON_N2 + devices("d1"));

    assertThat(world.seenFrom("n1")).containsExactly("p: d1");
    assertThat(world.newest("p").rows("d1")).containsExactly(0, 1);
  }

  private static final String COUNTERS =
      """
      sharedCounters:
      - {name: set, counters: {memory: {value: 80Gi}}}
      """;

  private static String consuming(String set, String counter) {
    return """
    devices:
    - name: d1
      consumesCounters:
      - {counterSet: %s, counters: {%s: {value: 10Gi}}}
    """
        .formatted(set, counter);
  }

  @Test
  void counter_slices_complete_a_pool_although_they_are_for_no_node() {
    var world =
        World.empty()
            .slice("a", "p", 1, 2, COUNTERS)
            .slice("b", "p", 1, 2, ON_N1 + consuming("set", "memory"));

    assertThat(world.seenFrom("n1")).containsExactly("p: d1");
    var generation = world.newest("p");
    assertThat(generation.counters().setName(0)).isEqualTo("set");
    assertThat(generation.counters().total(0)).hasToString("80Gi");
    assertThat(generation.draw(0).fixedAmount(0)).hasToString("10Gi");
  }

  @Test
  void an_unknown_counter_set_or_counter_makes_the_pool_invalid() {
    var noSet =
        World.empty()
            .slice("a", "p", 1, 2, COUNTERS)
            .slice("b", "p", 1, 2, ON_N1 + consuming("other", "memory"));
    var noCounter =
        World.empty()
            .slice("a", "p", 1, 2, COUNTERS)
            .slice("b", "p", 1, 2, ON_N1 + consuming("set", "cores"));

    assertThat(noSet.seenFrom("n1"))
        .containsExactly("p: d1 (INVALID: counter set other not found)");
    assertThat(noCounter.seenFrom("n1"))
        .containsExactly("p: d1 (INVALID: counter cores not found in counter set set)");
  }

  @Test
  void a_device_for_another_node_can_make_the_pool_invalid() {
    var world =
        World.empty()
            .slice("a", "p", 1, 2, ON_N2 + consuming("other", "memory"))
            .slice("b", "p", 1, 2, ON_N1 + devices("d2"));

    assertThat(world.seenFrom("n1"))
        .containsExactly("p: d2 (INVALID: counter set other not found)");
  }

  @Test
  void a_counter_set_that_is_there_twice_makes_the_pool_invalid() {
    var world =
        World.empty()
            .slice("a", "p", 1, 3, EVERYWHERE + COUNTERS)
            .slice("b", "p", 1, 3, COUNTERS)
            .slice("c", "p", 1, 3, ON_N1 + devices("d1"));

    assertThat(world.seenFrom("n1"))
        .containsExactly("p: d1 (INVALID: duplicate counter set name set)");
  }

  @Test
  void without_partitionable_devices_counter_slices_only_count() {
    var world =
        World.without(Gate.DRA_PARTITIONABLE_DEVICES)
            .slice("a", "p", 1, 2, ON_N1 + COUNTERS)
            .slice("b", "p", 1, 2, ON_N1 + consuming("other", "memory"));

    assertThat(world.seenFrom("n1")).containsExactly("p: d1");
    assertThat(world.newest("p").counters().size()).isZero();
    assertThat(world.traits("p", "d1").hidden()).isEmpty();
  }

  private static final String PER_DEVICE =
      """
      perDeviceNodeSelection: true
      devices:
      - {name: d1, nodeName: n1}
      - {name: d2, nodeName: n2}
      - {name: d3, allNodes: true}
      - name: d4
        nodeSelector:
          nodeSelectorTerms:
          - matchExpressions: [{key: zone, operator: In, values: [a]}]
      """;

  @Test
  void devices_may_choose_their_nodes_themselves() {
    var world = World.empty().slice("a", "p", PER_DEVICE);

    assertThat(world.seenFrom(IN_A)).containsExactly("p: d1 d3 d4");
    assertThat(world.seenFrom(IN_B)).containsExactly("p: d2 d3");
    assertThat(world.seenFrom("n3")).containsExactly("p: d3");
  }

  @Test
  void without_partitionable_devices_a_slice_whose_devices_choose_is_for_nobody() {
    var world = World.without(Gate.DRA_PARTITIONABLE_DEVICES).slice("a", "p", PER_DEVICE);

    assertThat(world.seenFrom(IN_A)).isEmpty();
  }

  @Test
  void nodes_that_see_the_same_devices_share_one_view() {
    var world = World.empty().slice("a", "p", PER_DEVICE);
    var snapshot = world.snapshot();

    var n3 = snapshot.on(LabeledNode.named("n3")).pools().getFirst();

    assertThat(snapshot.on(LabeledNode.named("n4")).pools()).containsExactly(n3);
    assertThat(snapshot.on(IN_A).pools()).doesNotContain(n3);
  }

  @Test
  void a_node_selector_that_nobody_can_evaluate_fails_every_node() {
    var broken =
        """
        nodeSelector:
          nodeSelectorTerms:
          - matchExpressions: [{key: zone, operator: Near, values: [a]}]
        """;
    var world = World.empty().slice("a", "p1", broken + TWO).slice("b", "p2", ON_N1 + TWO);

    assertThat(world.snapshot().on(LabeledNode.named("n1")).failure().orElseThrow())
        .startsWith("failed to perform node selection for slice a: failed to parse node selector");
    assertThat(world.seenFrom("n1")).containsExactly("p2: d1 d2");

    world.inventory().removeSlice("a");
    assertThat(world.snapshot().on(LabeledNode.named("n1")).failure()).isEmpty();
  }

  @Test
  void pools_are_sorted_by_driver_and_name_slices_by_name_and_devices_not_at_all() {
    var world =
        World.empty()
            .slice("s3", "p2", 1, 2, ON_N1 + devices("b", "a"))
            .slice("s2", "p2", 1, 2, EVERYWHERE + devices("d", "c"))
            .slice("x", "p10", ON_N1 + TWO)
            .slice("w", "a.example.com", "p3", 1, 1, ON_N1 + TWO);

    assertThat(world.seenFrom("n1")).containsExactly("p3: d1 d2", "p10: d1 d2", "p2: d c b a");
  }

  @Test
  void pools_with_binding_conditions_come_last_as_a_whole() {
    var binding =
        """
        devices:
        - {name: plain}
        - {name: bound, bindingConditions: [ready], bindingFailureConditions: [broken]}
        """;
    var world =
        World.empty()
            .slice("a", "p1", ON_N1 + binding)
            .slice("b", "p2", ON_N1 + TWO)
            .slice("c", "p3", 1, 2, ON_N1 + binding);

    assertThat(world.seenFrom("n1"))
        .containsExactly(
            "p2: d1 d2",
            "p3: plain bound (INCOMPLETE: the pool should have 2 slices in generation 1 but has 1)",
            "p1: plain bound");
  }

  @Test
  void binding_conditions_of_devices_for_other_nodes_do_not_matter() {
    var binding =
        "devices: [{name: d9, bindingConditions: [ready], bindingFailureConditions: [broken]}]";
    var world =
        World.empty()
            .slice("a", "p1", 1, 2, ON_N2 + binding)
            .slice("b", "p1", 1, 2, ON_N1 + TWO)
            .slice("c", "p2", ON_N1 + TWO);

    assertThat(world.seenFrom("n1")).containsExactly("p1: d1 d2", "p2: d1 d2");
  }
}

package dev.dray.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.allocation.placement.PrioritizedListScore;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.claim.AllocationWriter;
import dev.dray.claim.ClaimStates;
import dev.dray.claim.Written;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.LabeledNode;
import dev.dray.ledger.Ledger;
import dev.dray.testing.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Ten nodes with four devices each, two on either NUMA node. */
class SweepTest {
  private static final int NODES = 10;

  private final Inventory inventory = new Inventory(Gates.defaults());
  private final Allocator allocator = new Allocator(Gates.defaults());
  private final List<LabeledNode> nodes =
      IntStream.range(0, NODES).mapToObj(i -> LabeledNode.named("node-" + i)).toList();

  SweepTest() {
    inventory.put(
        Manifest.one(
            DeviceClass.class,
            """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: any}
            """));
    IntStream.range(0, NODES).forEach(node -> publish(node, 4));
  }

  private void publish(int node, int devices) {
    var list = new ArrayList<String>();
    for (int i = 0; i < devices; i++) {
      list.add("{name: gpu-%d, attributes: {numa: {int: %d}}}".formatted(i, i % 2));
    }
    inventory.put(
        Manifest.one(
            ResourceSlice.class,
            """
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: node-%1$d}
            spec:
              driver: d
              nodeName: node-%1$d
              pool: {name: node-%1$d, generation: 1, resourceSliceCount: 1}
              devices: [%2$s]
            """
                .formatted(node, String.join(", ", list))));
  }

  private static ResourceClaim pair(String name) {
    return Manifest.one(
        ResourceClaim.class,
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: %1$s, namespace: default, uid: %1$s}
        spec:
          devices:
            requests:
            - name: gpus
              exactly: {deviceClassName: any, allocationMode: ExactCount, count: 2}
            constraints: [{matchAttribute: d/numa}]
        """
            .formatted(name));
  }

  private Sweep sweep(Ledger ledger, String claim) {
    return allocator.sweep(inventory.snapshot(), ledger, nodes, List.of(pair(claim)));
  }

  private static Ledger allocated(Ledger ledger, AllocationOutcome outcome) {
    var placement = ((AllocationOutcome.Fits) outcome).placement();
    var writer = new AllocationWriter(Gates.defaults(), () -> "share");
    var results = ((Written.Results) writer.results(placement)).allocations();
    return ledger.with(
        ClaimStates.allocated(placement.claims().getFirst().claim(), results.getFirst()));
  }

  @Test
  void every_node_answers_as_if_it_were_asked_alone() {
    var sweep = sweep(Ledger.empty(), "a");

    for (int i = 0; i < NODES; i++) {
      var alone =
          new Allocator(Gates.defaults())
              .allocate(inventory.snapshot(), Ledger.empty(), nodes.get(i), List.of(pair("a")));
      assertThat(sweep.answer(i)).isEqualTo(alone);
    }
  }

  @Test
  void workers_change_nothing_but_who_asks() {
    Parallelizer backwards =
        (tasks, task) -> {
          for (int i = tasks - 1; i >= 0; i--) {
            task.accept(i);
          }
        };

    var sweep =
        allocator.sweep(
            inventory.snapshot(),
            Ledger.empty(),
            nodes,
            List.of(pair("a")),
            backwards,
            () -> false);

    assertThat(sweep.fitting()).isEqualTo(NODES);
    assertThat(sweep.answer(3)).isEqualTo(sweep(Ledger.empty(), "a").answer(3));
  }

  @Test
  void asking_the_same_again_searches_nowhere() {
    var first = sweep(Ledger.empty(), "a");

    var second = sweep(Ledger.empty(), "b");

    assertThat(first.steps()).isPositive();
    assertThat(second.steps()).isZero();
    assertThat(second.fitting()).isEqualTo(NODES);
  }

  @Test
  void of_equal_nodes_one_is_searched() {
    var alone =
        allocator.sweep(
            inventory.snapshot(), Ledger.empty(), nodes.subList(0, 1), List.of(pair("a")));
    allocator.forgetClaims();

    var all = sweep(Ledger.empty(), "b");

    assertThat(all.steps()).isEqualTo(alone.steps()).isPositive();
    assertThat(all.fitting()).isEqualTo(NODES);
  }

  @Test
  void a_node_with_other_values_is_no_equal() {
    publish(1, 1);
    var ledger = Ledger.empty();

    assertThat(sweep(ledger, "a").fitting()).isEqualTo(NODES - 1);
    assertThat(sweep(ledger, "a").fits(1)).isFalse();
  }

  @Test
  void an_allocation_is_searched_for_anew_on_its_node_only() {
    var first = sweep(Ledger.empty(), "a");
    var ledger = allocated(Ledger.empty(), first.answer(0));

    var second = sweep(ledger, "b");

    assertThat(second.steps()).isPositive().isLessThanOrEqualTo(first.steps() * 2);
    assertThat(second.answer(0)).isNotEqualTo(first.answer(0));
    assertThat(second.fitting()).isEqualTo(NODES);
  }

  @Test
  void a_changed_slice_is_searched_anew_on_its_node_only() {
    var first = sweep(Ledger.empty(), "a");
    publish(7, 1);

    var second = sweep(Ledger.empty(), "b");

    assertThat(second.steps()).isLessThan(first.steps());
    assertThat(second.fitting()).isEqualTo(NODES - 1);
    assertThat(second.fits(7)).isFalse();
  }

  @Test
  void a_released_claim_makes_room_again() {
    var ledger = Ledger.empty();
    for (var name : List.of("a", "b")) {
      ledger = allocated(ledger, sweep(ledger, name).answer(0));
    }

    assertThat(sweep(ledger, "c").fits(0)).isFalse();
    assertThat(sweep(ledger.without("a"), "c").fits(0)).isTrue();
  }

  @Test
  void an_allocator_refuses_snapshots_of_other_gates() {
    var other = new Allocator(Gates.defaults().without(Gate.DRA_ADMIN_ACCESS));

    assertThatThrownBy(
            () -> other.sweep(inventory.snapshot(), Ledger.empty(), nodes, List.of(pair("a"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("other feature gates");
  }

  @Test
  void scores_are_spread_from_nothing_to_a_hundred() {
    assertThat(PrioritizedListScore.normalised(new long[] {14, 15, 13}))
        .containsExactly(50, 100, 0);
    assertThat(PrioritizedListScore.normalised(new long[] {8, 8})).containsExactly(100, 100);
    assertThat(PrioritizedListScore.normalised(new long[] {0, 0})).containsExactly(0, 0);
    assertThat(PrioritizedListScore.normalised(new long[] {})).isEmpty();
  }
}

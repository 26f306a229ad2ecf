package dev.dray.claim;

import static dev.dray.claim.Placing.GATES;
import static dev.dray.claim.Placing.PLAIN;
import static dev.dray.claim.Placing.allocation;
import static dev.dray.claim.Placing.allocations;
import static dev.dray.claim.Placing.claim;
import static dev.dray.claim.Placing.exactly;
import static dev.dray.claim.Placing.oneRequest;
import static dev.dray.claim.Placing.placement;
import static dev.dray.claim.Placing.share;
import static dev.dray.claim.Placing.slice;
import static dev.dray.claim.Placing.through;
import static dev.dray.claim.Placing.whole;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.placement.PlacedClaim;
import dev.dray.allocation.placement.PlacedDevice;
import dev.dray.allocation.placement.PlacedRequest;
import dev.dray.allocation.placement.Placement;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.claim.AllocationResult;
import dev.dray.api.resource.claim.DeviceRequestAllocationResult;
import dev.dray.api.resource.claim.DeviceToleration;
import dev.dray.inventory.LabeledNode;
import dev.dray.inventory.PoolGeneration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AllocationWriterTest {
  private static final PoolGeneration THREE =
      slice("allNodes: true\ndevices: [{name: a}, {name: b}, {name: c}]\n");

  private static final PoolGeneration RICH =
      slice(
          """
          allNodes: true
          skipNodeOperations: [NodePrepareResources]
          devices:
          - name: rich
            allowMultipleAllocations: true
            capacity: {d/memory: {value: 40Gi}, slots: {value: "4"}, other.io/x: {value: "1"}}
            bindingConditions: [attached]
            bindingFailureConditions: [broken]
          """);

  private static Quantity q(String text) {
    return Quantity.parse(text);
  }

  private static List<DeviceRequestAllocationResult> results(AllocationResult allocation) {
    return allocation.devices().results();
  }

  private static DeviceRequestAllocationResult only(Placement placement) {
    return only(GATES, placement);
  }

  private static DeviceRequestAllocationResult only(Gates gates, Placement placement) {
    var results = results(allocation(gates, placement));
    assertThat(results).hasSize(1);
    return results.getFirst();
  }

  @Test
  void a_plain_device_is_written_by_name_and_nothing_more() {
    assertThat(only(placement(whole(THREE, 1))))
        .isEqualTo(
            new DeviceRequestAllocationResult(
                "main",
                "d",
                "p",
                "b",
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Map.of(),
                List.of(),
                Map.of(),
                Map.of()));
  }

  @Test
  void an_allocation_has_no_timestamp_yet() {
    assertThat(allocation(placement(whole(THREE, 1))).allocationTimestamp()).isEmpty();
  }

  @Test
  void results_come_request_by_request_in_the_order_devices_were_taken() {
    var claim =
        claim(
            """
            requests:
            - {name: one, exactly: {deviceClassName: plain}}
            - {name: two, firstAvailable: [{name: big, deviceClassName: plain},
                                           {name: small, deviceClassName: plain}]}
            """);

    var results =
        results(
            allocation(
                placement(
                    claim,
                    exactly(claim, 0, PLAIN, whole(THREE, 2), whole(THREE, 0)),
                    through(1, claim, 1, PLAIN, whole(THREE, 1)))));

    assertThat(results)
        .extracting(result -> result.request() + " " + result.device())
        .containsExactly("one c", "one a", "two/small b");
  }

  @Test
  void admin_access_is_written_if_it_was_used() {
    var claim = oneRequest();
    var request =
        new PlacedRequest(
            claim.spec().devices().requests().getFirst(),
            OptionalInt.empty(),
            PLAIN,
            true,
            List.of(whole(THREE, 0)));

    assertThat(only(placement(claim, request)).adminAccess()).contains(true);
  }

  @Test
  void tolerations_are_those_of_the_request() {
    var claim =
        claim(
            """
            requests:
            - name: one
              exactly:
                deviceClassName: plain
                tolerations: [{key: k, operator: Exists, effect: NoExecute, tolerationSeconds: 5}]
            """);

    assertThat(only(placement(claim, exactly(claim, 0, PLAIN, whole(THREE, 0)))).tolerations())
        .containsExactly(new DeviceToleration("k", "Exists", "", "NoExecute", Optional.of(5L)));
  }

  @Test
  void tolerations_are_those_of_the_alternative_that_was_taken() {
    var claim =
        claim(
            """
            requests:
            - name: one
              firstAvailable:
              - {name: big, deviceClassName: plain, tolerations: [{key: big, operator: Exists}]}
              - {name: small, deviceClassName: plain, tolerations: [{key: small, operator: Exists}]}
            """);

    assertThat(only(placement(claim, through(1, claim, 0, PLAIN, whole(THREE, 0)))).tolerations())
        .extracting(DeviceToleration::key)
        .containsExactly("small");
  }

  @Test
  void a_share_has_an_id_and_its_part_of_every_capacity() {
    var consumed = Map.of("memory", q("10Gi"), "slots", q("0"), "other.io/x", q("1"));

    var result = only(placement(share(RICH, 0, consumed)));

    assertThat(result.shareId()).contains("share-1");
    assertThat(result.consumedCapacity())
        .isEqualTo(Map.of("d/memory", q("10Gi"), "slots", q("0"), "other.io/x", q("1")));
  }

  @Test
  void a_share_of_a_device_without_capacity_has_an_id_only() {
    var result = only(placement(share(THREE, 0, Map.of())));

    assertThat(result.shareId()).contains("share-1");
    assertThat(result.consumedCapacity()).isEmpty();
  }

  @Test
  void share_ids_are_given_in_the_order_of_the_results() {
    var claim = oneRequest();
    var request =
        exactly(
            claim, 0, PLAIN, share(THREE, 2, Map.of()), whole(THREE, 1), share(THREE, 0, Map.of()));
    var placed = new PlacedClaim(claim, List.of(request));

    var allocations =
        allocations(GATES, new Placement(LabeledNode.named("node"), List.of(placed, placed)));

    assertThat(allocations)
        .flatExtracting(AllocationWriterTest::results)
        .extracting(DeviceRequestAllocationResult::shareId)
        .containsExactly(
            Optional.of("share-1"),
            Optional.empty(),
            Optional.of("share-2"),
            Optional.of("share-3"),
            Optional.empty(),
            Optional.of("share-4"));
  }

  @Test
  void binding_conditions_are_copied_from_the_device() {
    var result = only(placement(whole(RICH, 0)));

    assertThat(result.bindingConditions()).containsExactly("attached");
    assertThat(result.bindingFailureConditions()).containsExactly("broken");
  }

  @Test
  void binding_conditions_are_left_out_where_nobody_would_wait_for_them() {
    for (var gate :
        List.of(Gate.DRA_DEVICE_BINDING_CONDITIONS, Gate.DRA_RESOURCE_CLAIM_DEVICE_STATUS)) {
      var result = only(GATES.without(gate), placement(whole(RICH, 0)));

      assertThat(result.bindingConditions()).isEmpty();
      assertThat(result.bindingFailureConditions()).isEmpty();
    }
  }

  @Test
  void what_the_node_need_not_do_is_copied_from_the_slice() {
    assertThat(only(placement(whole(RICH, 0))).skipNodeOperations())
        .containsExactly("NodePrepareResources");
  }

  @Test
  void request_driven_consumption_is_written_by_counter_set() {
    var consumed = Map.of("nic", Map.of("bandwidth", q("10G"), "queues", q("0")));

    var result = only(placement(new PlacedDevice(THREE, 0, false, Map.of(), consumed)));

    assertThat(result.consumedCounters()).isEqualTo(consumed);
  }

  @Test
  void groups_are_written_for_every_counter_set_once_there_is_one_anywhere() {
    var result = only(placement(whole(grouped(), 0)));

    assertThat(result.compatibilityGroups())
        .isEqualTo(Map.of("gpu", List.of("mig", "any"), "nic", List.of()));
  }

  @Test
  void a_device_without_groups_has_no_record_of_them() {
    assertThat(only(placement(whole(grouped(), 1))).compatibilityGroups()).isEmpty();
  }

  @Test
  void groups_are_not_written_where_they_are_off() {
    var gates = GATES.without(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS);

    assertThat(only(gates, placement(whole(grouped(), 0))).compatibilityGroups()).isEmpty();
  }

  private static PoolGeneration grouped() {
    return slice(
        """
        allNodes: true
        devices:
        - name: grouped
          consumesCounters:
          - {counterSet: gpu, counters: {x: {value: "1"}}, compatibilityGroups: [mig, any]}
          - {counterSet: nic, counters: {x: {value: "1"}}}
        - name: plain
          consumesCounters:
          - {counterSet: gpu, counters: {x: {value: "1"}}}
        """);
  }
}

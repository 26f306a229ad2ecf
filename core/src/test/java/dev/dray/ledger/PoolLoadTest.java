package dev.dray.ledger;

import static dev.dray.ledger.Claims.holding;
import static dev.dray.ledger.Claims.requesting;
import static dev.dray.ledger.Claims.result;
import static dev.dray.testing.Published.slice;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.inventory.PoolGeneration;
import dev.dray.testing.Published;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is left of a pool of two GPUs' partitions, shareable NICs and request-driven VFs. */
class PoolLoadTest {
  private static final PoolId POOL = new PoolId("d", "p");
  private static final Gates GATES = Gates.defaults();

  private static final String COUNTERS =
      slice(
          "a-counters",
          2,
          """
          nodeName: node
          sharedCounters:
          - name: gpu-0
            counters: {memory: {value: 40Gi}, slots: {value: "8"}}
          - name: nic
            counters:
              ports: {value: "2"}
              bandwidth:
                value: 100G
                requestPolicy: {default: 1G, validRange: {min: 1G, step: 1G}}
              queues: {value: "16"}
          """);

  private static final String DEVICES =
      slice(
          "b-devices",
          2,
          """
          nodeName: node
          devices:
          - name: part-0
            consumesCounters: [{counterSet: gpu-0, counters: {memory: {value: 10Gi}}}]
          - name: part-1
            consumesCounters:
            - {counterSet: gpu-0, counters: {memory: {value: 20Gi}, slots: {value: "1"}}}
          - name: port
            allowMultipleAllocations: true
            capacity: {bandwidth: {value: 40G}, d/queues: {value: "8"}}
            consumesCounters: [{counterSet: nic, counters: {ports: {value: "1"}}}]
          - name: vf
            allowMultipleAllocations: true
            consumesCounters:
            - counterSet: nic
              counters:
                bandwidth: {valueFrom: {capacityKey: bandwidth}}
                queues: {valueFrom: {capacityKey: d/queues}}
          - name: mig
            consumesCounters:
            - {counterSet: gpu-0, counters: {slots: {value: "2"}}, compatibilityGroups: [mig]}
            - {counterSet: nic, counters: {ports: {value: "0"}}}
          """);

  private static Quantity q(String text) {
    return Quantity.parse(text);
  }

  private static PoolLoad load(ResourceClaim... claims) {
    return load(GATES, claims);
  }

  private static PoolLoad load(Gates gates, ResourceClaim... claims) {
    return load(Published.generation(gates, POOL, COUNTERS, DEVICES), gates, claims);
  }

  private static PoolLoad load(PoolGeneration generation, Gates gates, ResourceClaim... claims) {
    return PoolLoad.of(generation, Ledger.of(List.of(claims)).usage(POOL), gates);
  }

  private static int row(PoolLoad load, String device) {
    return load.generation().row(device).orElseThrow();
  }

  private static int set(PoolLoad load, String set) {
    return load.generation().counters().set(set).orElseThrow();
  }

  private static Quantity rest(PoolLoad load, String set, String counter) {
    return load.rest(load.generation().counters().counter(set(load, set), counter).orElseThrow());
  }

  private static GroupState groups(PoolLoad load, String set) {
    return load.groups(set(load, set));
  }

  private static GroupState common(String... groups) {
    return new GroupState.None().with(List.of(groups));
  }

  @Test
  void an_unused_pool_has_everything_left() {
    var load = load();

    for (int row = 0; row < load.generation().size(); row++) {
      assertThat(load.exclusivelyUsed(row)).isFalse();
      assertThat(load.shared(row)).isFalse();
    }
    assertThat(load.consumed(row(load, "port"), "bandwidth")).isEqualTo(Quantity.ZERO);
    assertThat(rest(load, "gpu-0", "memory")).isEqualTo(q("40Gi"));
    assertThat(rest(load, "nic", "bandwidth")).isEqualTo(q("100G"));
    assertThat(groups(load, "gpu-0")).isEqualTo(new GroupState.None());
    assertThat(load.usage()).isSameAs(PoolUsage.NONE);
  }

  @Test
  void a_device_in_use_is_taken_with_what_it_consumes() {
    var load = load(holding("a", result("p", "part-1")));

    assertThat(load.exclusivelyUsed(row(load, "part-1"))).isTrue();
    assertThat(load.exclusivelyUsed(row(load, "part-0"))).isFalse();
    assertThat(load.shared(row(load, "part-1"))).isFalse();
    assertThat(rest(load, "gpu-0", "memory")).isEqualTo(q("20Gi"));
    assertThat(rest(load, "gpu-0", "slots")).isEqualTo(q("7"));
  }

  @Test
  void admin_access_takes_nothing() {
    var load = load(holding("a", result("p", "part-1", "adminAccess: true")));

    assertThat(load.exclusivelyUsed(row(load, "part-1"))).isFalse();
    assertThat(rest(load, "gpu-0", "memory")).isEqualTo(q("40Gi"));
    assertThat(groups(load, "gpu-0")).isEqualTo(new GroupState.None());
  }

  @Test
  void shares_add_up_and_consume_fixed_counters_once() {
    var load =
        load(
            holding("a", share("port", "s1", "consumedCapacity: {bandwidth: 10G, queues: 1}")),
            holding("b", share("port", "s2", "consumedCapacity: {d/bandwidth: 5G, queues: 2}")));

    assertThat(load.exclusivelyUsed(row(load, "port"))).isFalse();
    assertThat(load.shared(row(load, "port"))).isTrue();
    assertThat(load.consumed(row(load, "port"), "bandwidth")).isEqualTo(q("15G"));
    assertThat(load.consumed(row(load, "port"), "queues")).isEqualTo(q("3"));
    assertThat(load.consumed(row(load, "port"), "other")).isEqualTo(Quantity.ZERO);
    assertThat(rest(load, "nic", "ports")).isEqualTo(q("1"));
  }

  private static String share(String device, String id, String... fields) {
    var more = fields.length == 0 ? "" : ", " + String.join(", ", fields);
    return result("p", device, "shareID: " + id + more);
  }

  @Test
  void shares_of_a_device_that_allows_none_any_more_take_it_whole() {
    var load = load(holding("a", share("part-0", "s1", "consumedCapacity: {memory: 1}")));

    assertThat(load.exclusivelyUsed(row(load, "part-0"))).isTrue();
    assertThat(load.shared(row(load, "part-0"))).isFalse();
    assertThat(load.consumed(row(load, "part-0"), "memory")).isEqualTo(Quantity.ZERO);
    assertThat(rest(load, "gpu-0", "memory")).isEqualTo(q("30Gi"));
  }

  @Test
  void shares_take_the_device_whole_where_sharing_is_off() {
    var gates =
        GATES
            .without(Gate.DRA_SHARED_CONSUMABLE_CAPACITY)
            .without(Gate.DRA_FRACTIONAL_CAPACITY_RANGE)
            .without(Gate.DRA_CONSUMABLE_CAPACITY);

    var load = load(gates, holding("a", share("port", "s1", "consumedCapacity: {queues: 1}")));

    assertThat(load.exclusivelyUsed(row(load, "port"))).isTrue();
    assertThat(load.shared(row(load, "port"))).isFalse();
    assertThat(rest(load, "nic", "ports")).isEqualTo(q("1"));
  }

  @Test
  void who_has_a_shareable_device_whole_keeps_everybody_out() {
    var load = load(holding("a", result("p", "port")), holding("b", share("port", "s1")));

    assertThat(load.exclusivelyUsed(row(load, "port"))).isTrue();
    assertThat(load.shared(row(load, "port"))).isTrue();
    assertThat(rest(load, "nic", "ports")).isEqualTo(q("1"));
  }

  @Test
  void a_device_that_is_no_longer_published_frees_its_fixed_counters_only() {
    var load =
        load(
            holding(
                "a",
                result(
                    "p", "gone", "consumedCounters: {nic: {bandwidth: 30G, no: 1}, no: {x: 1}}")));

    assertThat(rest(load, "nic", "bandwidth")).isEqualTo(q("70G"));
    assertThat(rest(load, "nic", "queues")).isEqualTo(q("16"));
    assertThat(rest(load, "nic", "ports")).isEqualTo(q("2"));
    assertThat(groups(load, "nic")).isEqualTo(new GroupState.None());
  }

  @Test
  void request_driven_counters_count_for_each_share_as_recorded() {
    var load =
        load(
            holding("a", share("vf", "s1", "consumedCounters: {nic: {bandwidth: 30G}}")),
            holding(
                "b", share("vf", "s2", "consumedCounters: {nic: {bandwidth: 20G, queues: 4}}")));

    assertThat(rest(load, "nic", "bandwidth")).isEqualTo(q("50G"));
    assertThat(rest(load, "nic", "queues")).isEqualTo(q("12"));
  }

  @Test
  void counters_that_were_not_recorded_are_worked_out_from_the_request() {
    var request =
        "{name: main, exactly: {deviceClassName: nic,"
            + " capacity: {requests: {d/bandwidth: 2500M, queues: 4}}}}";

    var load = load(requesting("a", request, share("vf", "s1")), holding("b", share("port", "s2")));

    assertThat(rest(load, "nic", "bandwidth")).isEqualTo(q("97G"));
    assertThat(rest(load, "nic", "queues")).isEqualTo(q("12"));
  }

  @Test
  void what_was_not_requested_counts_as_the_default_or_all_there_is() {
    var load = load(holding("a", share("vf", "s1")));

    assertThat(rest(load, "nic", "bandwidth")).isEqualTo(q("99G"));
    assertThat(rest(load, "nic", "queues")).isEqualTo(Quantity.ZERO);
  }

  @Test
  void a_request_too_large_to_be_rounded_leaves_nothing() {
    var request =
        "{name: main, exactly: {deviceClassName: nic,"
            + " capacity: {requests: {bandwidth: \"1e30\", queues: 1}}}}";

    var load = load(requesting("a", request, share("vf", "s1")));

    assertThat(rest(load, "nic", "bandwidth").sign()).isNegative();
  }

  @Test
  void more_may_be_in_use_than_there_is() {
    var load =
        load(holding("a", result("p", "gone", "consumedCounters: {nic: {bandwidth: 130G}}")));

    assertThat(rest(load, "nic", "bandwidth")).isEqualTo(q("-30G"));
  }

  @Test
  void groups_are_those_recorded_whatever_the_slice_says_now() {
    var load =
        load(
            holding("a", result("p", "mig", "compatibilityGroups: {gpu-0: [vgpu, old], nic: []}")));

    assertThat(groups(load, "gpu-0")).isEqualTo(common("old", "vgpu"));
    assertThat(groups(load, "nic")).isEqualTo(new GroupState.Empty());
  }

  @Test
  void devices_have_recorded_groups_in_common() {
    var load =
        load(
            holding("a", result("p", "part-0", "compatibilityGroups: {gpu-0: [g, h]}")),
            holding("b", result("p", "gone", "compatibilityGroups: {gpu-0: [h, k], other: [g]}")));

    assertThat(groups(load, "gpu-0")).isEqualTo(common("h"));
  }

  @Test
  void without_a_record_a_device_has_the_groups_that_its_slice_declares() {
    var load = load(holding("a", result("p", "mig")));

    assertThat(groups(load, "gpu-0")).isEqualTo(common("mig"));
    assertThat(groups(load, "nic")).isEqualTo(new GroupState.Empty());
  }

  @Test
  void a_set_that_the_record_lacks_and_the_slice_has_is_used_without_groups() {
    var load = load(holding("a", result("p", "mig", "compatibilityGroups: {gpu-0: [mig]}")));

    assertThat(groups(load, "gpu-0")).isEqualTo(common("mig"));
    assertThat(groups(load, "nic")).isEqualTo(new GroupState.Empty());
  }

  @Test
  void devices_with_and_without_groups_block_their_set() {
    var load =
        load(
            holding("a", result("p", "part-0")),
            holding("b", result("p", "mig", "compatibilityGroups: {gpu-0: [mig], nic: []}")));

    assertThat(groups(load, "gpu-0")).isEqualTo(new GroupState.Blocked());
    assertThat(groups(load, "nic")).isEqualTo(new GroupState.Empty());
  }

  @Test
  void devices_without_a_common_group_block_their_set() {
    var load =
        load(
            holding("a", result("p", "part-0", "compatibilityGroups: {gpu-0: [g]}")),
            holding("b", result("p", "mig", "compatibilityGroups: {gpu-0: [h], nic: []}")));

    assertThat(groups(load, "gpu-0")).isEqualTo(new GroupState.Blocked());
  }

  @Test
  void every_share_is_a_member_with_its_own_record() {
    var load =
        load(
            holding("a", share("port", "s1", "compatibilityGroups: {nic: [g, h]}")),
            holding("b", share("port", "s2", "compatibilityGroups: {nic: [h]}")));

    assertThat(groups(load, "nic")).isEqualTo(common("h"));
  }

  @Test
  void where_groups_are_off_recorded_ones_keep_everybody_out() {
    var load =
        load(
            GATES.without(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS),
            holding("a", result("p", "gone", "compatibilityGroups: {gpu-0: [mig], nic: []}")),
            holding("b", share("port", "s1")));

    assertThat(groups(load, "gpu-0")).isEqualTo(new GroupState.Blocked());
    assertThat(groups(load, "nic")).isEqualTo(new GroupState.Empty());
  }

  @Test
  void a_hidden_device_in_use_still_consumes() {
    var load =
        load(
            GATES.without(Gate.DRA_SHARED_CONSUMABLE_CAPACITY),
            holding("a", share("vf", "s1", "consumedCounters: {nic: {bandwidth: 30G}}")),
            holding("b", share("vf", "s2")));

    assertThat(rest(load, "nic", "bandwidth")).isEqualTo(q("69G"));
  }

  @Test
  void included_consumption_counts_where_mixins_are_off() {
    var gates = GATES.without(Gate.DRA_RESOURCE_SLICE_MIXINS);
    var devices =
        slice(
            "b-devices",
            2,
            """
            nodeName: node
            mixins:
              deviceCounterConsumption: [{name: part, counters: {memory: {value: 10Gi}}}]
            devices:
            - name: part-0
              consumesCounters: [{counterSet: gpu-0, includes: [part]}]
            - name: part-1
              consumesCounters: [{counterSet: gpu-0, counters: {memory: {value: 10Gi}}}]
            """);
    var generation = Published.generation(gates, POOL, COUNTERS, devices);

    var load = load(generation, gates, holding("a", result("p", "part-0")));

    assertThat(rest(load, "gpu-0", "memory")).isEqualTo(q("30Gi"));
  }

  @Test
  void a_name_that_two_nodes_use_is_in_use_on_both() {
    var one = slice("first", 2, "nodeName: one\ndevices: [{name: gpu}, {name: other}]\n");
    var two = slice("second", 2, "nodeName: two\ndevices: [{name: gpu}]\n");
    var generation = Published.generation(GATES, POOL, one, two);

    var load = load(generation, GATES, holding("a", result("p", "gpu")));

    assertThat(load.exclusivelyUsed(0)).isTrue();
    assertThat(load.exclusivelyUsed(1)).isFalse();
    assertThat(load.exclusivelyUsed(2)).isTrue();
  }

  @Test
  void requests_are_rounded_to_fractions_only_where_these_count() {
    var counters =
        COUNTERS.replace(
            "default: 1G, validRange: {min: 1G, step: 1G}",
            "default: \"1\", validRange: {min: \"1\", step: 500m}");
    var request =
        "{name: main, exactly: {deviceClassName: nic,"
            + " capacity: {requests: {bandwidth: 1200m, queues: 1}}}}";
    var claim = requesting("a", request, share("vf", "s1"));
    var with = GATES.with(Gate.DRA_FRACTIONAL_CAPACITY_RANGE);
    var without = GATES.without(Gate.DRA_FRACTIONAL_CAPACITY_RANGE);

    var exact = load(Published.generation(with, POOL, counters, DEVICES), with, claim);
    var whole = load(Published.generation(without, POOL, counters, DEVICES), without, claim);

    assertThat(rest(exact, "nic", "bandwidth")).isEqualTo(q("100G").subtract(q("1500m")));
    assertThat(rest(whole, "nic", "bandwidth")).isEqualTo(q("100G").subtract(q("2")));
  }

  @Test
  void loads_are_alike_if_the_same_is_left_whoever_holds_the_rest() {
    var load = load(holding("a", result("p", "part-0")), holding("b", share("port", "s1")));
    var same = load(holding("c", result("p", "part-0")), holding("d", share("port", "s2")));

    assertThat(load.isLike(load)).isTrue();
    assertThat(load.isLike(same)).isTrue();
    assertThat(load.likeness()).isEqualTo(same.likeness());
  }

  @Test
  void loads_are_not_alike_if_they_leave_other_devices_capacity_counters_or_groups() {
    assertUnlike(load(), load(holding("a", result("p", "part-0"))));
    assertUnlike(load(holding("a", result("p", "port"))), load(holding("a", share("port", "s1"))));
    assertUnlike(
        load(holding("a", share("port", "s1", "consumedCapacity: {bandwidth: 10G}"))),
        load(holding("a", share("port", "s1", "consumedCapacity: {bandwidth: 5G}"))));
    assertUnlike(
        load(holding("a", result("p", "gone", "consumedCounters: {nic: {bandwidth: 30G}}"))),
        load(holding("a", result("p", "gone", "consumedCounters: {nic: {bandwidth: 20G}}"))));
    assertUnlike(
        load(holding("a", result("p", "gone", "compatibilityGroups: {nic: [g]}"))),
        load(holding("a", result("p", "gone", "compatibilityGroups: {nic: [h]}"))));
  }

  private static void assertUnlike(PoolLoad one, PoolLoad other) {
    assertThat(one.isLike(other)).isFalse();
    assertThat(other.isLike(one)).isFalse();
  }

  @Test
  void loads_that_leave_other_devices_have_other_hashes() {
    var devices =
        slice(
            "devices",
            1,
            """
            nodeName: node
            devices:
            - name: whole
            - name: part
              allowMultipleAllocations: true
            """);
    var generation = Published.generation(GATES, POOL, devices);
    var free = load(generation, GATES);

    assertThat(load(generation, GATES, holding("a", result("p", "whole"))).likeness())
        .isNotEqualTo(free.likeness());
    assertThat(load(generation, GATES, holding("a", share("part", "s1"))).likeness())
        .isNotEqualTo(free.likeness());
  }
}

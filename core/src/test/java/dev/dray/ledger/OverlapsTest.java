package dev.dray.ledger;

import static dev.dray.ledger.Claims.holding;
import static dev.dray.ledger.Claims.requesting;
import static dev.dray.ledger.Claims.result;
import static dev.dray.testing.Published.slice;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.inventory.Inventory;
import dev.dray.testing.Manifest;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a second claim may not have of a pool of GPUs, their partitions and shareable NICs. */
class OverlapsTest {
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
              bandwidth:
                value: 100G
                requestPolicy: {default: 1G, validRange: {min: 1G, step: 1G}}
              queues: {value: "4"}
          """);

  private static final String DEVICES =
      slice(
          "b-devices",
          2,
          """
          nodeName: node
          mixins:
            deviceCounterConsumption:
            - {name: half, counters: {memory: {value: 20Gi}}}
          devices:
          - name: gpu
          - name: gpu-2
          - name: small
            consumesCounters: [{counterSet: gpu-0, counters: {memory: {value: 10Gi}}}]
          - name: half-0
            consumesCounters: [{counterSet: gpu-0, includes: [half]}]
          - name: half-1
            consumesCounters: [{counterSet: gpu-0, includes: [half]}]
          - name: huge
            consumesCounters: [{counterSet: gpu-0, counters: {memory: {value: 50Gi}}}]
          - name: port
            allowMultipleAllocations: true
            capacity: {bandwidth: {value: 40G}}
            consumesCounters: [{counterSet: gpu-0, counters: {slots: {value: "5"}}}]
          - name: port-2
            allowMultipleAllocations: true
            consumesCounters: [{counterSet: gpu-0, counters: {slots: {value: "5"}}}]
          - name: vf-0
            allowMultipleAllocations: true
            consumesCounters:
            - {counterSet: nic, counters: {bandwidth: {valueFrom: {capacityKey: bandwidth}}}}
          - name: vf-1
            allowMultipleAllocations: true
            consumesCounters:
            - {counterSet: nic, counters: {bandwidth: {valueFrom: {capacityKey: bandwidth}}}}
          - name: queue
            allowMultipleAllocations: true
            consumesCounters:
            - {counterSet: nic, counters: {queues: {valueFrom: {capacityKey: queues}}}}
          - name: mig
            consumesCounters:
            - {counterSet: gpu-0, counters: {slots: {value: "1"}}, compatibilityGroups: [mig]}
          - name: mig-2
            consumesCounters:
            - {counterSet: gpu-0, counters: {slots: {value: "1"}}, compatibilityGroups: [mig]}
          - name: vfio
            consumesCounters:
            - {counterSet: gpu-0, counters: {slots: {value: "1"}}, compatibilityGroups: [vfio]}
          """);

  private final Inventory inventory = new Inventory(Gates.defaults());
  private Ledger ledger = Ledger.empty();

  private OverlapsTest publish(String... slices) {
    for (var slice : slices) {
      inventory.put(Manifest.one(ResourceSlice.class, slice));
    }
    return this;
  }

  private OverlapsTest published() {
    return publish(COUNTERS, DEVICES);
  }

  private OverlapsTest held(ResourceClaim... claims) {
    for (var claim : claims) {
      ledger = ledger.with(claim);
    }
    return this;
  }

  private Optional<Overlap> overlap(ResourceClaim written) {
    return overlap(written.withStatus(ResourceClaimStatus.EMPTY), written);
  }

  private Optional<Overlap> overlap(ResourceClaim stored, ResourceClaim written) {
    return new Overlaps(Gates.defaults()).find(inventory.snapshot()::pool, ledger, stored, written);
  }

  private String message(ResourceClaim written) {
    return overlap(written).map(Overlap::message).orElse("");
  }

  private static String share(String device, String id, String... fields) {
    var more = String.join(", ", fields);
    return result("p", device, "shareID: " + id + (more.isEmpty() ? "" : ", " + more));
  }

  private static String bandwidth(String amount) {
    return "consumedCounters: {nic: {bandwidth: %s}}".formatted(amount);
  }

  private static String groups(String... groups) {
    return "compatibilityGroups: {gpu-0: [%s]}".formatted(String.join(", ", groups));
  }

  @Test
  void a_free_device_can_be_had() {
    assertThat(
            published()
                .held(holding("a", result("p", "gpu")))
                .overlap(holding("b", result("p", "gpu-2"))))
        .isEmpty();
  }

  @Test
  void a_device_is_not_given_twice() {
    var overlap =
        published()
            .held(holding("a", result("p", "gpu")))
            .overlap(holding("b", result("p", "gpu-2"), result("p", "gpu")));

    assertThat(overlap).map(Overlap::result).contains(1);
    assertThat(overlap)
        .map(Overlap::message)
        .contains("device gpu in pool p of driver d is held by claim ns/a");
  }

  @Test
  void devices_of_the_same_name_in_other_pools_are_others() {
    assertThat(
            published()
                .held(holding("a", result("p", "gpu")))
                .overlap(holding("b", result("q", "gpu"))))
        .isEmpty();
  }

  @Test
  void what_is_not_published_is_not_given_twice_either() {
    assertThat(held(holding("a", result("p", "gone"))).message(holding("b", result("p", "gone"))))
        .isEqualTo("device gone in pool p of driver d is held by claim ns/a");
  }

  @Test
  void a_device_cannot_be_in_one_allocation_twice() {
    assertThat(published().message(holding("a", result("p", "gpu"), result("p", "gpu"))))
        .isEqualTo("device gpu in pool p of driver d is in this allocation twice");
  }

  @Test
  void administrators_may_look_at_devices_in_use() {
    published().held(holding("a", result("p", "gpu")));

    assertThat(overlap(holding("b", result("p", "gpu", "adminAccess: true")))).isEmpty();
  }

  @Test
  void devices_that_administrators_look_at_can_be_had() {
    published().held(holding("a", result("p", "half-0", "adminAccess: true")));

    assertThat(overlap(holding("b", result("p", "half-0")))).isEmpty();
  }

  @Test
  void a_whole_device_and_a_share_of_it_do_not_go_together() {
    published().held(holding("a", result("p", "port")), holding("b", share("port-2", "s1")));

    assertThat(message(holding("c", share("port", "s2"))))
        .isEqualTo("device port in pool p of driver d is held by claim ns/a");
    assertThat(message(holding("c", result("p", "port-2"))))
        .isEqualTo("device port-2 in pool p of driver d is held by claim ns/b");
  }

  @Test
  void one_share_belongs_to_one_claim() {
    published().held(holding("a", share("port-2", "s1")));

    assertThat(overlap(holding("b", share("port-2", "s1")))).isPresent();
    assertThat(overlap(holding("b", share("port-2", "s2")))).isEmpty();
  }

  @Test
  void a_device_that_allows_no_shares_has_one_at_most() {
    published().held(holding("a", share("gpu", "s1")));

    assertThat(message(holding("b", share("gpu", "s2"))))
        .isEqualTo("device gpu in pool p of driver d is held by claim ns/a");
  }

  @Test
  void shares_get_no_more_than_the_capacity() {
    published()
        .held(
            holding("a", share("port", "s1", "consumedCapacity: {bandwidth: 20G}")),
            holding("b", share("port", "s2", "consumedCapacity: {d/bandwidth: 15G}")));

    assertThat(message(holding("c", share("port", "s3", "consumedCapacity: {bandwidth: 10G}"))))
        .isEqualTo(
            "device port in pool p of driver d has 40G of capacity bandwidth, 35G is used by claim"
                + " ns/a and one other, and 10G more is requested");
    assertThat(overlap(holding("c", share("port", "s3", "consumedCapacity: {bandwidth: 5G}"))))
        .isEmpty();
  }

  private static String asking(String amount) {
    return "{name: main, exactly: {deviceClassName: c, capacity: {requests: {bandwidth: %s}}}}"
        .formatted(amount);
  }

  @Test
  void capacity_that_was_not_recorded_is_worked_out() {
    published().held(requesting("a", asking("24G"), share("port", "s1")));

    assertThat(message(requesting("b", asking("17G"), share("port", "s2"))))
        .isEqualTo(
            "device port in pool p of driver d has 40G of capacity bandwidth, 24G is used by claim"
                + " ns/a, and 17G more is requested");
    assertThat(overlap(requesting("b", asking("16G"), share("port", "s2")))).isEmpty();
  }

  @Test
  void who_names_a_list_and_none_of_its_alternatives_is_charged_the_largest() {
    var list =
        """
        {name: main, firstAvailable: [{name: small, deviceClassName: c, capacity: {requests: {bandwidth: 1G}}},
          {name: large, deviceClassName: c, capacity: {requests: {bandwidth: 24G}}}]}
        """;
    published().held(requesting("a", list, share("port", "s1")));

    assertThat(message(requesting("b", list, share("port", "s2"))))
        .contains("24G is used by claim ns/a, and 24G more is requested");
  }

  @Test
  void a_share_that_asks_for_nothing_in_particular_has_all_of_the_capacity() {
    published().held(holding("a", share("port", "s1")));

    assertThat(overlap(requesting("b", asking("1"), share("port", "s2")))).isPresent();
  }

  @Test
  void each_capacity_that_was_not_recorded_is_worked_out() {
    publish(
            COUNTERS,
            DEVICES.replace(
                "capacity: {bandwidth: {value: 40G}}",
                "capacity: {bandwidth: {value: 40G}, queues: {value: 8}}"))
        .held(holding("a", share("port", "s1", "consumedCapacity: {bandwidth: 1G}")));

    assertThat(
            message(
                holding("b", share("port", "s2", "consumedCapacity: {bandwidth: 1G, queues: 1}"))))
        .contains("has 8 of capacity queues, 8 is used by claim ns/a, and 1 more is requested");
  }

  @Test
  void two_shares_of_one_claim_count_together() {
    published();

    assertThat(
            message(
                holding(
                    "a",
                    share("port", "s1", "consumedCapacity: {bandwidth: 30G}"),
                    share("port", "s2", "consumedCapacity: {bandwidth: 30G}"))))
        .isEqualTo(
            "device port in pool p of driver d has 40G of capacity bandwidth, 0 is used, and 60G"
                + " more is requested");
  }

  @Test
  void of_what_the_driver_and_a_patch_say_of_a_capacity_the_larger_counts() {
    published().held(holding("a", share("port", "s1", "consumedCapacity: {bandwidth: 20G}")));

    inventory.put(patchOfPort("d/bandwidth: {value: 25G}"));
    assertThat(message(sharing("20G"))).isEmpty();
    assertThat(message(sharing("21G"))).contains("has 40G of capacity bandwidth");

    inventory.put(patchOfPort("d/bandwidth: {value: 50G}"));
    assertThat(message(sharing("30G"))).isEmpty();
    assertThat(message(sharing("31G")))
        .contains(
            "has 50G of capacity bandwidth, 20G is used by claim ns/a, and 31G more is requested");
  }

  private static ResourceClaim sharing(String bandwidth) {
    return holding(
        "b", share("port", "s2", "consumedCapacity: {bandwidth: %s}".formatted(bandwidth)));
  }

  @Test
  void a_capacity_that_only_a_patch_adds_counts() {
    inventory.put(patchOfPort("d/extra: {value: 15G}"));
    published()
        .held(holding("a", share("port", "s1", "consumedCapacity: {bandwidth: 1G, extra: 10G}")));

    assertThat(
            message(
                holding("b", share("port", "s2", "consumedCapacity: {bandwidth: 1G, extra: 10G}"))))
        .contains(
            "has 15G of capacity extra, 10G is used by claim ns/a, and 10G more is requested");
  }

  private static ResourceSlicePatch patchOfPort(String capacity) {
    return Manifest.one(
        ResourceSlicePatch.class,
        """
        apiVersion: resource.k8s.io/v1alpha3
        kind: ResourceSlicePatch
        metadata: {name: patch}
        spec: {devices: {filter: {driver: d, device: port}, capacity: {%s}}}
        """
            .formatted(capacity));
  }

  @Test
  void partitions_get_no_more_of_a_counter_than_there_is() {
    published().held(holding("a", result("p", "half-0")), holding("b", result("p", "small")));

    assertThat(message(holding("c", result("p", "half-1"))))
        .isEqualTo(
            "counter memory of counter set gpu-0 in pool p of driver d has 40Gi, 30Gi is used by"
                + " claim ns/a and one other, and 20Gi more is requested");
  }

  @Test
  void mixins_count_as_if_they_were_written_out() {
    published().held(holding("a", result("p", "half-0")));

    assertThat(overlap(holding("b", result("p", "half-1")))).isEmpty();
    assertThat(overlap(holding("b", result("p", "half-1"), result("p", "small")))).isPresent();
  }

  @Test
  void one_claim_alone_can_be_too_much() {
    assertThat(published().message(holding("a", result("p", "huge"))))
        .isEqualTo(
            "counter memory of counter set gpu-0 in pool p of driver d has 40Gi, 0 is used, and"
                + " 50Gi more is requested");
  }

  @Test
  void what_a_shared_device_consumes_counts_once() {
    published().held(requesting("a", asking("1G"), share("port", "s1")));

    assertThat(overlap(requesting("b", asking("1G"), share("port", "s2")))).isEmpty();
    assertThat(message(holding("b", share("port-2", "s2"))))
        .contains("counter slots", "has 8, 5 is used by claim ns/a, and 5 more is requested");
  }

  @Test
  void recorded_amounts_of_a_shared_counter_add_up() {
    published().held(holding("a", share("vf-0", "s1", bandwidth("60G"))));

    assertThat(overlap(holding("b", share("vf-1", "s2", bandwidth("40G"))))).isEmpty();
    assertThat(message(holding("b", share("vf-1", "s2", bandwidth("41G")))))
        .isEqualTo(
            "counter bandwidth of counter set nic in pool p of driver d has 100G, 60G is used by"
                + " claim ns/a, and 41G more is requested");
  }

  @Test
  void amounts_that_were_not_recorded_are_worked_out() {
    published().held(holding("a", share("vf-0", "s1", bandwidth("60G"))));

    assertThat(message(requesting("b", asking("40500M"), share("vf-1", "s2"))))
        .contains("60G is used by claim ns/a, and 41G more is requested");
  }

  @Test
  void what_is_no_longer_published_still_counts_as_recorded() {
    published().held(holding("a", share("gone", "s1", bandwidth("60G"))));

    assertThat(message(holding("b", share("vf-1", "s2", bandwidth("41G")))))
        .contains("60G is used by claim ns/a");
  }

  @Test
  void devices_without_a_group_in_common_do_not_share_a_counter_set() {
    published().held(holding("a", result("p", "mig", groups("mig"))));

    assertThat(message(holding("b", result("p", "vfio", groups("vfio")))))
        .isEqualTo(
            "device vfio in pool p of driver d draws from counter set gpu-0 with compatibility"
                + " groups [vfio], but claim ns/a uses the set with compatibility groups [mig]");
    assertThat(message(holding("b", result("p", "small"))))
        .contains("with no compatibility groups, but claim ns/a uses the set");
  }

  @Test
  void who_records_no_groups_is_judged_by_those_of_the_slices() {
    published().held(holding("a", result("p", "mig")));

    assertThat(message(holding("b", result("p", "vfio"))))
        .isEqualTo(
            "device vfio in pool p of driver d draws from counter set gpu-0 with compatibility"
                + " groups [vfio], but claim ns/a uses the set with compatibility groups [mig]");
    assertThat(overlap(holding("b", result("p", "mig-2")))).isEmpty();
  }

  @Test
  void recorded_groups_outrank_those_of_slices_for_whoever_records_none() {
    published().held(holding("a", result("p", "mig-2", groups("mig", "vfio"))));

    assertThat(overlap(holding("b", result("p", "vfio")))).isEmpty();
  }

  @Test
  void one_claim_cannot_have_strangers_by_recording_the_groups_of_some() {
    published();

    assertThat(message(holding("a", result("p", "mig", groups("mig")), result("p", "vfio"))))
        .contains("device vfio", "but this allocation uses the set with");
    assertThat(message(holding("a", result("p", "mig"), result("p", "vfio"))))
        .contains("but this allocation uses the set with");
  }

  @Test
  void one_claim_cannot_have_devices_without_a_group_in_common() {
    published();

    assertThat(
            message(
                holding(
                    "a", result("p", "mig", groups("mig")), result("p", "vfio", groups("vfio")))))
        .contains(
            "device vfio", "but this allocation uses the set with compatibility groups [mig]");
  }

  @Test
  void a_counter_that_shrank_keeps_out_only_those_who_want_more_of_it() {
    published().held(holding("a", result("p", "half-0")), holding("b", result("p", "half-1")));
    publish(COUNTERS.replace("40Gi", "30Gi"));

    assertThat(overlap(holding("c", share("port", "s1")))).isEmpty();
    assertThat(overlap(holding("c", result("p", "gpu")))).isEmpty();
    assertThat(message(holding("c", result("p", "small"))))
        .contains("has 30Gi, 40Gi is used by claim ns/a and one other, and 10Gi more is requested");
  }

  @Test
  void what_a_claim_has_already_is_not_judged_again() {
    published().held(holding("a", result("p", "half-0")), holding("b", result("p", "half-0")));
    var stored = holding("b", result("p", "half-0"));

    assertThat(overlap(stored, stored)).isEmpty();
    assertThat(overlap(stored, holding("b", result("p", "half-0"), result("p", "gpu")))).isEmpty();
    assertThat(overlap(stored, holding("b", result("p", "half-0"), result("p", "huge"))))
        .isPresent();
  }

  @Test
  void a_claim_may_exchange_its_device_for_another() {
    var stored = holding("a", result("p", "half-0"));
    published().held(stored, holding("b", result("p", "half-1")));

    assertThat(overlap(stored, holding("a", result("p", "gpu")))).isEmpty();
    assertThat(overlap(stored, holding("a", result("p", "half-1")))).isPresent();
  }

  @Test
  void a_pool_that_contradicts_itself_is_known_by_names_only() {
    publish(COUNTERS, DEVICES.replace("counterSet: nic", "counterSet: none"))
        .held(holding("a", result("p", "half-0")));

    assertThat(overlap(holding("b", result("p", "huge")))).isEmpty();
    assertThat(overlap(holding("b", result("p", "half-0")))).isPresent();
  }

  @Test
  void a_pool_that_lacks_slices_is_judged_by_those_it_has() {
    publish(
            COUNTERS.replace("resourceSliceCount: 2", "resourceSliceCount: 3"),
            DEVICES.replace("resourceSliceCount: 2", "resourceSliceCount: 3"))
        .held(holding("a", result("p", "half-0")));

    assertThat(overlap(holding("b", result("p", "huge")))).isPresent();
  }

  @Test
  void the_pools_drawn_on_are_those_of_new_devices() {
    var stored = holding("a", result("p", "gpu"));
    var written =
        holding("a", result("p", "gpu"), result("q", "w"), result("r", "z", "adminAccess: true"));

    assertThat(Overlaps.drawnOn(stored, written)).map(Object::toString).containsExactly("d/q");
    assertThat(Overlaps.drawnOn(stored, stored)).isEqualTo(List.of());
  }

  @Test
  void the_result_that_is_told_is_the_first_that_draws_on_the_counter() {
    published().held(holding("a", result("p", "half-0")), holding("b", result("p", "half-1")));

    assertThat(overlap(holding("c", result("p", "gpu"), result("p", "small"))))
        .map(Overlap::result)
        .contains(1);
  }

  @Test
  void the_holders_that_are_told_are_those_who_draw_on_the_counter() {
    published()
        .held(
            holding("gpu", result("p", "gpu")),
            holding("half", result("p", "half-0")),
            holding("port", share("port", "s1", "consumedCapacity: {bandwidth: 1G}")),
            holding("queue", share("queue", "s1")),
            holding("record", share("vf-0", "s1", "consumedCounters: {nic: {queues: 0}}")),
            holding("small", result("p", "small")),
            holding("vf", share("vf-0", "s2", bandwidth("60G"))),
            requesting("vg", asking("20G"), share("vf-0", "s3")));

    assertThat(overlap(holding("z", result("p", "half-1"))))
        .map(Overlap::others)
        .map(OverlapsTest::claims)
        .contains(List.of("half", "small"));
    assertThat(overlap(holding("z", share("vf-1", "s4", bandwidth("41G")))))
        .map(Overlap::others)
        .map(OverlapsTest::claims)
        .contains(List.of("vf", "vg"));
  }

  private static List<String> claims(List<Holder> holders) {
    return holders.stream().map(Holder::claim).toList();
  }

  @Test
  void the_holders_that_are_told_are_in_the_order_of_claims() {
    published()
        .held(
            holding("m", result("p", "gone", "consumedCounters: {gpu-0: {memory: 5Gi}}")),
            holding("z", result("p", "half-0")),
            holding("a", result("p", "small")));

    assertThat(message(holding("b", result("p", "half-1"))))
        .contains("35Gi is used by claim ns/a and 2 others, and 20Gi more is requested");
  }

  @Test
  void the_strangers_that_are_told_are_those_who_draw_from_the_counter_set() {
    published()
        .held(
            holding("a", result("p", "gone", groups("mig"))),
            holding("b", result("p", "gpu")),
            holding("c", share("vf-0", "s1", bandwidth("1G"))),
            holding("d", result("p", "mig")));

    assertThat(overlap(holding("z", result("p", "vfio"))))
        .map(Overlap::others)
        .map(OverlapsTest::claims)
        .contains(List.of("a", "d"));
  }

  @Test
  void what_a_claim_keeps_counts_against_what_it_takes_in_addition() {
    var stored = holding("a", result("p", "half-0"));
    published().held(stored);
    var more = holding("a", result("p", "half-0"), result("p", "half-1"), result("p", "small"));

    assertThat(overlap(stored, more))
        .map(Overlap::message)
        .contains(
            "counter memory of counter set gpu-0 in pool p of driver d has 40Gi, 20Gi is used, and"
                + " 30Gi more is requested");
  }

  @Test
  void groups_do_not_count_while_their_gate_is_off() {
    published().held(holding("a", result("p", "mig", groups("mig"))));
    var off = new Overlaps(Gates.defaults().without(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS));
    var written = holding("b", result("p", "vfio"));

    assertThat(
            off.find(
                inventory.snapshot()::pool,
                ledger,
                written.withStatus(ResourceClaimStatus.EMPTY),
                written))
        .isEmpty();
  }

  @Test
  void the_generation_that_counts_is_the_one_that_has_the_devices() {
    published().held(holding("a", result("p", "half-0")), holding("b", result("p", "small")));
    publish(newer(slice("newer", 1, "nodeName: another\ndevices: [{name: new}]\n")));

    assertThat(message(holding("c", result("p", "half-1")))).contains("30Gi is used by claim ns/a");
  }

  @Test
  void if_no_generation_has_the_device_its_record_counts_in_the_newest() {
    published();

    assertThat(message(holding("a", result("p", "gone", bandwidth("101G")))))
        .contains("has 100G, 0 is used, and 101G more is requested");
  }

  @Test
  void if_several_generations_have_the_devices_these_must_be_too_much_for_each() {
    published().held(holding("a", result("p", "half-0")), holding("b", result("p", "small")));
    var half = holding("c", result("p", "half-1"));

    publishNewer("100Gi");
    assertThat(overlap(half)).isEmpty();
    publishNewer("45Gi");
    assertThat(message(half)).contains("has 45Gi, 30Gi is used");
    publish(COUNTERS.replace("40Gi", "100Gi"));
    assertThat(overlap(half)).isEmpty();
  }

  private void publishNewer(String memory) {
    publish(
        newer(COUNTERS.replace("a-counters", "c-counters").replace("40Gi", memory)),
        newer(DEVICES.replace("b-devices", "d-devices")));
  }

  private static String newer(String slice) {
    return slice
        .replace("generation: 1", "generation: 2")
        .replace("nodeName: node", "nodeName: another");
  }

  @Test
  void a_check_knows_what_was_published_since_the_last_one() {
    var overlaps = new Overlaps(Gates.defaults());
    var half = holding("c", result("p", "half-1"));
    var unallocated = half.withStatus(ResourceClaimStatus.EMPTY);
    published().held(holding("a", result("p", "half-0")), holding("b", result("p", "small")));

    assertThat(overlaps.find(inventory.snapshot()::pool, ledger, unallocated, half)).isPresent();
    publish(COUNTERS.replace("40Gi", "50Gi"));
    assertThat(overlaps.find(inventory.snapshot()::pool, ledger, unallocated, half)).isEmpty();
    held(holding("d", result("p", "gone", "consumedCounters: {gpu-0: {memory: 1Gi}}")));
    assertThat(overlaps.find(inventory.snapshot()::pool, ledger, unallocated, half)).isPresent();
  }
}

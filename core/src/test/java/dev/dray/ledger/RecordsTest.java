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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a new allocation may not say of itself, by the slices and by its own requests. */
class RecordsTest {
  private static final String COUNTERS =
      slice(
          "a-counters",
          2,
          """
          nodeName: node
          sharedCounters:
          - name: gpu-0
            counters: {slots: {value: "8"}}
          - name: nic
            counters:
              bandwidth:
                value: 100G
                requestPolicy: {default: 1G, validRange: {min: 1G, step: 1G}}
          """);

  private static final String DEVICES =
      slice(
          "b-devices",
          2,
          """
          nodeName: node
          mixins: {device: [{name: wide, capacity: {queues: {value: "8"}}}]}
          devices:
          - name: port
            allowMultipleAllocations: true
            includes: [wide]
            capacity:
              bandwidth:
                value: "10"
                requestPolicy: {default: "1", validRange: {min: 500m, step: 500m}}
          - name: vf
            consumesCounters:
            - {counterSet: nic, counters: {bandwidth: {valueFrom: {capacityKey: bandwidth}}}}
          - name: mig
            consumesCounters:
            - {counterSet: gpu-0, counters: {slots: {value: "1"}}, compatibilityGroups: [mig, any]}
          - name: plain
            consumesCounters: [{counterSet: gpu-0, counters: {slots: {value: "1"}}}]
          """);

  private Gates gates = Gates.defaults();
  private String slices = DEVICES;
  private Optional<String> patch = Optional.empty();
  private List<String> newer = List.of();

  private Optional<Misrecord> misrecord(ResourceClaim stored, ResourceClaim written) {
    var inventory = new Inventory(gates);
    inventory.put(Manifest.one(ResourceSlice.class, COUNTERS));
    inventory.put(Manifest.one(ResourceSlice.class, slices));
    newer.forEach(it -> inventory.put(Manifest.one(ResourceSlice.class, it)));
    patch.ifPresent(it -> inventory.put(Manifest.one(ResourceSlicePatch.class, it)));
    return Records.unaskedAdminAccess(stored, written)
        .or(() -> new Records(gates).find(inventory.snapshot()::pool, stored, written));
  }

  private Optional<Misrecord> misrecord(ResourceClaim written) {
    return misrecord(written.withStatus(ResourceClaimStatus.EMPTY), written);
  }

  private String message(ResourceClaim written) {
    return misrecord(written).map(it -> it.field() + ": " + it.message()).orElse("");
  }

  private static ResourceClaim asking(String bandwidth, String... results) {
    return requesting(
        "a",
        "{name: main, exactly: {deviceClassName: c, capacity: {requests: {d/bandwidth: %s}}}}"
            .formatted(bandwidth),
        results);
  }

  private static String port(String consumed) {
    return result("p", "port", "shareID: s", "consumedCapacity: {%s}".formatted(consumed));
  }

  private static String vf(String consumed) {
    return result("p", "vf", "consumedCounters: {%s}".formatted(consumed));
  }

  private static String mig(String groups) {
    return result("p", "mig", "compatibilityGroups: {%s}".formatted(groups));
  }

  private void patched(String capacity) {
    patch =
        Optional.of(
            """
            apiVersion: resource.k8s.io/v1alpha3
            kind: ResourceSlicePatch
            metadata: {name: patch}
            spec: {devices: {filter: {driver: d, device: port}, capacity: {%s}}}
            """
                .formatted(capacity));
  }

  @Test
  void the_capacity_that_the_request_comes_to_is_recorded() {
    assertThat(message(asking("6", port("bandwidth: 6, queues: 8")))).isEmpty();
    assertThat(message(asking("5800m", port("d/bandwidth: 6000m, queues: 8")))).isEmpty();
    assertThat(message(holding("a", port("bandwidth: 1, queues: 8")))).isEmpty();
  }

  @Test
  void less_capacity_than_the_request_comes_to_is_not() {
    assertThat(message(asking("6", port("bandwidth: 0, queues: 8"))))
        .isEqualTo(
            "consumedCapacity: 0 of capacity bandwidth of device port in pool p of driver d is"
                + " recorded, but request main comes to 6");
    assertThat(message(asking("6", port("bandwidth: 6, queues: 1"))))
        .contains("1 of capacity queues", "but request main comes to 8");
  }

  @Test
  void more_capacity_than_the_request_comes_to_is_not_either() {
    assertThat(message(asking("6", port("bandwidth: 7, queues: 8")))).contains("7 of capacity");
  }

  @Test
  void what_is_not_recorded_is_charged_and_no_mistake() {
    assertThat(message(asking("6", result("p", "port", "shareID: s")))).isEmpty();
    assertThat(message(asking("6", port("bandwidth: 6")))).isEmpty();
    assertThat(message(asking("6", result("p", "vf")))).isEmpty();
  }

  @Test
  void what_a_device_does_not_have_may_be_recorded_by_those_who_know_better() {
    assertThat(message(asking("6", port("bandwidth: 6, lanes: 1")))).isEmpty();
    assertThat(message(asking("6", vf("nic: {bandwidth: 1G, lanes: 1}, other: {x: 1}")))).isEmpty();
  }

  @Test
  void steps_of_either_rounding_will_do_since_schedulers_may_differ_in_it() {
    assertThat(message(asking("5800m", port("bandwidth: 6, queues: 8")))).isEmpty();
    assertThat(message(asking("5200m", port("bandwidth: 5500m, queues: 8")))).isEmpty();
    assertThat(message(asking("5200m", port("bandwidth: 6, queues: 8")))).isEmpty();
    assertThat(message(asking("5200m", port("bandwidth: 5, queues: 8")))).isNotEmpty();
  }

  @Test
  void a_scheduler_that_knows_of_no_patches_records_what_the_slice_says() {
    patched("d/queues: {value: 16}");

    assertThat(message(asking("6", port("bandwidth: 6, queues: 16")))).isEmpty();
    assertThat(message(asking("6", port("bandwidth: 6, queues: 8")))).isEmpty();
    assertThat(message(asking("6", port("bandwidth: 6, queues: 7")))).contains("comes to 16");
  }

  @Test
  void capacity_is_recorded_as_requested_whether_or_not_patches_count() {
    gates = gates.without(Gate.DRA_ADMIN_CONTROLLED_DEVICE_ATTRIBUTES);

    assertThat(message(asking("6", port("bandwidth: 0, queues: 4"))))
        .contains("0 of capacity bandwidth");
  }

  @Test
  void the_counters_that_the_request_comes_to_are_recorded() {
    assertThat(message(asking("89500M", vf("nic: {bandwidth: 90G}")))).isEmpty();
    assertThat(message(holding("a", vf("nic: {bandwidth: 1G}")))).isEmpty();
  }

  @Test
  void other_amounts_of_counters_are_not() {
    assertThat(message(asking("90G", vf("nic: {bandwidth: 1}"))))
        .isEqualTo(
            "consumedCounters: 1 of counter bandwidth of counter set nic by device vf in pool p of"
                + " driver d is recorded, but request main comes to 90G");
    assertThat(message(asking("90G", vf("nic: {}")))).contains("0 of counter bandwidth");
    assertThat(message(asking("90G", vf("other: {x: 1}")))).contains("0 of counter bandwidth");
    assertThat(message(asking("90G", vf("nic: {bandwidth: 90G}, gpu-0: {slots: 1}"))))
        .contains("1 of counter slots of counter set gpu-0", "but request main comes to 0");
  }

  @Test
  void groups_are_recorded_as_they_are_declared() {
    assertThat(message(holding("a", mig("gpu-0: [any, mig]")))).isEmpty();
    assertThat(message(holding("a", mig("")))).isEmpty();
    assertThat(message(holding("a", mig("gpu-0: [other]"))))
        .isEqualTo(
            "compatibilityGroups: [other] are recorded for counter set gpu-0 of device mig in pool"
                + " p of driver d, but the slice declares [any, mig]");
    assertThat(message(holding("a", mig("gpu-0: []")))).contains("but the slice declares");
    assertThat(message(holding("a", mig("gpu-0: [mig, any], nic: [any]"))))
        .contains("[any] are recorded for counter set nic", "but the slice declares []");
  }

  @Test
  void a_device_without_groups_has_none_recorded() {
    assertThat(message(holding("a", result("p", "plain", "compatibilityGroups: {gpu-0: []}"))))
        .isEmpty();
    assertThat(message(holding("a", result("p", "plain", "compatibilityGroups: {gpu-0: [x]}"))))
        .isNotEmpty();
  }

  @Test
  void groups_do_not_count_while_their_gate_is_off() {
    gates = gates.without(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS);

    assertThat(message(holding("a", mig("gpu-0: [other]")))).isEmpty();
  }

  @Test
  void admin_access_is_recorded_where_it_was_asked_for() {
    var looking = result("p", "mig", "adminAccess: true");

    assertThat(message(holding("a", looking)))
        .isEqualTo("adminAccess: true is recorded, but request main does not ask for it");
    assertThat(
            message(
                requesting(
                    "a",
                    "{name: main, exactly: {deviceClassName: c, adminAccess: true}}",
                    looking)))
        .isEmpty();
    assertThat(
            message(
                requesting(
                    "a",
                    "{name: main, exactly: {deviceClassName: c}},"
                        + " {name: other, exactly: {deviceClassName: c, adminAccess: true}}",
                    looking)))
        .isNotEmpty();
  }

  @Test
  void what_a_claim_has_already_is_not_looked_at() {
    var wrong = asking("6", port("bandwidth: 0, queues: 8"), vf("nic: {bandwidth: 0}"));

    assertThat(misrecord(wrong, wrong)).isEmpty();
    assertThat(misrecord(asking("6", port("bandwidth: 0, queues: 8")), wrong))
        .map(Misrecord::result)
        .contains(1);
  }

  @Test
  void of_devices_that_are_not_published_nothing_is_known() {
    slices = DEVICES.replace("name: vf", "name: wf");

    assertThat(message(asking("90G", vf("nic: {bandwidth: 1}")))).isEmpty();
    assertThat(message(asking("90G", vf("nic: {bandwidth: 1}").replace("pool: p", "pool: q"))))
        .isEmpty();
  }

  @Test
  void nothing_is_known_of_a_pool_that_contradicts_itself() {
    slices = DEVICES.replace("name: mig", "name: vf");

    assertThat(message(asking("90G", vf("nic: {bandwidth: 1}")))).isEmpty();
  }

  @Test
  void the_alternative_that_was_chosen_is_the_one_that_counts() {
    var request =
        """
        {name: main, firstAvailable: [
          {name: big, deviceClassName: c, capacity: {requests: {bandwidth: 90G}}},
          {name: small, deviceClassName: c, capacity: {requests: {bandwidth: 10G}}}]}
        """;
    var taken = vf("nic: {bandwidth: 10G}");

    assertThat(message(requesting("a", request, taken.replace("main", "main/small")))).isEmpty();
    assertThat(message(requesting("a", request, taken.replace("main", "main/big"))))
        .contains("request main/big comes to 90G");
  }

  @Test
  void a_record_is_wrong_only_if_it_is_wrong_for_every_generation_of_its_device() {
    var wrong = holding("a", mig("gpu-0: [new]"));

    newer = newer("nothing", "new");
    assertThat(message(wrong)).contains("but the slice declares [any, mig]");
    newer = newer("mig", "new");
    assertThat(message(wrong)).isEmpty();
    newer = newer("mig", "other");
    assertThat(message(wrong)).contains("but the slice declares [other]");
  }

  private static List<String> newer(String device, String group) {
    var counters = COUNTERS.replace("a-counters", "c-counters");
    var devices =
        slice(
            "d-devices",
            2,
            """
            nodeName: another
            devices:
            - name: %s
              consumesCounters:
              - {counterSet: gpu-0, counters: {slots: {value: "1"}}, compatibilityGroups: [%s]}
            """
                .formatted(device, group));
    return Stream.of(counters, devices)
        .map(slice -> slice.replace("generation: 1", "generation: 2"))
        .toList();
  }
}

package dev.dray.verify.reference;

import static dev.dray.verify.reference.WorldText.allocated;
import static dev.dray.verify.reference.WorldText.claim;
import static dev.dray.verify.reference.WorldText.devices;
import static dev.dray.verify.reference.WorldText.slice;
import static dev.dray.verify.reference.WorldText.world;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.verify.reference.ReferenceOutcome.Fits;
import org.junit.jupiter.api.Test;

/** What upstream has no cases for: the KEPs it lacks, and what the decisions change. */
class ReferenceAllocatorTest {
  private static final String MODEL_A =
      "selectors: [{cel: {expression: 'device.attributes[\"d.io\"].?model.orValue(\"\") =="
          + " \"a\"'}}]";
  private static final String COUNTERS =
      slice(
          "counters",
          2,
          """
          sharedCounters:
          - name: cs
            counters:
              bw: {value: "10", requestPolicy: {default: "2"}}
              mem: {value: "4"}
          """);

  @Test
  void a_device_has_what_it_includes_and_its_own_wins() {
    var slice =
        slice(
            "s",
            1,
            """
            mixins: {device: [{name: m, attributes: {d.io/model: {string: a}}}]}
            devices:
            - {name: own, includes: [m], attributes: {model: {string: b}}}
            - {name: included, includes: [m]}
            """);

    assertThat(devices(world(slice, claim("c", MODEL_A)))).containsExactly("included");
  }

  @Test
  void devices_with_includes_are_out_of_view_while_the_gate_is_off_or_a_mixin_is_missing() {
    var slice =
        slice(
            "s",
            1,
            """
            mixins: {device: [{name: m, attributes: {model: {string: a}}}]}
            devices:
            - {name: dangling, includes: [m, nothing]}
            - {name: included, includes: [m]}
            - {name: plain}
            """);
    var world = world(slice, claim("c", ""));

    assertThat(devices(world)).containsExactly("included");
    assertThat(devices(world.withGates(world.gates().without(Gate.DRA_RESOURCE_SLICE_MIXINS))))
        .containsExactly("plain");
  }

  @Test
  void the_higher_patch_wins_and_filters_see_devices_without_patches() {
    var patch =
        """
        ---
        apiVersion: resource.k8s.io/v1alpha3
        kind: ResourceSlicePatch
        metadata: {name: %s}
        spec:
          devices:
            priority: %d
            filter: {selectors: [{cel: {expression: 'device.attributes["d.io"].?model.orValue("") == "%s"'}}]}
            attributes: {d.io/model: %s}
        """;
    var slice =
        slice(
            "s",
            1,
            """
            devices:
            - {name: d0, attributes: {model: {string: a}}}
            - {name: d1, attributes: {model: {string: b}}}
            """);
    var away = patch.formatted("away", 2, "a", "{string: c}");
    var chained = patch.formatted("chained", 3, "c", "{string: a}");
    var low = patch.formatted("low", 1, "b", "{string: a}");
    var lower = patch.formatted("lower", 0, "b", "{string: x}");

    assertThat(devices(world(slice, claim("c", MODEL_A)))).containsExactly("d0");
    assertThat(devices(world(slice, away, chained, low, lower, claim("c", MODEL_A))))
        .containsExactly("d1");
  }

  private static String grouped(String first, String second) {
    return COUNTERS
        + slice(
            "devices",
            2,
            """
            devices:
            - name: d0
              consumesCounters: [{counterSet: cs, counters: {mem: {value: "1"}}%s}]
            - name: d1
              consumesCounters: [{counterSet: cs, counters: {mem: {value: "1"}}%s}]
            """
                .formatted(first, second));
  }

  @Test
  void the_groups_on_record_count_and_not_those_of_the_slice() {
    var slices = grouped(", compatibilityGroups: [g1]", ", compatibilityGroups: [g2]");
    var recorded = "compatibilityGroups: {cs: [g2]}";

    assertThat(devices(world(slices, allocated("a", "d0", recorded), claim("c", ""))))
        .containsExactly("d1");
    assertThat(
            devices(
                world(
                    slices,
                    allocated("a", "d0", "compatibilityGroups: {cs: [g1]}"),
                    claim("c", ""))))
        .isEmpty();
  }

  @Test
  void without_a_record_a_device_has_the_groups_that_its_slice_declares() {
    var alike = grouped(", compatibilityGroups: [g1]", ", compatibilityGroups: [g1]");
    var different = grouped(", compatibilityGroups: [g1]", ", compatibilityGroups: [g2]");
    var ungrouped = grouped("", ", compatibilityGroups: [g2]");

    assertThat(devices(world(alike, allocated("a", "d0", ""), claim("c", ""))))
        .containsExactly("d1");
    assertThat(devices(world(different, allocated("a", "d0", ""), claim("c", "")))).isEmpty();
    assertThat(devices(world(ungrouped, allocated("a", "d0", ""), claim("c", "")))).isEmpty();
  }

  @Test
  void without_the_gate_grouped_devices_are_skipped_and_recorded_groups_close_their_set() {
    var world = world(grouped(", compatibilityGroups: [g1]", ""), claim("c", ""));
    var off = world.gates().without(Gate.DRA_DEVICE_COMPATIBILITY_GROUPS);
    var recorded =
        world(
            grouped(", compatibilityGroups: [g1]", ""),
            allocated("a", "d0", "compatibilityGroups: {cs: [g1]}"),
            claim("c", ""));

    assertThat(devices(world.withGates(off))).containsExactly("d1");
    assertThat(devices(recorded.withGates(off))).isEmpty();
  }

  private static final String REQUESTED =
      COUNTERS
          + slice(
              "devices",
              2,
              """
              devices:
              - name: v0
                consumesCounters: [{counterSet: cs, counters: {bw: {valueFrom: {capacityKey: d.io/bw}}}}]
              - name: v1
                consumesCounters: [{counterSet: cs, counters: {bw: {valueFrom: {capacityKey: bw}}}}]
              """);

  @Test
  void counters_are_charged_what_the_request_says_until_nothing_is_left() {
    var six = "capacity: {requests: {bw: '6'}}";
    var four = "capacity: {requests: {d.io/bw: '4'}}";

    assertThat(devices(world(REQUESTED, claim("c0", six), claim("c1", four))))
        .containsExactly("v0", "v1");
    assertThat(devices(world(REQUESTED, claim("c0", six), claim("c1", six)))).isEmpty();
    assertThat(devices(world(REQUESTED, claim("c0", "capacity: {requests: {other: '1'}}"))))
        .isEmpty();
  }

  @Test
  void what_was_charged_is_written_down_and_counts_even_for_a_device_that_is_gone() {
    var world = world(REQUESTED, claim("c", ""));
    var result = ((Fits) new ReferenceAllocator().allocate(world).outcome()).results().getFirst();
    var nine = "consumedCounters: {cs: {bw: '9'}}";

    assertThat(result.devices().results().getFirst().consumedCounters().toString())
        .isEqualTo("{cs={bw=2}}");
    assertThat(devices(world(REQUESTED, allocated("a", "gone", nine), claim("c", "")))).isEmpty();
    assertThat(devices(world(REQUESTED, allocated("a", "gone", ""), claim("c", ""))))
        .containsExactly("v0");
  }

  @Test
  void what_was_not_written_down_is_worked_out_again() {
    var held =
        allocated("a", "v0", "").replace("count: 1}", "count: 1, capacity: {requests: {bw: '9'}}}");

    assertThat(devices(world(REQUESTED, held, claim("c", "")))).isEmpty();
    assertThat(devices(world(REQUESTED, held, claim("c", "capacity: {requests: {bw: '1'}}"))))
        .containsExactly("v1");
  }

  @Test
  void every_share_is_charged_what_it_requests_and_only_the_first_what_is_fixed() {
    var slices =
        COUNTERS
            + slice(
                "devices",
                2,
                """
                devices:
                - name: d0
                  allowMultipleAllocations: true
                  consumesCounters:
                  - counterSet: cs
                    counters: {mem: {value: "4"}, bw: {valueFrom: {capacityKey: bw}}}
                """);
    var five = "capacity: {requests: {bw: '5'}}";

    assertThat(devices(world(slices, claim("c0", five), claim("c1", five))))
        .containsExactly("d0", "d0");
    assertThat(devices(world(slices, claim("c0", five), claim("c1", five), claim("c2", five))))
        .isEmpty();
  }

  @Test
  void admin_access_needs_nothing_to_be_left_and_takes_nothing() {
    var held = allocated("a", "d0", "");
    var slices = grouped("", ", compatibilityGroups: [g]").replace("value: \"4\"", "value: \"1\"");

    assertThat(devices(world(slices, held, claim("c", "adminAccess: true")))).containsExactly("d0");
    assertThat(devices(world(slices, claim("c0", "adminAccess: true"), claim("c1", ""))))
        .containsExactly("d0", "d1");
  }

  @Test
  void an_overcommitted_counter_matters_only_to_who_uses_it() {
    var slices =
        COUNTERS
            + slice(
                "devices",
                2,
                """
                devices:
                - {name: d0, consumesCounters: [{counterSet: cs, counters: {mem: {value: "9"}}}]}
                - {name: d1, consumesCounters: [{counterSet: cs, counters: {bw: {value: "1"}}}]}
                """);

    assertThat(devices(world(slices, allocated("a", "d0", ""), claim("c", ""))))
        .containsExactly("d1");
  }

  @Test
  void a_share_of_what_can_no_longer_be_shared_keeps_others_out() {
    var slice = slice("s", 1, "devices: [{name: d0}]\n");

    assertThat(devices(world(slice, allocated("a", "d0", "shareID: s1"), claim("c", ""))))
        .isEmpty();
  }
}

package dev.dray.allocation.explain;

import static dev.dray.allocation.Scene.gpus;
import static dev.dray.allocation.Scene.partition;
import static dev.dray.allocation.Scene.partitions;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.Scene;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What users are told when requests fit alone but not together. */
class JointExplanationTest {
  @Test
  void what_an_earlier_request_took_is_named() {
    assertThat(
            Scene.empty()
                .devices(gpus(4, ""))
                .requesting("a: {deviceClassName: any}", "b: {deviceClassName: any, count: 4}")
                .text())
        .containsExactly(
            "claim default/c, request b (class any, count 4): 3 of the 4 devices needed can be"
                + " allocated after a",
            "  request a of default/c would get gpu-0",
            "  4 devices on node-1 (pool d/node-1)",
            "  1 is taken by request a (gpu-0)",
            "  nearest: gpu-0, which is taken by request a");
  }

  @Test
  void requests_that_have_nothing_to_do_with_it_are_left_out() {
    var explanation =
        Scene.empty()
            .deviceClass("nic", "device.attributes[\"d\"].kind == \"nic\"")
            .deviceClass("gpu", "device.attributes[\"d\"].kind == \"gpu\"")
            .devices(
                "{name: nic, attributes: {kind: {string: nic}}}",
                "{name: gpu-0, attributes: {kind: {string: gpu}}}",
                "{name: gpu-1, attributes: {kind: {string: gpu}}}")
            .requesting(
                "net: {deviceClassName: nic}",
                "a: {deviceClassName: gpu}",
                "b: {deviceClassName: gpu, count: 2}")
            .explanation();

    assertThat(explanation.cause())
        .isInstanceOfSatisfying(
            Cause.NotTogether.class,
            cause ->
                assertThat(cause.shortfalls().getFirst().before())
                    .extracting(Shortfall.Grant::request)
                    .containsExactly("a"));
  }

  @Test
  void the_value_that_came_nearest_is_named() {
    assertThat(
            Scene.empty()
                .devices(
                    IntStream.range(0, 6)
                        .mapToObj(
                            i ->
                                "{name: gpu-%d, attributes: {numa: {int: %d}}}".formatted(i, i / 3))
                        .toArray(String[]::new))
                .asking(
                    "c",
                    """
                    requests: [{name: r, exactly: {deviceClassName: any, count: 4}}]
                    constraints: [{matchAttribute: d/numa}]
                    """)
                .text())
        .containsExactly(
            "claim default/c, request r (class any, count 4): 3 of the 4 devices needed can be"
                + " allocated together",
            "  matchAttribute d/numa: 4 needed, 3 with value 0, 3 with value 1",
            "  6 devices on node-1 (pool d/node-1)",
            "  3 have d/numa 1, but the devices chosen before have 0 (gpu-3, gpu-4, gpu-5)",
            "  nearest: gpu-3, which has d/numa 1, but the devices chosen before have 0");
  }

  @Test
  void too_few_different_values_are_listed() {
    assertThat(
            Scene.empty()
                .devices(
                    "{name: gpu-0, attributes: {rack: {string: x}}}",
                    "{name: gpu-1, attributes: {rack: {string: x}}}")
                .asking(
                    "c",
                    """
                    requests: [{name: r, exactly: {deviceClassName: any, count: 2}}]
                    constraints: [{distinctAttribute: d/rack}]
                    """)
                .text())
        .contains(
            "  distinctAttribute d/rack: 2 needed, 1 different: x",
            "  1 has d/rack x, as does a device chosen before (gpu-1)");
  }

  @Test
  void counters_that_an_earlier_request_would_use_up() {
    assertThat(
            partitions(partition("a", 100), partition("b", 100))
                .requesting("one: {deviceClassName: any}", "two: {deviceClassName: any}")
                .text())
        .contains(
            "  request one of default/c would get a",
            "  1 consumes more than counter set gpu-0 has left: multiprocessors: 100 needed, 32 of"
                + " 132 left (b)");
  }

  @Test
  void groups_that_an_earlier_request_would_bring() {
    assertThat(
            partitions(
                    partition("mig", 20, ", compatibilityGroups: [mig]"),
                    partition("vgpu", 20, ", compatibilityGroups: [vgpu]"))
                .requesting("one: {deviceClassName: any}", "two: {deviceClassName: any}")
                .text())
        .contains(
            "  1 has conflicting compatibility groups: counter set gpu-0: [mig] in use by request"
                + " one, candidate declares [vgpu] (vgpu)");
  }

  @Test
  void an_earlier_request_is_nobody_of_another_namespace() {
    assertThat(
            partitions(
                    partition("mig", 20, ", compatibilityGroups: [mig]"),
                    partition("vgpu", 20, ", compatibilityGroups: [vgpu]"))
                .requesting("one: {deviceClassName: any}", "two: {deviceClassName: any}")
                .explanation("node-1")
                .within("default")
                .toText())
        .contains("[mig] in use by request one, candidate declares [vgpu]");
  }

  @Test
  void devices_without_groups_are_told_as_such() {
    var mixed = new Reason.GroupConflict("gpu-0", List.of(), List.of(), List.of("ns/a", "ns/b"));
    var inUse = new Reason.GroupConflict("gpu-0", List.of(), List.of("mig"), List.of("ns/a"));
    var wanted = new Reason.GroupConflict("gpu-0", List.of("mig"), List.of(), List.of());

    assertThat(mixed.toText())
        .isEqualTo(
            "has conflicting compatibility groups: counter set gpu-0: devices without a common"
                + " group in use by ns/a, ns/b, candidate has no group");
    assertThat(inUse.toText())
        .isEqualTo(
            "has conflicting compatibility groups: counter set gpu-0: [mig] in use by ns/a,"
                + " candidate has no group");
    assertThat(wanted.toText())
        .isEqualTo(
            "has conflicting compatibility groups: counter set gpu-0: devices without a common"
                + " group in use, candidate declares [mig]");
  }

  @Test
  void more_devices_than_a_claim_can_have() {
    assertThat(
            Scene.empty()
                .devices(gpus(40, ""))
                .asking(
                    "c",
                    """
                    requests:
                    - name: a
                      exactly: {deviceClassName: any, count: 30}
                    - name: b
                      firstAvailable:
                      - {name: many, deviceClassName: any, count: 4}
                      - {name: none, deviceClassName: missing, count: 1}
                    """)
                .deviceClass("missing", "device.driver == \"other\"")
                .text())
        .contains("  the claim would get 34 devices, but a claim can have at most 32");
  }
}

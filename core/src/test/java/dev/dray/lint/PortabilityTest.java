package dev.dray.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.gate.ParsedGates;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PortabilityTest {
  private static final String SLICE =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: s}
      spec:
        driver: gpu.example.com
        nodeName: worker-1
        pool: {name: p, generation: 1, resourceSliceCount: 1}
      """;

  private static List<Portability.Gap> gaps(Release release, String yaml, String... gates) {
    var source = yaml.getBytes(StandardCharsets.UTF_8);
    var read = (Document.Read) new Manifests(FieldValidation.STRICT).read(source).getFirst();
    assertThat(read.problems()).isEmpty();
    var on = (ParsedGates.Accepted) Gates.parse(List.of(gates), release.defaults());
    return new Portability(release, on.gates()).of(read.object(), read.version());
  }

  private static String only(Release release, String yaml, String... gates) {
    var gaps = gaps(release, yaml, gates);
    assertThat(gaps).hasSize(1);
    return gaps.getFirst().message();
  }

  @Test
  void releases_are_read_as_people_write_them() {
    assertThat(Release.of("1.35")).contains(Release.V1_35);
    assertThat(Release.of("v1.35.2")).contains(Release.V1_35);
    assertThat(Release.of("1.3")).isEmpty();
    assertThat(Release.of("1.33")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void the_gates_of_a_release_go_together(Release release) {
    assertThat(release.defaults().conflicts()).isEmpty();
  }

  @Test
  void the_gates_of_the_last_release_are_those_that_gates_say_but_for_what_only_dray_has_on() {
    var gates = Release.V1_37.defaults();
    for (var gate : Gate.values()) {
      boolean onlyHere =
          GateHistory.of(gate).isEmpty() || gate == Gate.DRA_DEVICE_COMPATIBILITY_GROUPS;
      assertThat(gates.enabled(gate))
          .as(gate.gateName())
          .isEqualTo(gate.onByDefault() && !onlyHere);
    }
  }

  @Test
  void the_last_step_of_a_history_is_the_stage_that_the_gate_says() {
    for (var gate : Gate.values()) {
      if (!GateHistory.of(gate).isEmpty()) {
        var last = GateHistory.of(gate).getLast();
        assertThat(last.stage()).as(gate.gateName()).isEqualTo(gate.stage());
        assertThat("1." + last.minor()).as(gate.gateName()).isEqualTo(gate.since());
      }
    }
  }

  @Test
  void a_field_whose_gate_is_off_is_dropped_unless_it_is_switched_on() {
    var tainted =
        SLICE
            + """
              devices:
              - {name: a, taints: [{key: example.com/hot, effect: NoSchedule}]}
              - {name: b, taints: [{key: example.com/hot, effect: NoSchedule}]}
            """;

    assertThat(only(Release.V1_35, tainted))
        .isEqualTo(
            "spec.devices[0].taints (and 1 more): Kubernetes 1.35 drops the field: the feature gate"
                + " DRADeviceTaints is alpha and disabled by default, and enabled from 1.36 on");
    assertThat(gaps(Release.V1_35, tainted, "DRADeviceTaints=true")).isEmpty();
    assertThat(gaps(Release.V1_36, tainted)).isEmpty();
  }

  @Test
  void a_field_that_came_later_is_missing_whatever_is_switched_on() {
    var claim =
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: c, namespace: default}
        spec:
          devices:
            requests:
            - name: r
              exactly:
                deviceClassName: gpu
                derivedAttributes: [{name: a.example.com/b, expression: '1'}]
        """;

    assertThat(only(Release.V1_36, claim, "DRADerivedAttributes=true"))
        .endsWith(
            "Kubernetes 1.36 does not have the field, which was added in 1.37 (alpha, gate"
                + " DRADerivedAttributes)");
    assertThat(only(Release.V1_37, claim)).contains("drops the field");
    assertThat(gaps(Release.V1_37, claim, "DRADerivedAttributes=true")).isEmpty();
  }

  @Test
  void counters_in_slices_of_their_own_came_after_the_gate() {
    var counters = SLICE + "  sharedCounters: [{name: a, counters: {m: {value: 1}}}]\n";

    assertThat(only(Release.V1_34, counters, "DRAPartitionableDevices=true"))
        .contains("added in 1.35");
    assertThat(gaps(Release.V1_35, counters, "DRAPartitionableDevices=true")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void what_only_dray_has_is_in_no_release(Release release) {
    var mixins =
        SLICE
            + """
              mixins: {device: [{name: m, attributes: {a: {int: 1}}}]}
              devices: [{name: a, includes: [m]}]
            """;
    var patch =
        """
        apiVersion: resource.k8s.io/v1alpha3
        kind: ResourceSlicePatch
        metadata: {name: p}
        spec: {devices: {attributes: {a.example.com/b: {int: 1}}}}
        """;

    assertThat(gaps(release, mixins, "DRAResourceSliceMixins=true"))
        .hasSize(2)
        .allMatch(it -> it.message().contains("no Kubernetes release has the field"));
    assertThat(only(release, patch)).contains("no Kubernetes release has the kind");
  }

  @Test
  void a_taint_rule_is_in_other_versions_of_older_releases() {
    var rule =
        """
        apiVersion: resource.k8s.io/v1
        kind: DeviceTaintRule
        metadata: {name: r}
        spec: {taint: {key: example.com/hot, effect: NoSchedule}}
        """;
    var gap = gaps(Release.V1_36, rule).getFirst();

    assertThat(gap.message())
        .isEqualTo(
            "Kubernetes 1.36 does not have DeviceTaintRule in resource.k8s.io/v1, which was added"
                + " in 1.37");
    assertThat(gap.hint()).contains("1.36 has it in v1beta2: dray convert --to v1beta2");
    assertThat(gaps(Release.V1_37, rule)).isEmpty();
  }

  @Test
  void an_effect_is_missing_where_it_came_later() {
    var tainted =
        SLICE + "  devices: [{name: a, taints: [{key: example.com/hot, effect: None}]}]\n";

    assertThat(only(Release.V1_34, tainted, "DRADeviceTaints=true")).contains("added in 1.35");
  }

  @Test
  void a_slice_of_counters_needs_nodes_elsewhere() {
    var counters =
        SLICE.replace("  nodeName: worker-1\n", "")
            + "  sharedCounters: [{name: a, counters: {m: {value: 1}}}]\n";

    assertThat(only(Release.V1_37, counters)).contains("rejects a slice without node selection");
  }

  @Test
  void an_old_version_is_off() {
    var gap = gaps(Release.V1_36, SLICE.replace("k8s.io/v1", "k8s.io/v1beta2")).getFirst();

    assertThat(gap.severity()).isEqualTo(LintFinding.Severity.WARNING);
    assertThat(gap.hint()).contains("dray convert --to v1");
  }
}

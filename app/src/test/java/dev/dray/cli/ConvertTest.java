package dev.dray.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConvertTest {
  private static final String RULE =
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceTaintRule
      metadata: {name: rule, labels: {team: ops}}
      spec: {deviceSelector: {}, taint: {key: example.com/hot, effect: NoSchedule}}
      """;
  private static final String SLICE =
      """
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: s, labels: {team: ml}}
      spec:
        driver: gpu.example.com
        allNodes: false
        nodeName: worker-1
        pool: {name: p, generation: 1, resourceSliceCount: 1}
      """;
  private static final String CLAIM =
      """
      ---
      apiVersion: resource.k8s.io/v1beta1
      kind: ResourceClaim
      metadata: {name: c}
      spec: {devices: {requests: [{name: r, deviceClassName: gpu}]}}
      """;

  @Test
  void a_kind_that_the_version_does_not_have_is_left_out_and_told() {
    var shell = Shell.given(RULE);

    assertThat(shell.run("convert", "--to", "v1beta1", "-f", "-")).isEqualTo(1);
    assertThat(shell.out()).isEmpty();
    assertThat(shell.err())
        .contains(
            "<stdin>:2:1: error: resource.k8s.io/v1beta1 does not have the kind DeviceTaintRule,"
                + " which is left out. It is in v1, v1beta2, v1alpha3.");
  }

  @Test
  void a_field_that_the_version_cannot_hold_is_told_with_its_place() {
    var shell = Shell.given(SLICE);

    assertThat(shell.run("convert", "--to", "v1beta1", "-f", "-")).isEqualTo(1);
    assertThat(shell.out()).contains("apiVersion: resource.k8s.io/v1beta1", "name: s");
    assertThat(shell.err())
        .contains(
            "<stdin>:7:3: error: spec.allNodes: resource.k8s.io/v1beta1 cannot hold this; it is"
                + " left out.");
  }

  @Test
  void labels_choose_what_is_written() {
    var shell = Shell.given(RULE + SLICE);

    assertThat(shell.run("convert", "--to", "v1beta2", "-l", "team=ml", "-f", "-")).isZero();
    assertThat(shell.out()).contains("kind: ResourceSlice").doesNotContain("DeviceTaintRule");
  }

  @Test
  void a_namespace_is_filled_in_only_if_one_is_given() {
    var without = Shell.given(CLAIM);
    var with = Shell.given(CLAIM);
    without.run("convert", "--to", "v1", "-f", "-");
    with.run("convert", "--to", "v1", "-f", "-", "-n", "team");

    assertThat(without.out()).doesNotContain("namespace");
    assertThat(with.out()).contains("namespace: team");
  }

  @Test
  void pods_are_written_as_they_are() {
    var shell =
        Shell.given(
            "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {other: [1]}}"
                + CLAIM.replace("---", "\n---"));

    assertThat(shell.run("convert", "--to", "v1", "-f", "-")).as(shell.err()).isZero();
    assertThat(shell.out()).contains("kind: Pod", "other:", "kind: ResourceClaim");
  }

  @Test
  void nothing_to_convert_is_a_mistake() {
    var shell = Shell.given("");

    assertThat(shell.run("convert", "--to", "v1", "-f", "-")).isEqualTo(2);
    assertThat(shell.err()).contains("there are no objects in what -f names.");
  }

  @Test
  void what_cannot_be_read_is_told_and_the_rest_is_written() {
    var shell = Shell.given(SLICE.replace("allNodes", "everyNode") + CLAIM);

    assertThat(shell.run("convert", "--to", "v1", "-f", "-")).isEqualTo(1);
    assertThat(shell.out()).contains("kind: ResourceClaim").doesNotContain("ResourceSlice");
    assertThat(shell.err()).contains("<stdin>:7:3: error: unknown field \"spec.everyNode\"");
  }
}

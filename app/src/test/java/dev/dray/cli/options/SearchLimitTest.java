package dev.dray.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.cli.Shell;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Commands whose search takes too long, on a clock on which it soon does. */
class SearchLimitTest {
  private static final String ADVICE =
      "It is unknown whether there are devices for claim default/apart on node-a: the search was"
          + " given up. Maybe give it more time with --filter-timeout (0 is no limit), or use fewer"
          + " constraints.";

  /** Devices that must differ in three attributes, which takes more than a look to find. */
  private static String cluster() {
    return """
    apiVersion: resource.k8s.io/v1
    kind: DeviceClass
    metadata: {name: gpu}
    spec:
      selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]
    ---
    apiVersion: resource.k8s.io/v1
    kind: ResourceSlice
    metadata: {name: slice-a}
    spec:
      driver: gpu.example.com
      nodeName: node-a
      pool: {name: pool-a, generation: 1, resourceSliceCount: 1}
      devices:
    %s
    ---
    apiVersion: resource.k8s.io/v1
    kind: ResourceClaim
    metadata: {name: apart, namespace: default}
    spec:
      devices:
        requests:
        - name: gpus
          exactly: {deviceClassName: gpu, allocationMode: ExactCount, count: 16}
        constraints:
        - distinctAttribute: gpu.example.com/a
        - distinctAttribute: gpu.example.com/b
        - distinctAttribute: gpu.example.com/c
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: train, namespace: default}
    spec:
      resourceClaims: [{name: gpus, resourceClaimName: apart}]
      containers: [{name: main}]
    """
        .formatted(devices());
  }

  private static String devices() {
    var random = new Random(1);
    return IntStream.range(0, 100)
        .mapToObj(
            i ->
                "  - {name: gpu-%d, attributes: {a: {int: %d}, b: {int: %d}, c: {int: %d}}}"
                    .formatted(i, random.nextInt(17), random.nextInt(17), random.nextInt(17)))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void what_was_not_found_in_time_waits_and_is_not_said_to_lack_devices() {
    var shell = Shell.given(cluster());

    int exit = shell.runSlowly("simulate", "-f", "-");

    assertThat(exit).isEqualTo(1);
    assertThat(shell.out())
        .contains("default/train waits: 0/1 nodes are available: 1 timed out trying to allocate")
        .contains(ADVICE)
        .doesNotContain("cannot allocate");
    assertThat(shell.err()).contains("given up; with a longer --filter-timeout");
  }

  @Test
  void a_count_that_was_given_up_is_the_least() {
    var shell = Shell.given(cluster());

    int exit = shell.runSlowly("fit", "-f", "-", "train");

    assertThat(exit).isEqualTo(1);
    assertThat(shell.out())
        .startsWith("at least 0 copies of pod default/train fit")
        .contains("copy 1 was not decided in time")
        .contains(ADVICE);
  }

  @Test
  void an_explanation_says_that_nothing_was_decided() {
    var ofPod = Shell.given(cluster());
    var ofClaim = Shell.given(cluster());
    var json = Shell.given(cluster());

    assertThat(ofPod.runSlowly("explain", "pod", "train", "-f", "-")).isEqualTo(1);
    assertThat(ofClaim.runSlowly("explain", "claim", "apart", "-f", "-")).isEqualTo(1);
    assertThat(json.runSlowly("explain", "claim", "apart", "-f", "-", "-o", "json")).isEqualTo(1);

    assertThat(ofPod.out())
        .startsWith("pod default/train was not decided in time: 0/1 nodes")
        .contains("--filter-timeout");
    assertThat(ofClaim.out())
        .startsWith("claim default/apart was not decided in time: ")
        .contains(ADVICE);
    assertThat(json.out()).contains("\"verdict\": \"undecided\"", "\"undecided\": [");
  }

  @Test
  void a_patch_of_unknown_effect_is_not_said_to_affect_nobody() {
    var shell =
        Shell.given(
            cluster()
                + """
                ---
                apiVersion: resource.k8s.io/v1beta2
                kind: DeviceTaintRule
                metadata: {name: maintenance}
                spec:
                  deviceSelector: {device: gpu-99}
                  taint: {key: maintenance, effect: NoSchedule}
                """);

    int exit = shell.runSlowly("patch", "--dry-run", "-f", "-");

    assertThat(exit).isEqualTo(1);
    assertThat(shell.out())
        .contains("Where pod default/train would fit was not decided in time.")
        .doesNotContain("No pod or claim is affected");
  }

  @Test
  void without_a_limit_it_takes_as_long_as_it_takes() {
    var shell = Shell.given(cluster());

    int exit = shell.runSlowly("simulate", "-f", "-", "--filter-timeout", "0");

    assertThat(exit).isEqualTo(0);
    assertThat(shell.out()).contains("The pod is placed.");
    assertThat(shell.err()).isEmpty();
  }

  @Test
  void a_limit_is_a_time() {
    var shell = Shell.given(cluster());

    assertThat(shell.run("fit", "-f", "-", "train", "--filter-timeout", "10")).isEqualTo(2);
    assertThat(shell.err())
        .contains(
            "--filter-timeout must be a duration such as 500ms, 10s, 5m or 1h30m, got \"10\"");
  }
}

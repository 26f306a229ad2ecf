package dev.dray.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.cli.Dray;
import dev.dray.cli.output.Progress;
import dev.dray.cli.output.Terminal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Help.Ansi;

class SimulateTest {
  private static final String CLUSTER =
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: gpu}
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaimTemplate
      metadata: {name: one-gpu}
      spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}}
      ---
      apiVersion: v1
      kind: Node
      metadata: {name: a}
      ---
      apiVersion: v1
      kind: Node
      metadata: {name: b}
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: a-gpus}
      spec:
        driver: gpu.example.com
        nodeName: a
        pool: {name: a, generation: 1, resourceSliceCount: 1}
        devices: [{name: gpu-0}]
      """;

  private static final String NODE_WITH_GPU =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: big-gpus}
      spec:
        driver: gpu.example.com
        nodeName: big
        pool: {name: big, generation: 1, resourceSliceCount: 1}
        devices: [{name: gpu-0}]
      """;

  private static String pod(String name) {
    return """
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: %s}
    spec:
      containers: [{name: main}]
      resourceClaims: [{name: gpu, resourceClaimTemplateName: one-gpu}]
    """
        .formatted(name);
  }

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int simulate(String input, String... args) {
    return simulate(Progress.NONE, input, args);
  }

  private int simulate(Progress progress, String input, String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    var in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    var clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
    var all = new String[args.length + 3];
    all[0] = "simulate";
    all[1] = "-f";
    all[2] = "-";
    System.arraycopy(args, 0, all, 3, args.length);
    return Dray.run(
        new Terminal(in, new PrintWriter(out), new PrintWriter(err), clock, Ansi.OFF, progress),
        all);
  }

  @Test
  void what_is_placed_is_shown_with_its_devices() {
    assertThat(simulate(CLUSTER + pod("p"))).isZero();

    assertThat(out.toString())
        .matches(
            """
            POD         NODE   CLAIM         DEVICES
            default/p   a      p-gpu-[a-z0-9]{5}   gpu-0

            The pod is placed.
            """);
  }

  @Test
  void what_waits_is_explained() {
    assertThat(simulate(CLUSTER + pod("p") + pod("q"))).isEqualTo(1);

    assertThat(out.toString())
        .contains("1 of 2 pods is placed, 1 waits.\n")
        .contains("default/q waits: 0/2 nodes are available: 2 cannot allocate all claims.\n")
        .contains("1 has no devices")
        .contains("gpu-0, which is in use by default/p-gpu-");
  }

  @Test
  void pods_that_wait_for_the_same_are_told_together() {
    assertThat(simulate(CLUSTER + pod("p") + pod("q") + pod("r") + pod("s") + pod("t") + pod("u")))
        .isEqualTo(1);

    assertThat(out.toString()).contains("default/q, default/r, default/s and 2 more wait: 0/2");
  }

  @Test
  void wide_shows_drivers_and_pools() {
    simulate(CLUSTER + pod("p"), "-o", "wide");

    assertThat(out.toString()).contains("gpu: gpu.example.com/a/gpu-0");
  }

  @Test
  void nothing_to_place_is_fine() {
    assertThat(simulate(CLUSTER)).isZero();
    assertThat(out).hasToString("No pod waits for a place.\n");
  }

  @Test
  void two_runs_print_the_same() {
    var cluster = CLUSTER + pod("p") + pod("q");
    simulate(cluster, "-o", "yaml");
    var first = out.toString();

    simulate(cluster, "-o", "yaml");

    assertThat(out).hasToString(first);
  }

  @Test
  void the_result_can_be_read_again() {
    for (var format : new String[] {"yaml", "json"}) {
      assertThat(simulate(CLUSTER + pod("p") + pod("q"), "-o", format, "--all")).isEqualTo(1);
      var result = out.toString();

      assertThat(simulate(result, "--drain", "b")).as(result).isEqualTo(1);
      assertThat(out.toString()).startsWith("0 of 1 pods are placed, 1 waits.\n");
    }
  }

  @Test
  void without_all_the_result_is_pods_and_claims() {
    simulate(CLUSTER + pod("p"), "-o", "yaml");

    assertThat(out.toString())
        .startsWith("apiVersion: v1\nkind: List\nitems:\n- apiVersion: resource.k8s.io/v1\n")
        .contains("kind: ResourceClaim\n")
        .contains("nodeName: a\n")
        .doesNotContain("kind: Node\n");
  }

  @Test
  void the_result_can_be_written_into_files(@TempDir Path folder) throws IOException {
    simulate(CLUSTER + pod("p"), "--output-dir", folder.resolve("new").toString());

    assertThat(Files.readString(folder.resolve("new/pods.yaml"))).contains("nodeName: a");
    assertThat(Files.readString(folder.resolve("new/resourceclaims.yaml")))
        .contains("device: gpu-0");
  }

  @Test
  void a_drained_node_gives_its_pods_away_and_the_comparison_says_so(@TempDir Path folder)
      throws IOException {
    var node = folder.resolve("big.yaml");
    Files.writeString(node, NODE_WITH_GPU);
    simulate(CLUSTER + pod("p"), "-o", "yaml", "--all");
    var placed = out.toString();

    int code = simulate(placed, "--add-nodes", node + "=1", "--drain", "a", "--compare");

    assertThat(code).isZero();
    assertThat(out)
        .hasToString(
            """
            POD         BEFORE   AFTER   CHANGE
            default/p   a        big-1   moves

            0 of 1 pods are unchanged.
            before: 1 of 1 pods placed; after: 1 of 1.
            """);
  }

  @Test
  void a_comparison_says_what_stops_fitting_and_why() {
    assertThat(simulate(CLUSTER + pod("p"), "--without", "resourceslice/a-gpus", "--compare"))
        .isEqualTo(1);

    assertThat(out)
        .hasToString(
            """
            POD         BEFORE   AFTER   CHANGE
            default/p   a        waits   stops fitting

            0 of 1 pods are unchanged.
            before: 1 of 1 pods placed; after: 0 of 1.
            default/p waits: 0/2 nodes are available: 2 cannot allocate all claims.
            """);
  }

  @Test
  void a_result_is_compared_with_an_earlier_one(@TempDir Path folder) throws IOException {
    simulate(CLUSTER + pod("p"), "-o", "yaml");
    var earlier = folder.resolve("earlier.yaml");
    Files.writeString(earlier, out.toString());

    simulate(CLUSTER + pod("p"), "--copies", "p=2", "--against", earlier.toString());

    assertThat(out.toString()).contains("default/p-2   -        waits   new\n");
  }

  @Test
  void an_object_can_be_added(@TempDir Path folder) throws IOException {
    var file = folder.resolve("pod.yaml");
    Files.writeString(file, pod("q"));

    simulate(CLUSTER + pod("p"), "--with", file.toString());

    assertThat(out.toString()).contains("1 of 2 pods is placed");
  }

  @Test
  void features_can_be_switched_off_for_the_scheduler() {
    var extended =
        CLUSTER.replace("metadata: {name: gpu}", "metadata: {name: gpu}\nspec: {}") + pod("p");

    assertThat(simulate(extended, "--gates", "DRAPartitionableDevices=false"))
        .as(err.toString())
        .isEqualTo(2);
    assertThat(err.toString()).contains("--gates: ");
  }

  @Test
  void what_is_not_considered_is_said() {
    var choosy =
        pod("p")
            .replace(
                "spec:\n",
                """
                spec:
                  topologySpreadConstraints: [{maxSkew: 1}]
                  volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
                """);

    simulate(CLUSTER + choosy);

    assertThat(out.toString())
        .endsWith(
            """

            note: topologySpreadConstraints is ignored in default/p
            note: volumes.persistentVolumeClaim is ignored in default/p
            """);
  }

  @Test
  void claims_that_no_pod_uses_are_named() {
    var claim =
        """
        ---
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: alone}
        spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}
        """;

    assertThat(simulate(CLUSTER + claim)).isZero();
    assertThat(out.toString())
        .contains("note: no pod uses the claim default/alone, so nothing allocates it");

    assertThat(simulate(CLUSTER + claim, "--claims")).isZero();
    assertThat(out.toString()).contains("-     -      default/alone   gpu-0");
  }

  @Test
  void mistakes_in_the_options_are_told_with_advice() {
    assertThat(simulate(CLUSTER, "--drain", "aa")).isEqualTo(2);
    assertThat(err.toString()).contains("there is no node \"aa\". Did you mean \"a\"?");

    assertThat(simulate(CLUSTER, "--without", "banana/x")).isEqualTo(2);
    assertThat(err.toString()).contains("must be KIND/NAME or KIND/NAMESPACE/NAME");

    assertThat(simulate(CLUSTER, "--copies", "p")).isEqualTo(2);
    assertThat(err.toString()).contains("must be NAME=N with a number");

    assertThat(simulate(CLUSTER, "--compare")).isEqualTo(2);
    assertThat(err.toString()).contains("--compare needs something to compare");

    assertThat(simulate(CLUSTER, "-o", "table")).isEqualTo(2);
    assertThat(err.toString()).contains("must be text, wide, yaml or json");
  }

  @Test
  void progress_is_shown_and_taken_off_the_screen_again() {
    var screen = new StringWriter();

    simulate(Progress.on(new PrintWriter(screen)), CLUSTER + pod("p") + pod("q"));

    assertThat(screen.toString())
        .startsWith("\r\033[Kplacing pods [                              ] 0/2")
        .contains("placing pods [===============               ] 1/2")
        .endsWith("2/2\r\033[K");
  }
}

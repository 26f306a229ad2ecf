package dev.dray.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Help.Ansi;

/** flatten and compact as the shell sees them. */
class LayoutCommandsTest {
  private static final String SLICE =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: node-1-gpu}
      spec:
        driver: gpu.example.com
        pool: {name: node-1, generation: 1, resourceSliceCount: 1}
        nodeName: node-1
        mixins:
          device: [{name: product, attributes: {model: {string: a}}}]
        devices:
        - {name: gpu-0, includes: [product], taints: [{key: old, effect: NoSchedule}]}
        - {name: gpu-1, capacity: {memory: {value: 80Gi}}}
      """;
  private static final String PATCH =
      """
      apiVersion: resource.k8s.io/v1alpha3
      kind: ResourceSlicePatch
      metadata: {name: less}
      spec:
        devices:
          filter: {device: gpu-1}
          capacity: {gpu.example.com/memory: {value: 60Gi}}
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String input, String... args) {
    var in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    var clock = Clock.fixed(Instant.parse("2026-11-15T00:00:00Z"), ZoneOffset.UTC);
    return Dray.run(
        new Terminal(in, new PrintWriter(out), new PrintWriter(err), clock, Ansi.OFF), args);
  }

  @Test
  void flatten_says_of_each_value_where_it_came_from() {
    int code = run(SLICE + "---\n" + PATCH, "flatten", "-f", "-");

    assertThat(code).isZero();
    assertThat(out)
        .hasToString(
            """
            pool gpu.example.com/node-1, generation 1

            device gpu-0 (slice node-1-gpu)
              attributes
                model   "a"          mixin product
              taints
                old     NoSchedule   own

            device gpu-1 (slice node-1-gpu)
              capacity
                memory   60Gi   patch less (priority 0), instead of 80Gi (own)
            """);
  }

  @Test
  void flatten_shows_only_what_is_asked_for() {
    assertThat(run(SLICE, "flatten", "-f", "-", "--device", "gpu-1")).isZero();

    assertThat(out.toString()).contains("device gpu-1").doesNotContain("gpu-0");
  }

  @Test
  void flatten_says_so_if_nothing_is_what_is_asked_for() {
    assertThat(run(SLICE, "flatten", "-f", "-", "--node", "node-2")).isEqualTo(1);

    assertThat(err)
        .hasToString(
            "No device matches --driver, --pool, --device and --node; the pools are"
                + " gpu.example.com/node-1.\n");
  }

  @Test
  void flatten_writes_plain_slices_without_what_a_server_adds() {
    int code = run(SLICE + "---\n" + PATCH, "flatten", "-f", "-", "-o", "yaml");

    assertThat(code).isZero();
    assertThat(out.toString())
        .doesNotContain("mixins", "includes", "uid", "timeAdded", "creationTimestamp")
        .contains("value: 60Gi", "string: a");
  }

  @Test
  void flatten_names_formats_that_there_are() {
    assertThat(run(SLICE, "flatten", "-f", "-", "-o", "xml")).isEqualTo(2);

    assertThat(err.toString()).contains("-o must be text, wide, json or yaml, got \"xml\".");
  }

  @Test
  void flatten_gives_programs_the_same() {
    assertThat(run(SLICE, "flatten", "-f", "-", "-o", "json")).isZero();

    assertThat(out.toString().replaceAll("\\s", ""))
        .contains(
            "{\"part\":\"attributes\",\"name\":\"model\",\"value\":{\"string\":\"a\"},"
                + "\"from\":{\"kind\":\"mixin\",\"name\":\"product\"},\"insteadOf\":[]}");
  }

  @Test
  void a_difference_is_shown_device_by_device(@TempDir Path folder) throws IOException {
    var patch = Files.writeString(folder.resolve("patch.yaml"), PATCH);

    assertThat(run(SLICE, "flatten", "-f", "-", "--diff", patch.toString())).isEqualTo(1);

    assertThat(out)
        .hasToString(
            """
            --- gpu.example.com/node-1/gpu-1
            +++ gpu.example.com/node-1/gpu-1
            -capacity memory: 80Gi   own
            +capacity memory: 60Gi   patch less (priority 0), instead of 80Gi (own)
            """);
    assertThat(err).hasToString("1 device or counter set would change\n");
  }

  @Test
  void no_difference_is_fine(@TempDir Path folder) throws IOException {
    var patch = Files.writeString(folder.resolve("patch.yaml"), PATCH.replace("gpu-1", "gpu-7"));

    assertThat(run(SLICE, "flatten", "-f", "-", "--diff", patch.toString())).isZero();
  }

  private static String alike() {
    return SLICE.substring(0, SLICE.indexOf("  mixins:"))
        + IntStream.range(0, 20)
            .mapToObj(
                "  - {name: gpu-%d, attributes: {model: {string: the-very-same-model}}}%n"
                    ::formatted)
            .collect(Collectors.joining("", "  devices:\n", ""));
  }

  @Test
  void compact_writes_slices_to_one_stream_and_bytes_to_the_other() {
    assertThat(run(alike(), "compact", "-f", "-")).isZero();

    assertThat(out.toString()).contains("mixins:", "generation: 1").doesNotContain("uid");
    assertThat(err.toString()).startsWith("POOL").contains("total").contains("slice");
  }

  @Test
  void compact_raises_the_generation_if_told() {
    assertThat(run(alike(), "compact", "-f", "-", "--bump-generation", "-o", "json")).isZero();

    assertThat(out.toString()).contains("\"generation\":2");
  }

  @Test
  void compact_needs_mixins() {
    assertThat(run(SLICE, "compact", "-f", "-", "--feature-gates", "DRAResourceSliceMixins=false"))
        .isEqualTo(2);

    assertThat(err.toString())
        .contains("Mixins need the feature gate DRAResourceSliceMixins, which is disabled.");
  }

  @Test
  void compact_without_slices_says_so() {
    assertThat(run(PATCH, "compact", "-f", "-")).isEqualTo(1);

    assertThat(err).hasToString("There is no ResourceSlice in the files.\n");
  }
}

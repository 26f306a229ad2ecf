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
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Help.Ansi;

/** The commands as the shell sees them. */
class DrayTest {
  private static final String CLASS =
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: gpu.example.com}
      """;
  private static final String CLAIM =
      """
      apiVersion: resource.k8s.io/v1beta1
      kind: ResourceClaim
      metadata: {name: one, namespace: default}
      spec:
        devices:
          requests:
          - name: gpu
            deviceClassName: gpu.example.com
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String input, String... args) {
    var in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    var clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
    return Dray.run(
        new Terminal(in, new PrintWriter(out), new PrintWriter(err), clock, Ansi.OFF), args);
  }

  @Nested
  class Validate {

    @Test
    void says_how_many_objects_are_valid() {
      int code = run(CLASS + "---\n" + CLAIM, "validate", "-f", "-");

      assertThat(code).isZero();
      assertThat(out).hasToString("2 objects are valid\n");
    }

    @Test
    void shows_each_mistake_with_its_line_and_a_caret() {
      int code = run(CLASS.replace("gpu.example.com", "GPU"), "validate", "-f", "-");

      assertThat(code).isEqualTo(1);
      assertThat(out.toString())
          .startsWith("<stdin>:3:12: error: metadata.name: Invalid value: \"GPU\": a lowercase")
          .contains(
              """
                  metadata: {name: GPU}
                             ^
              """)
          .endsWith("1 of 1 objects has 1 error\n");
    }

    @Test
    void does_not_tell_twice_what_could_not_be_read() {
      int code = run(CLASS.replace("gpu.example.com", "5"), "validate", "-f", "-");

      assertThat(code).isEqualTo(1);
      assertThat(out.toString()).containsOnlyOnce("error:").contains("hint: quote the value");
    }

    @Test
    void warns_of_what_a_gate_drops() {
      var slice =
          """
          apiVersion: resource.k8s.io/v1
          kind: ResourceSlice
          metadata: {name: s}
          spec:
            driver: d.example.com
            nodeName: node-1
            pool: {name: p, generation: 1, resourceSliceCount: 1}
            devices:
            - name: a
              taints:
              - {key: example.com/broken, effect: NoSchedule}
          """;

      int code =
          run(
              slice,
              "validate",
              "-f",
              "-",
              "--feature-gates=DRADeviceTaints=false,DRADeviceTaintRules=false");

      assertThat(code).as(err.toString()).isZero();
      assertThat(out.toString())
          .contains("warning: spec.devices[0].taints")
          .contains("DRADeviceTaints");
    }

    @Test
    void looks_at_the_status_that_creating_would_forget() {
      var allocated =
          CLAIM
              + """
              status:
                allocation:
                  devices:
                    results:
                    - {request: nope, driver: gpu.example.com, pool: p, device: d}
              """;

      int code = run(allocated, "validate", "-f", "-");

      assertThat(code).isEqualTo(1);
      assertThat(out.toString())
          .contains("<stdin>:13:10: error: status.allocation.devices.results[0].request");
    }

    @Test
    void warns_of_an_attribute_read_as_a_slice_writes_it() {
      var deviceClass =
          CLASS
              + """
              spec:
                selectors:
                - cel:
                    expression: device.attributes['model'].string == 'a100'
              """;

      int code = run(deviceClass, "validate", "-f", "-");

      assertThat(code).isZero();
      assertThat(out.toString())
          .contains(
              "warning: spec.selectors[0].cel.expression: device.attributes[\"model\"].string")
          .contains("write device.attributes[\"<driver>\"].model");
    }

    @Test
    void passes_over_other_api_groups() {
      int code = run("{apiVersion: v1, kind: Pod}", "validate", "-f", "-");

      assertThat(code).isZero();
      assertThat(out.toString()).contains("1 of other API groups passed over");
    }

    @Test
    void prints_json_for_programs() {
      int code = run(CLASS.replace("gpu.example.com", "GPU"), "validate", "-f", "-", "-o", "json");

      assertThat(code).isEqualTo(1);
      assertThat(out.toString())
          .startsWith("{\n  \"findings\": [\n    {\n      \"severity\": \"error\",")
          .contains("\"line\": 3,", "\"path\": \"metadata.name\",", "\"objects\": 1");
    }

    @Test
    void reads_the_manifests_of_a_folder(@TempDir Path folder) throws IOException {
      Files.writeString(folder.resolve("a.yaml"), CLASS);
      Files.writeString(folder.resolve("notes.txt"), "not a manifest");
      Files.createDirectory(folder.resolve("more"));
      Files.writeString(folder.resolve("more/b.yaml"), CLAIM);

      int flat = run("", "validate", "-f", folder.toString());
      int deep = run("", "validate", "-R", "-f", folder.toString());

      assertThat(flat + deep).isZero();
      assertThat(out).hasToString("1 object is valid\n2 objects are valid\n");
    }
  }

  @Nested
  class Convert {

    @Test
    void writes_the_same_object_in_another_version() {
      int code = run(CLAIM, "convert", "--to", "v1", "-f", "-");

      assertThat(code).isZero();
      assertThat(out)
          .hasToString(
              """
              apiVersion: resource.k8s.io/v1
              kind: ResourceClaim
              metadata:
                name: one
                namespace: default
              spec:
                devices:
                  requests:
                  - name: gpu
                    exactly:
                      deviceClassName: gpu.example.com
              """);
    }

    @Test
    void names_what_it_leaves_out() {
      int code =
          run(
              "{apiVersion: policy/v1, kind: PodDisruptionBudget}",
              "convert",
              "--to",
              "v1",
              "-f",
              "-");

      assertThat(code).isEqualTo(1);
      assertThat(out.toString()).isEmpty();
      assertThat(err.toString())
          .contains(
              "error: PodDisruptionBudget of policy/v1 does not belong to resource.k8s.io and is"
                  + " left out.");
    }
  }

  @Nested
  class Mistakes_in_the_arguments {

    @Test
    void are_told_with_the_way_to_help() {
      assertThat(run("", "validate")).isEqualTo(2);
      assertThat(err.toString())
          .contains("error: Missing required option: '--filename=FILE'")
          .contains("See 'dray validate --help' for usage.");
    }

    @Test
    void an_empty_name_is_not_the_current_folder() {
      var shell = Shell.given("");

      assertThat(shell.run("validate", "-f", "")).isEqualTo(2);
      assertThat(shell.err()).contains("\"\" is not the name of a file. Maybe a variable is empty");
    }

    @Test
    void include_files_that_are_not_there_and_urls() {
      assertThat(run("", "validate", "-f", "nowhere.yaml")).isEqualTo(2);
      assertThat(run("", "validate", "-f", "https://example.com/a.yaml")).isEqualTo(2);
      assertThat(err.toString())
          .contains("nowhere.yaml: there is no such file or folder.")
          .contains("URLs are not fetched");
    }

    @Test
    void include_gates_that_do_not_exist() {
      assertThat(run(CLASS, "validate", "-f", "-", "--feature-gates=DRADeviceTaint=true"))
          .isEqualTo(2);
      assertThat(err.toString()).contains("DRADeviceTaint").contains("DRADeviceTaints");
    }

    @Test
    void get_a_suggestion_for_a_misspelt_command() {
      assertThat(run("", "valdate")).isEqualTo(2);
      assertThat(err.toString()).contains("validate");
    }

    @Test
    void without_any_the_usage_is_shown() {
      assertThat(run("")).isEqualTo(2);
      assertThat(err.toString()).contains("Usage: dray");
    }
  }
}

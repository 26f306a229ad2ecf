package dev.dray.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValidateTest {
  private static final String SLICE =
      """
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: s, labels: {team: ml}}
      spec:
        driver: gpu.example.com
        nodeName: worker-1
        pool: {name: p, generation: 1, resourceSliceCount: 2}
        devices:
        - name: gpu-0
      """;
  private static final String CLAIM =
      """
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: c}
      spec:
        devices:
          requests: [{name: r, exactly: {deviceClassName: gpu}}]
      """;

  /** Claims with a request without a class each, in a field that lists have a number for. */
  private static String mistakes(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                CLAIM
                    .replace("name: c", "name: c" + i)
                    .replace("{deviceClassName: gpu}", "{}")
                    .replace(
                        "[{", i % 2 == 0 ? "[{" : "[{name: q, exactly: {deviceClassName: g}}, {"))
        .collect(Collectors.joining());
  }

  @Test
  void findings_that_are_alike_are_told_a_few_times_and_counted() {
    var text = Shell.given(mistakes(40));
    var few = Shell.given(mistakes(5));
    var json = Shell.given(mistakes(40));

    assertThat(text.run("validate", "-f", "-")).isEqualTo(1);
    assertThat(text.out())
        .containsOnlyOnce("and 35 more like this (dray validate -o json lists them all)")
        .contains("40 of 40 objects have 40 errors");
    assertThat(text.out().split("error: ", -1)).hasSize(6);
    assertThat(few.run("validate", "-f", "-")).isEqualTo(1);
    assertThat(few.out()).doesNotContain("more like this").contains("5 errors");
    assertThat(json.run("validate", "-f", "-", "-o", "json")).isEqualTo(1);
    assertThat(json.out().split("\"severity\"", -1)).hasSize(41);
  }

  /** What people get wrong most, each in a manifest of its own. */
  @Nested
  class A_newcomer {
    private final Shell shell = Shell.given("");

    private String validated(String manifest) {
      shell.run("validate", "-f", "../docs/wrong/" + manifest);
      return shell.out();
    }

    @Test
    void is_told_how_to_write_a_quantity() {
      assertThat(validated("quantity.yaml"))
          .contains("quantity.yaml:12:23: error: ", "hint: did you mean \"6Gi\"?");
    }

    @Test
    void is_told_how_to_compare_quantities() {
      assertThat(validated("compared-quantity.yaml"))
          .contains(":8:7: error: ", "Quantities have no operators: write a.compareTo(b) >= 0");
    }

    @Test
    void is_told_that_v1_wants_exactly() {
      assertThat(validated("without-exactly.yaml"))
          .contains(":9:7: error: unknown field", "hint: put it under \"exactly\", as v1 requires");
    }

    @Test
    void is_told_that_the_counter_sets_of_two_slices_do_not_match() {
      assertThat(validated("counter-sets.yaml"))
          .contains(
              ":25:7: error: device gpu-0-half-0 consumes from the counter set gpu-0-counter",
              "hint: did you mean gpu-0-counters?");
    }

    @Test
    void is_told_why_a_slice_has_too_many_devices() {
      assertThat(validated("tainted-devices.yaml"))
          .contains(
              ":9:3: error: spec.devices: Too many: 100: must have at most 64 items",
              "because a device has taints",
              "spread them over 2 slices of the pool");
    }

    @Test
    void is_told_of_a_key_that_is_there_twice() {
      assertThat(validated("duplicate-key.yaml"))
          .contains(":9:3: error: duplicate field \"spec.selectors\"", "keep one of them");
    }

    @Test
    void is_told_where_the_open_quote_is() {
      assertThat(validated("unbalanced-quote.yaml"))
          .contains(":4:9: error: The quote that begins here is never closed.");
    }

    @Test
    void is_told_of_a_misspelt_attribute() {
      assertThat(validated("misspelt-attribute.yaml"))
          .contains(
              ":35:13: warning: no device has the attribute gpu.example.com/modle",
              "hint: did you mean device.attributes[\"gpu.example.com\"].model?");
    }
  }

  @Nested
  class Warnings {
    @Test
    void leave_the_exit_code_alone_unless_it_is_strict() {
      assertThat(Shell.given(SLICE).run("validate", "-f", "-")).isZero();
      assertThat(Shell.given(SLICE).run("validate", "-f", "-", "--strict")).isEqualTo(1);
      assertThat(Shell.given(SLICE).run("validate", "-f", "-", "--warnings-as-errors"))
          .isEqualTo(1);
    }

    @Test
    void are_counted() {
      var shell = Shell.given(SLICE);
      shell.run("validate", "-f", "-");

      assertThat(shell.out())
          .startsWith("<stdin>:7:34: warning: pool gpu.example.com/p should have 2 slices")
          .endsWith("1 object is valid, 1 warning\n");
    }

    @Test
    void about_what_is_missing_wait_until_all_can_be_read() {
      var shell = Shell.given(SLICE + "---\n{apiVersion: resource.k8s.io/v1, kind: Wrong}\n");

      assertThat(shell.run("validate", "-f", "-")).isEqualTo(1);
      assertThat(shell.out()).doesNotContain("should have 2 slices");
      assertThat(shell.err()).contains("objects were not compared with each other");
    }

    @Test
    void come_for_an_object_that_is_there_twice() {
      var shell = Shell.given(CLAIM + CLAIM);

      assertThat(shell.run("validate", "-f", "-")).isZero();
      assertThat(shell.out())
          .contains(
              "<stdin>:11:12: warning: ResourceClaim/default/c is defined twice, first at"
                  + " <stdin>:2:1");
    }
  }

  @Nested
  class Objects {
    @Test
    void without_a_namespace_have_the_one_that_is_given() {
      assertThat(Shell.given(CLAIM).run("validate", "-f", "-")).isZero();
      var shell = Shell.given(CLAIM + CLAIM);
      shell.run("validate", "-f", "-", "-n", "team");
      assertThat(shell.out()).contains("ResourceClaim/team/c is defined twice");
    }

    @Test
    void are_chosen_by_label() {
      var shell = Shell.given(SLICE + CLAIM.replace("exactly", "exact"));

      assertThat(shell.run("validate", "-f", "-", "-l", "team=ml")).isZero();
      assertThat(shell.out()).endsWith("1 object is valid, 1 warning\n");
    }

    @Test
    void that_are_not_there_are_a_mistake() {
      var none = Shell.given("# nothing\n---\n");
      var otherLabels = Shell.given(SLICE);
      var noQuery = Shell.given(SLICE);

      assertThat(none.run("validate", "-f", "-")).isEqualTo(2);
      assertThat(none.err()).contains("error: there are no objects in what -f names.");
      assertThat(otherLabels.run("validate", "-f", "-", "-l", "team=ops")).isEqualTo(2);
      assertThat(otherLabels.err()).contains("no object in the files of -f has labels");
      assertThat(noQuery.run("validate", "-f", "-", "-l", "a in b")).isEqualTo(2);
      assertThat(noQuery.err()).contains("error: -l \"a in b\" is not a label selector");
    }

    @Test
    void with_very_many_mistakes_are_told_in_part() {
      var devices =
          IntStream.range(0, 120)
              .mapToObj("  - {name: GPU-%d}"::formatted)
              .collect(Collectors.joining("\n"));
      var shell = Shell.given(SLICE.replace("  - name: gpu-0", devices));

      assertThat(shell.run("validate", "-f", "-")).isEqualTo(1);
      assertThat(shell.out().lines().filter(line -> line.contains(": error: "))).hasSize(100);
      assertThat(shell.out())
          .contains("ResourceSlice/s: and 20 more findings\n")
          .endsWith("1 of 1 objects has 120 errors\n");
    }
  }

  @Nested
  class For_a_release {
    private static final String TAINTED =
        SLICE.replace("Count: 2", "Count: 1")
            + "    taints: [{key: example.com/hot, effect: NoSchedule}]\n";

    @ParameterizedTest
    @CsvSource({"1.34,1", "1.35,1", "v1.36,0", "1.37.1,0"})
    void what_it_drops_is_an_error(String release, int code) {
      var shell = Shell.given(TAINTED);

      assertThat(shell.run("validate", "-f", "-", "--target-version", release)).isEqualTo(code);
      assertThat(shell.out().contains("spec.devices[0].taints")).isEqualTo(code == 1);
    }

    @Test
    void gates_can_be_switched_on() {
      var shell = Shell.given(TAINTED);

      assertThat(
              shell.run(
                  "validate",
                  "-f",
                  "-",
                  "--target-version=1.35",
                  "--feature-gates=DRADeviceTaints=true"))
          .isZero();
    }

    @Test
    void expressions_may_use_only_what_it_has() {
      var deviceClass =
          """
          apiVersion: resource.k8s.io/v1
          kind: DeviceClass
          metadata: {name: shared}
          spec: {selectors: [{cel: {expression: device.allowMultipleAllocations == true}}]}
          """;

      assertThat(Shell.given(deviceClass).run("validate", "-f", "-", "--target-version=1.36"))
          .isZero();
      var shell = Shell.given(deviceClass);
      assertThat(shell.run("validate", "-f", "-", "--target-version=1.35")).isEqualTo(1);
      assertThat(shell.out()).contains("The field needs the feature gate DRAConsumableCapacity.");
    }

    @Test
    void others_are_refused_with_those_there_are() {
      var shell = Shell.given(TAINTED);

      assertThat(shell.run("validate", "-f", "-", "--target-version=1.29")).isEqualTo(2);
      assertThat(shell.err())
          .contains("--target-version must be one of 1.34, 1.35, 1.36, 1.37, got");
    }
  }

  @Test
  void sizes_tell_what_is_left_to_each_limit() {
    var shell = Shell.given(SLICE);
    var wide = Shell.given(SLICE);
    shell.run("validate", "-f", "-", "--sizes");
    wide.run("validate", "-f", "-", "-o", "wide");

    assertThat(shell.out())
        .containsPattern("SLICE +LIMIT +USED +MOST +LEFT\n")
        .containsPattern("s +bytes +\\d+ +1572864 +\\d+\n")
        .containsPattern("s +devices +1 +128 +127\n");
    assertThat(wide.out()).isEqualTo(shell.out());
  }

  @Test
  void json_has_sizes_if_they_are_wanted() {
    var shell = Shell.given(SLICE);
    shell.run("validate", "-f", "-", "--sizes", "-o", "json");

    assertThat(shell.out())
        .contains("\"rule\": \"lint/pool-incomplete\"", "\"limit\": \"devices\"", "\"most\": 128");
  }
}

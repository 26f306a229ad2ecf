package dev.dray.cli.manifest;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.cli.Shell;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** Holds the report to what SARIF 2.1.0 demands of the parts that it has. */
class SarifReportTest {
  private static final String MANIFESTS =
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: GPU, labels: {a: "ö\\t\\"quoted\\""}}
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceSlice
      metadata: {name: s}
      spec:
        driver: gpu.example.com
        nodeName: worker-1
        pool: {name: p, generation: 1, resourceSliceCount: 1}
        devices: [{name: a}]
        mixins: {device: [{name: unused, attributes: {a: {int: 1}}}]}
      """;

  private static Object run(String input) {
    var shell = Shell.given(input);
    shell.run("validate", "-f", "-", "-o", "sarif");
    Object log = requireNonNull(new Yaml().load(shell.out()));
    assertThat(at(log, "version")).isEqualTo("2.1.0");
    assertThat((String) at(log, "$schema")).contains("sarif-2.1.0");
    return at(log, "runs", 0);
  }

  /** What is found by names of fields and numbers of items. */
  private static Object at(Object value, Object... path) {
    var found = value;
    for (var step : path) {
      found =
          requireNonNull(
              step instanceof Integer index
                  ? ((List<?>) found).get(index)
                  : ((Map<?, ?>) found).get(step));
    }
    return found;
  }

  @Test
  void every_result_has_a_rule_a_level_a_message_and_a_region() {
    var run = run(MANIFESTS);
    var results = (List<?>) at(run, "results");

    assertThat(at(run, "tool", "driver", "name")).isEqualTo("dray");
    assertThat(results).hasSizeGreaterThan(2);
    for (var result : results) {
      var rule = at(run, "tool", "driver", "rules", at(result, "ruleIndex"));
      assertThat(at(rule, "id")).isEqualTo(at(result, "ruleId"));
      assertThat((String) at(rule, "shortDescription", "text")).endsWith(".");
      assertThat(at(result, "level")).isIn(Set.of("error", "warning"));
      assertThat((String) at(result, "message", "text")).isNotBlank();
      var place = at(result, "locations", 0, "physicalLocation");
      assertThat((Integer) at(place, "region", "startLine")).isPositive();
      assertThat((Integer) at(place, "region", "startColumn")).isPositive();
      assertThat(URI.create((String) at(place, "artifactLocation", "uri")).isAbsolute()).isFalse();
    }
  }

  @Test
  void the_rules_that_are_told_are_listed_once() {
    var rules =
        ((List<?>) at(run(MANIFESTS), "tool", "driver", "rules"))
            .stream().map(rule -> (String) at(requireNonNull(rule), "id")).toList();

    assertThat(rules).contains("lint/unused-mixin").doesNotHaveDuplicates().isSorted();
  }

  @Test
  void without_findings_the_results_are_an_empty_list() {
    var valid = MANIFESTS.substring(0, MANIFESTS.indexOf("---"));

    assertThat(
            at(run(valid.replace("GPU", "gpu").replace("\"ö\\t\\\"quoted\\\"\"", "b")), "results"))
        .isEqualTo(List.of());
  }
}

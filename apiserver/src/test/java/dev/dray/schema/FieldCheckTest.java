package dev.dray.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import dev.dray.schema.FieldCheck.Checked;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldCheckTest {
  private static final Schemas SCHEMAS = Schemas.load();

  private static Json.Obj tree(String yaml) {
    var parsed = new ObjectTrees(Limits.DEFAULT).parse(yaml.getBytes(StandardCharsets.UTF_8));
    return (Json.Obj) ((ObjectTrees.Parsed.Tree) parsed).value();
  }

  private static Checked check(String kind, String yaml) {
    return FieldCheck.check(tree(yaml), SCHEMAS.of("v1", kind).orElseThrow());
  }

  private static Checked checkSlice(String yaml) {
    var type = SCHEMAS.of("resource.k8s.io/v1", "ResourceSlice").orElseThrow();
    return FieldCheck.check(tree(yaml), type);
  }

  @Test
  void an_object_without_mistakes_stays_the_same_object() {
    var pod =
        tree(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: p, labels: {a: b}, creationTimestamp: "2026-11-15T09:30:00Z"}
            spec:
              nodeSelector: {disk: ssd}
              containers:
              - name: c
                image: i
                ports: [{containerPort: 80}]
                livenessProbe: {httpGet: {port: http}}
                resources: {requests: {cpu: 500m, memory: 1Gi}}
            """);

    var checked = FieldCheck.check(pod, SCHEMAS.of("v1", "Pod").orElseThrow());

    assertThat(checked.pruned()).isSameAs(pod);
    assertThat(checked.unknown()).isEmpty();
    assertThat(checked.mistyped()).isEmpty();
  }

  @Test
  void unknown_fields_are_taken_out_and_listed() {
    var checked =
        check(
            "Pod",
            """
            foo: 1
            spec:
              bar: {x: 1}
              containers: [{name: c, imge: i}, {name: d, env: [{name: e, vale: f}]}]
            """);

    assertThat(checked.unknown())
        .containsExactly(
            "foo", "spec.bar", "spec.containers[0].imge", "spec.containers[1].env[0].vale");
    assertThat(checked.pruned())
        .isEqualTo(tree("spec: {containers: [{name: c}, {name: d, env: [{name: e}]}]}"));
  }

  @Test
  void unknown_fields_in_maps_are_named_by_key() {
    var checked = checkSlice("spec: {devices: [{name: d, attributes: {model: {text: x}}}]}");

    assertThat(checked.unknown()).containsExactly("spec.devices[0].attributes.model.text");
  }

  @Test
  void names_of_the_users_choice_are_never_unknown() {
    var configMap = check("ConfigMap", "data: {anything: goes}");

    assertThat(configMap.unknown()).isEmpty();
  }

  @Test
  void names_are_told_apart_by_case() {
    assertThat(check("Pod", "spec: {nodename: n}").unknown()).containsExactly("spec.nodename");
  }

  @Test
  void json_of_any_shape_is_left_alone() {
    var claim = SCHEMAS.of("resource.k8s.io/v1", "ResourceClaim").orElseThrow();
    var tree =
        tree(
            "spec: {devices: {config: [{opaque: {driver: d, parameters: {a: {b: null, c:"
                + " [1]}}}}]}}");

    assertThat(FieldCheck.check(tree, claim).pruned()).isSameAs(tree);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "spec: x | spec: expected object, found string \"x\"",
        "spec: {containers: x} | spec.containers: expected list, found string \"x\"",
        "spec: {containers: {}} | spec.containers: expected list, found object",
        "spec: {containers: [1]} | spec.containers[0]: expected object, found number 1",
        "spec: {nodeName: 1} | spec.nodeName: expected string, found number 1",
        "spec: {hostNetwork: 'true'} | spec.hostNetwork: expected bool, found string \"true\"",
        "metadata: {labels: []} | metadata.labels: expected object, found list",
        "metadata: {labels: {a: true}} | metadata.labels.a: expected string, found bool true",
        "spec: {priority: '1'} | spec.priority: expected integer, found string \"1\"",
        "spec: {priority: 1.5} |"
            + " spec.priority: expected integer from -2147483648 to 2147483647, found number 1.5",
        "spec: {priority: 3000000000} | spec.priority: expected integer from -2147483648 to"
            + " 2147483647, found number 3000000000",
        "spec: {overhead: {cpu: []}} | spec.overhead.cpu: expected quantity, found list",
        "metadata: {deletionTimestamp: 5} |"
            + " metadata.deletionTimestamp: expected time, found number 5",
        "metadata: {deletionTimestamp: '2026-02-30T00:00:00Z'} | metadata.deletionTimestamp:"
            + " \"2026-02-30T00:00:00Z\" is not a time; write it like \"2026-11-15T09:30:00Z\"",
      })
  void mistyped_values_are_told_with_their_place(String yaml, String message) {
    assertThat(check("Pod", yaml).mistyped()).containsExactly(message);
  }

  @Test
  void a_quantity_that_is_none_is_told() {
    var mistyped = check("Pod", "spec: {overhead: {cpu: 1x}}").mistyped();

    assertThat(mistyped).singleElement().asString().startsWith("spec.overhead.cpu: ");
  }

  @Test
  void null_is_the_same_as_nothing() {
    var checked =
        check("Pod", "metadata: {creationTimestamp: null}\nspec: {containers: null}\nstatus: null");

    assertThat(checked.pruned()).isEqualTo(tree("metadata: {}\nspec: {}"));
    assertThat(checked.mistyped()).isEmpty();
  }

  @Test
  void null_among_others_is_an_empty_value() {
    var checked =
        check(
            "Pod", "metadata: {labels: {a: null}, finalizers: [null]}\nspec: {containers: [null]}");

    assertThat(checked.pruned())
        .isEqualTo(tree("metadata: {labels: {a: ''}, finalizers: ['']}\nspec: {containers: [{}]}"));
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, 500m",
    "'1000m', 1",
    "1024Mi, 1Gi",
    "2, 2",
    "1e3, 1k",
    "'\"1e3\"', 1e3",
    "100M, 100M",
  })
  void quantities_are_spelt_canonically(String written, String canonical) {
    var checked = check("Pod", "spec: {overhead: {cpu: %s}}".formatted(written));

    assertThat(checked.pruned().text("spec", "overhead", "cpu")).isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-15T09:30:00Z, 2026-11-15T09:30:00Z",
    "2026-11-30T09:30:00Z, 2026-11-30T09:30:00Z",
    "2026-11-15T10:30:00+01:00, 2026-11-15T09:30:00Z",
    "2026-11-15T09:30:00.75Z, 2026-11-15T09:30:00Z",
  })
  void times_are_spelt_canonically(String written, String canonical) {
    var checked = check("Pod", "metadata: {deletionTimestamp: '%s'}".formatted(written));

    assertThat(checked.pruned().text("metadata", "deletionTimestamp")).isEqualTo(canonical);
  }

  @Test
  void times_of_leases_have_microseconds() {
    var lease = SCHEMAS.of("coordination.k8s.io/v1", "Lease").orElseThrow();

    var checked = FieldCheck.check(tree("spec: {renewTime: '2026-11-15T09:30:00.5Z'}"), lease);

    assertThat(checked.pruned().text("spec", "renewTime")).isEqualTo("2026-11-15T09:30:00.500000Z");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-15",
        "2026-11-15T09:30Z",
        "2026-13-15T09:30:00Z",
        "now",
        "",
        "20261115T0"
      })
  void other_times_are_refused(String text) {
    var checked = check("Pod", "metadata: {deletionTimestamp: '%s'}".formatted(text));

    assertThat(checked.mistyped()).hasSize(1);
  }

  @Test
  void secrets_are_checked_and_never_shown() {
    var checked = check("Secret", "data: {a: aGk=, b: 'not base64!'}");

    assertThat(checked.mistyped())
        .containsExactly("data.b: the value is not base64; encode it, or use stringData");
    assertThat(check("Secret", "data: {password: 12345}").mistyped())
        .containsExactly("data.password: expected base64, found number");
  }

  @Test
  void ports_may_be_numbers_or_names() {
    var yaml = "spec: {containers: [{name: c, livenessProbe: {httpGet: {port: %s}}}]}";

    assertThat(check("Pod", yaml.formatted("80")).mistyped()).isEmpty();
    assertThat(check("Pod", yaml.formatted("http")).mistyped()).isEmpty();
    assertThat(check("Pod", yaml.formatted("true")).mistyped()).hasSize(1);
  }

  @Test
  void a_flood_of_mistakes_is_told_in_part_and_taken_out_in_full() {
    var fields = new StringBuilder("spec: {");
    for (int i = 0; i < 5_000; i++) {
      fields.append("x").append(i).append(": 1, ");
    }

    var checked = check("Pod", fields.append("nodeName: n}").toString());

    assertThat(checked.unknown()).hasSize(100);
    assertThat(checked.pruned()).isEqualTo(tree("spec: {nodeName: n}"));
  }

  @Test
  void long_values_and_names_are_cut_in_messages() {
    var spec = Json.obj("n".repeat(10_000), 1, "priority", "v".repeat(10_000));

    var checked = FieldCheck.check(Json.obj("spec", spec), SCHEMAS.of("v1", "Pod").orElseThrow());

    assertThat(checked.unknown().getFirst()).hasSizeLessThan(500);
    assertThat(checked.mistyped().getFirst()).hasSizeLessThan(200);
  }
}

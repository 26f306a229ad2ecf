package dev.dray.api.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.DecodingError;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.codec.text.Location;
import dev.dray.api.codec.text.YamlScalars;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.DeviceClassSpec;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.device.DeviceAttribute;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestsTest {
  private static final String REPEATED =
      " (the same object already has this field; keep one of them, or merge their values)";

  private static List<Document> read(String source) {
    return new Manifests(FieldValidation.STRICT).read(source.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> problems(String source) {
    return read(source).stream()
        .flatMap(
            document ->
                switch (document) {
                  case Document.Read it -> it.problems().stream();
                  case Document.Unreadable it -> it.problems().stream();
                  case Document.Core it -> it.problems().stream();
                  case Document.Foreign _ -> java.util.stream.Stream.<DecodingError>of();
                })
        .map(DecodingError::toString)
        .toList();
  }

  @Test
  void a_bool_that_should_be_a_string_is_to_be_quoted() {
    assertThat(
            problems(
                """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: yes}
                """))
        .containsExactly(
            "3:18: metadata.name: expected string, found bool true"
                + " (quote the value: unquoted it is a bool)");
  }

  @Test
  void every_mistake_is_told_at_once_with_line_and_column() {
    var problems =
        problems(
            """
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata:
              name: 5
            spec:
              driver: gpu.example.com
              pool: {name: p, generation: one, resourceSliceCount: 1}
              devices:
              - name: gpu-0
                atributes:
                  model: {string: a}
            """);

    assertThat(problems)
        .containsExactly(
            "4:9: metadata.name: expected string, found number 5"
                + " (quote the value: an unquoted 5 is not a string)",
            "7:31: spec.pool.generation: expected integer, found string \"one\"",
            "10:5: unknown field \"spec.devices[0].atributes\" (did you mean \"attributes\"?)");
  }

  @Test
  void a_v1_request_without_exactly_is_told_where_its_fields_belong() {
    var problems =
        problems(
            """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            spec:
              devices:
                requests:
                - name: gpu
                  deviceClassName: gpu.example.com
            """);

    assertThat(problems)
        .containsExactly(
            "7:7: unknown field \"spec.devices.requests[0].deviceClassName\""
                + " (put it under \"exactly\", as v1 requires)");
  }

  @Test
  void a_repeated_field_is_an_error_when_strict() {
    assertThat(
            problems(
                """
                {"apiVersion": "resource.k8s.io/v1", "kind": "DeviceClass",
                 "spec": {"selectors": [], "selectors": []},
                 "metadata": {"labels": {"a": "b", "a": "c"}}}
                """))
        .containsExactly(
            "2:28: duplicate field \"spec.selectors\"" + REPEATED,
            "3:36: duplicate field \"metadata.labels[a]\"" + REPEATED);
  }

  @Test
  void unknown_fields_are_warnings_or_nothing_in_the_other_modes() {
    var source =
        "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, nope: 1}"
            .getBytes(StandardCharsets.UTF_8);

    var warned = (Document.Read) new Manifests(FieldValidation.WARN).read(source).getFirst();
    var ignored = (Document.Read) new Manifests(FieldValidation.IGNORE).read(source).getFirst();

    assertThat(warned.hasErrors()).isFalse();
    assertThat(warned.problems()).hasSize(1);
    assertThat(ignored.problems()).isEmpty();
  }

  @Test
  void kind_and_version_may_come_last() {
    var documents =
        read(
            """
            {"spec": {"driver": "d", "pool": {"name": "p"}}, "kind": "ResourceSlice",
             "metadata": {"name": "n"}, "apiVersion": "resource.k8s.io/v1"}
            """);

    assertThat(documents).singleElement().isInstanceOf(Document.Read.class);
    var read = (Document.Read) documents.getFirst();
    assertThat(read.problems()).isEmpty();
    assertThat(read.object().metadata().name()).isEqualTo("n");
  }

  @Test
  void a_list_as_kubectl_prints_it_is_taken_apart() {
    var documents =
        read(
            """
            apiVersion: v1
            items:
            - apiVersion: resource.k8s.io/v1
              kind: DeviceClass
              metadata: {name: one}
            - apiVersion: v1
              kind: Service
              metadata: {name: two}
            kind: List
            """);

    assertThat(documents).hasSize(2);
    assertThat(((Document.Read) documents.get(0)).object().metadata().name()).isEqualTo("one");
    assertThat(documents.get(1)).isInstanceOf(Document.Foreign.class);
  }

  @Test
  void items_of_a_typed_list_need_no_kind_even_if_the_list_tells_its_own_last() {
    var documents =
        read(
            """
            {"apiVersion": "resource.k8s.io/v1",
             "items": [{"metadata": {"name": "one"}}, {"metadata": {"name": "two"}, "nope": 1}],
             "kind": "DeviceClassList"}
            """);

    assertThat(documents)
        .extracting(it -> ((Document.Read) it).object().metadata().name())
        .containsExactly("one", "two");
    assertThat(((Document.Read) documents.get(1)).problems())
        .extracting(DecodingError::message)
        .containsExactly("unknown field \"nope\"");
  }

  @Test
  void a_broken_document_does_not_hide_the_next_one() {
    var documents =
        read(
            """
            apiVersion: resource.k8s.io/v1
            kind: [
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: 7}
            """);

    assertThat(documents).hasSize(2);
    assertThat(documents.get(0)).isInstanceOf(Document.Unreadable.class);
    assertThat(((Document.Read) documents.get(1)).problems())
        .singleElement()
        .extracting(DecodingError::at)
        .isEqualTo(new Location(6, 18));
  }

  @Test
  void merge_keys_yield_to_what_the_object_says_itself() {
    var documents =
        read(
            """
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata:
              annotations: &base {a: "1", b: "2"}
              labels:
                b: "3"
                <<: *base
            """);

    var read = (Document.Read) documents.getFirst();
    assertThat(read.problems()).isEmpty();
    assertThat(read.object().metadata().labels()).containsEntry("a", "1").containsEntry("b", "3");
  }

  @Test
  void the_field_null_of_a_patch_needs_no_quotes() {
    var documents =
        read(
            """
            apiVersion: resource.k8s.io/v1alpha3
            kind: ResourceSlicePatch
            metadata: {name: forget-the-model}
            spec:
              devices:
                attributes:
                  gpu.example.com/model: {null: {}}
            """);

    var read = (Document.Read) documents.getFirst();
    assertThat(read.problems()).isEmpty();
    assertThat(((ResourceSlicePatch) read.object()).spec().devices().attributes())
        .containsEntry("gpu.example.com/model", new DeviceAttribute.NullValue());
  }

  @Test
  void a_version_that_lacks_the_kind_is_told_with_those_that_have_it() {
    assertThat(problems("{apiVersion: resource.k8s.io/v1alpha2, kind: ResourceClaim}"))
        .containsExactly(
            "1:1: no matches for kind \"ResourceClaim\" in version \"resource.k8s.io/v1alpha2\""
                + " (ResourceClaim is served in resource.k8s.io/v1, resource.k8s.io/v1beta2,"
                + " resource.k8s.io/v1beta1)");
  }

  @Test
  void an_object_without_a_kind_is_told_what_to_begin_with() {
    assertThat(problems("metadata: {name: x}"))
        .containsExactly(
            "1:1: apiVersion and kind are missing"
                + " (begin like \"apiVersion: resource.k8s.io/v1\")");
  }

  @Test
  void an_expression_in_braces_is_told_to_be_quoted() {
    assertThat(problems("selectors: [{cel: {expression: device.capacity[\"d\"].memory}}]"))
        .containsExactly(
            "1:47: while parsing a flow mapping, expected ',' or '}', but got [."
                + " Maybe quote the value.");
  }

  @Test
  void columns_count_characters_and_not_bytes() {
    assertThat(
            problems(
                "{\"apiVersion\": \"resource.k8s.io/v1\", \"kind\": \"DeviceClass\",\n"
                    + " \"metadata\": {\"labels\": {\"é\": \"ü\"}, \"nope\": 1}}"))
        .containsExactly("2:37: unknown field \"metadata.nope\"");
  }

  @Test
  void an_empty_field_name_is_told_to_be_quoted() {
    assertThat(problems("{kind: x, ~: {}}"))
        .containsExactly("1:11: A field name must not be empty. Maybe quote it.");
  }

  /** Parsers for Python and Ruby read numbers to the base of 60 and a date. */
  @ParameterizedTest
  @ValueSource(strings = {"0000:18:00.0", "22:22", "2026-01-01"})
  void a_text_that_other_parsers_take_for_a_number_or_a_date_is_written_in_quotes(String text) {
    var labelled = ObjectMeta.named("x").withLabels(Map.of("key", text));
    var written =
        new ManifestWriter(ApiVersion.V1)
            .yaml(
                new DeviceClass(
                    labelled, new DeviceClassSpec(List.of(), List.of(), Optional.empty())));

    assertThat(written).contains("key: \"" + text + "\"");
  }

  @Test
  void an_address_of_hexadecimal_digits_needs_no_quotes() {
    assertThat(YamlScalars.isTextToGoOnly("0000:2a:00.0")).isFalse();
  }
}

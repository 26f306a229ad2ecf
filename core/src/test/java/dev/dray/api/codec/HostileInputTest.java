package dev.dray.api.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.shape.DecodingError;
import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.meta.Quantity;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.ResourceSlice;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Input that was made to break a reader is read or refused with a place and a reason, at a cost
 * that its size warrants. The time limit is for input that is not.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HostileInputTest {
  private static final String CLASS =
      "{\"apiVersion\":\"resource.k8s.io/v1\",\"kind\":\"DeviceClass\"";
  private static final String YAML_CLASS = "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\n";

  private static List<Document> read(String source) {
    return read(source.getBytes(UTF_8));
  }

  private static List<Document> read(byte[] source) {
    return new Manifests(FieldValidation.STRICT).read(source);
  }

  private static List<String> problems(byte[] source) {
    return read(source).stream()
        .flatMap(HostileInputTest::problems)
        .map(DecodingError::toString)
        .toList();
  }

  private static List<String> problems(String source) {
    return problems(source.getBytes(UTF_8));
  }

  private static Stream<DecodingError> problems(Document document) {
    return switch (document) {
      case Document.Read it -> it.problems().stream();
      case Document.Unreadable it -> it.problems().stream();
      case Document.Core it -> it.problems().stream();
      case Document.Foreign _ -> Stream.of();
    };
  }

  private static DeviceClass onlyClass(String source) {
    return (DeviceClass) RoundTripPropertyTest.onlyObject(source);
  }

  /** A class with an annotation, written as its JSON. */
  private static String annotated(String json) {
    return CLASS + ",\"metadata\":{\"annotations\":{\"a\":" + json + "}}}";
  }

  private static String annotation(String json) {
    return String.valueOf(onlyClass(annotated(json)).metadata().annotations().get("a"));
  }

  private static byte[] latin(String source) {
    return source.getBytes(ISO_8859_1);
  }

  @Test
  void aliases_of_aliases_are_counted() {
    var bomb = new StringBuilder(YAML_CLASS).append("a0: &a0 [x]\n");
    for (int i = 1; i < 40; i++) {
      bomb.append("a%d: &a%d [%s]\n".formatted(i, i, "*a%d,".formatted(i - 1).repeat(9)));
    }

    assertThat(problems(bomb.toString()))
        .last()
        .asString()
        .matches("\\d+:\\d+: Aliases expand to more than 1,000,000 values.");
  }

  @Test
  void an_alias_of_what_is_around_it_has_no_anchor_yet() {
    assertThat(problems(YAML_CLASS + "metadata: &a\n  labels: *a\n"))
        .containsExactly("4:11: The alias *a has no anchor before it.");
  }

  @Test
  void anchors_within_anchors_are_counted() {
    var nested = new StringBuilder(YAML_CLASS).append("spec:\n");
    for (int depth = 0; depth < 150; depth++) {
      nested.append(" ".repeat(depth)).append("a: &a").append(depth).append('\n');
    }
    nested.append(" ".repeat(150)).append("a: [").append("x,".repeat(100_000)).append("]\n");

    assertThat(problems(nested.toString()))
        .last()
        .asString()
        .contains("The anchors cover too many values: use fewer of them.");
  }

  @Test
  void merged_keys_that_are_overridden_take_no_longer_than_others() {
    var yaml = new StringBuilder(YAML_CLASS).append("metadata:\n  labels:\n    <<: {");
    for (int i = 0; i < 100_000; i++) {
      yaml.append("k%d: a,".formatted(i));
    }
    yaml.append("}\n");
    for (int i = 0; i < 100_000; i++) {
      yaml.append("    k%d: b\n".formatted(i));
    }

    var labels = onlyClass(yaml.toString()).metadata().labels();

    assertThat(labels).hasSize(100_000).containsEntry("k0", "b").containsEntry("k99999", "b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <<: 5         | 3:5: A merge key (<<) takes an object or a list of objects.
          <<: [[]]      | 3:6: A merge key (<<) takes an object or a list of objects.
          <<: *a        | 3:5: The alias *a has no anchor before it.
          """)
  void a_merge_key_takes_objects_only(String line, String expected) {
    assertThat(problems(YAML_CLASS + line + "\n")).containsExactly(expected);
  }

  @Test
  void merges_within_merges_nest_like_objects() {
    assertThat(problems(YAML_CLASS + "<<: {".repeat(100_000)))
        .containsExactly("3:1000: Objects and lists nest deeper than 200.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":"})
  void json_that_nests_a_hundred_thousand_levels_is_refused(String level) {
    assertThat(problems(CLASS + ",\"spec\":" + level.repeat(100_000)))
        .singleElement()
        .asString()
        .matches("1:\\d+: Document nesting depth \\(201\\) exceeds the maximum allowed \\(200\\)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "? ", "a: &a ["})
  void yaml_that_nests_a_hundred_thousand_levels_is_refused(String level) {
    assertThat(problems(YAML_CLASS + "spec:\n  " + level.repeat(100_000)))
        .last()
        .asString()
        .containsPattern(
            "nest deeper than 200|must be a string, not a list|not allowed here|expected <block"
                + " end>");
  }

  @Test
  void numbers_beyond_all_bounds_are_not_computed() {
    assertThat(problems(quantity("\"1e999999999\"")))
        .containsExactly(
            "1:104: spec.devices[0].capacity[a].value: quantities must be less than 1e1024 and have"
                + " at most 1024 characters");
    assertThat(problems(quantity("1e999999999")))
        .singleElement()
        .asString()
        .contains("quantities must be less than 1e1024");
    assertThat(problems(quantity("\"" + "9".repeat(1_000_000) + "\"")))
        .singleElement()
        .asString()
        .contains("quantities must be less than 1e1024");
    assertThat(problems(quantity("9".repeat(1_000_000))))
        .singleElement()
        .asString()
        .matches("1:\\d+: Number value length \\(\\d+\\) exceeds the maximum allowed \\(1000\\)");
    assertThat(amount(quantity("\"1e-999999999\""))).isEqualTo(Quantity.parse("1n"));
  }

  @Test
  void integers_beyond_all_bounds_are_refused_as_they_are_written() {
    var most = "integer from -9223372036854775808 to 9223372036854775807";
    assertThat(problems(CLASS + ",\"metadata\":{\"generation\":1e999999999}}"))
        .containsExactly(
            "1:82: metadata.generation: expected %s, found number 1e999999999".formatted(most));
    assertThat(problems(YAML_CLASS + "metadata:\n  generation: " + "9".repeat(1_000_000)))
        .containsExactly(
            "4:15: metadata.generation: expected integer, found string \"%s...\""
                .formatted("9".repeat(37)));
  }

  private static String quantity(String written) {
    return "{\"apiVersion\":\"resource.k8s.io/v1\",\"kind\":\"ResourceSlice\","
        + "\"spec\":{\"devices\":[{\"capacity\":{\"a\":{\"value\":"
        + written
        + "}}}]}}";
  }

  private static Quantity amount(String source) {
    var slice = (ResourceSlice) RoundTripPropertyTest.onlyObject(source);
    return slice.spec().devices().getFirst().capacity().values().iterator().next().value();
  }

  @Test
  void bytes_that_are_not_utf_8_are_refused_where_they_are() {
    assertThat(problems(latin(annotated("\"\u00ff\""))))
        .containsExactly("1:89: The byte 0xff here is not UTF-8.");
    assertThat(problems(latin(YAML_CLASS + "a: \u00ff\n")))
        .containsExactly("3:4: The byte 0xff here is not UTF-8.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u00c0\u0080", "\u00ed\u00a0\u0080", "\u00f8\u0088\u0080\u0080\u0080"})
  void overlong_forms_and_encoded_surrogates_are_not_utf_8(String bytes) {
    assertThat(problems(latin(annotated("\"" + bytes + "\""))))
        .singleElement()
        .asString()
        .matches("1:89: The byte 0x.. here is not UTF-8.");
  }

  @Test
  void a_character_that_ends_with_the_input_is_refused() {
    assertThat(problems(latin(CLASS + "}\n# \u00e2\u0082")))
        .singleElement()
        .asString()
        .startsWith("2:3: The byte 0xe2 here is not UTF-8.");
  }

  @Test
  void half_a_character_becomes_the_replacement_in_json_as_in_go() {
    assertThat(annotation("\"a\\ud800b\"")).isEqualTo("a\ufffdb");
    assertThat(annotation("\"\\udc00\\ud800\"")).isEqualTo("\ufffd\ufffd");
    assertThat(annotation("\"\\ud83d\\ude00\"")).isEqualTo("\ud83d\ude00");
  }

  @Test
  void half_a_character_is_refused_in_yaml_as_in_go() {
    assertThat(problems(YAML_CLASS + "metadata: {name: \"\\ud800\"}\n"))
        .containsExactly(
            "3:18: This escape is half of a surrogate pair. Maybe write the character itself.");
  }

  @Test
  void a_source_is_refused_by_its_size() {
    var limits = new Limits(10_000, 200, 1_000_000, 1_000_000, 250_000, 100);
    var read = new Manifests(FieldValidation.STRICT, limits).read(new byte[10_001]);

    assertThat(((Document.Unreadable) read.getFirst()).problems())
        .extracting(DecodingError::message)
        .containsExactly(
            "The input has 10,001 bytes; at most 10,000 are read. Maybe split it into several"
                + " files.");
  }

  @Test
  void a_line_of_thirty_megabytes_is_read() {
    int length = 30_000_000;

    assertThat(annotation("\"" + "x".repeat(length) + "\"")).hasSize(length);
    assertThat(
            onlyClass(YAML_CLASS + "metadata: {name: " + "x".repeat(length) + "}")
                .metadata()
                .name())
        .hasSize(length);
  }

  @Test
  void ten_million_empty_documents_are_passed_over() {
    assertThat(read("---\n".repeat(10_000_000) + YAML_CLASS)).hasSize(1);
  }

  @Test
  void more_documents_than_anyone_has_are_refused() {
    assertThat(problems("---\na\n".repeat(1_000_000)))
        .containsExactly(
            "500001:1: The input has more than 250,000 objects. Maybe split it into several"
                + " files.");
    assertThat(problems("{}\n".repeat(1_000_000)))
        .hasSize(250_001)
        .last()
        .isEqualTo(
            "250001:1: The input has more than 250,000 objects. Maybe split it into several"
                + " files.");
  }

  @Test
  void a_list_of_a_million_items_is_refused() {
    var list = "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[";

    assertThat(problems(list + "{},".repeat(1_000_000)))
        .last()
        .asString()
        .endsWith("The input has more than 250,000 objects. Maybe split it into several files.");
  }

  @Test
  void a_list_that_says_last_what_it_is_keeps_the_order_of_its_items() {
    var typed = CLASS + ",\"metadata\":{\"name\":\"typed\"}}";
    var untyped = "{\"metadata\":{\"name\":\"untyped\"}}";
    var items = (untyped + "," + typed + ",").repeat(50_000);
    var list =
        "{\"items\":[%s%s],\"apiVersion\":\"resource.k8s.io/v1\",\"kind\":\"DeviceClassList\"}"
            .formatted(items, untyped);

    var names =
        read(list).stream().map(it -> ((Document.Read) it).object().metadata().name()).toList();

    assertThat(names).hasSize(100_001);
    assertThat(names.subList(0, 4)).containsExactly("untyped", "typed", "untyped", "typed");
    assertThat(names.getLast()).isEqualTo("untyped");
  }

  @Test
  void what_comes_before_the_kind_is_kept_within_bounds() {
    assertThat(problems("{\"spec\":[" + "1,".repeat(2_000_000)))
        .singleElement()
        .asString()
        .endsWith(
            "More than 1,000,000 values come before the kind of the object they belong to. Maybe"
                + " write apiVersion and kind first.");
  }

  @Test
  void a_huge_key_is_cut_where_it_is_shown() {
    var key = "k".repeat(10_000_000);

    assertThat(problems("%s,\"%s\":1}".formatted(CLASS, key)))
        .singleElement()
        .satisfies(it -> assertThat(it).contains("unknown field \"kkk").hasSizeLessThan(500));
    assertThat(problems("%s,\"metadata\":{\"labels\":{\"%s\":1}}}".formatted(CLASS, key)))
        .singleElement()
        .satisfies(it -> assertThat(it).contains("expected string").hasSizeLessThan(700));
    assertThat(problems(YAML_CLASS + key + ": 1\n"))
        .singleElement()
        .satisfies(it -> assertThat(it).hasSizeLessThan(500));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"spec\":{}", "\"unknown\":{}"})
  void a_hundred_thousand_wrong_fields_are_told_in_a_hundred_lines(String field) {
    assertThat(problems(CLASS + ("," + field).repeat(100_001) + "}"))
        .hasSize(101)
        .last()
        .asString()
        .containsPattern("99,90[01] more problems");
  }

  @Test
  void a_hundred_thousand_equal_keys_are_told_in_a_hundred_lines() {
    var labels = "\"a\":\"b\",".repeat(100_000) + "\"a\":\"c\"";

    assertThat(problems(CLASS + ",\"metadata\":{\"labels\":{" + labels + "}}}"))
        .hasSize(101)
        .last()
        .asString()
        .contains("99,900 more problems");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = true,
      textBlock =
          """
          {"a":1, // comment      | 1:9: Unexpected character ('/' (code 47)): maybe a (non-standard) comment?
          {"a":1,}                | 1:8: Unexpected character ('}'
          {"a":NaN}               | 1:9: Non-standard token 'NaN'
          {"a":01}                | 1:7: Invalid numeric value: Leading zeroes not allowed
          {"a":'b'}               | 1:6: Unexpected character (''' (code 39))
          {"a":tru}               | 1:6: Unrecognized token 'tru'
          {"a":"b                 | 1:8: Unexpected end-of-input
          {"a":1}}                | 1:8: Unexpected close marker '}'
          {"a":"\\x"}             | 1:8: Unrecognized character escape
          """)
  void json_is_json(String source, String expected) {
    assertThat(problems(source)).last().asString().startsWith(expected).doesNotContain("enable");
  }

  @Test
  void a_tab_does_not_indent() {
    assertThat(problems(YAML_CLASS + "metadata:\n\tname: a\n"))
        .singleElement()
        .asString()
        .startsWith("4:1: ")
        .contains("\\t");
  }

  @Test
  void zero_bytes_are_refused_where_they_are() {
    assertThat(problems(YAML_CLASS + "metadata: {name: a\u0000}\n"))
        .containsExactly("3:19: The character U+0000 is not allowed in YAML.");
    assertThat(problems(CLASS + ",\u0000\"spec\":{}}"))
        .singleElement()
        .asString()
        .startsWith("1:57: Illegal character");
  }

  @Test
  void a_byte_order_mark_may_come_first_and_only_there() {
    assertThat(read("\ufeff" + YAML_CLASS)).first().isInstanceOf(Document.Read.class);
    assertThat(read("\ufeff" + CLASS + "}")).first().isInstanceOf(Document.Read.class);
    assertThat(problems(CLASS + ",\ufeff\"spec\":{}}"))
        .singleElement()
        .asString()
        .matches("1:5\\d: Unexpected character \\(.* 0xfeff.*");
  }

  @Test
  void nothing_at_all_is_nothing_to_read() {
    assertThat(read("")).isEmpty();
    assertThat(read(" \n\t\n")).isEmpty();
    assertThat(read("\ufeff")).isEmpty();
    assertThat(read("---\n...\n---\n")).isEmpty();
  }
}

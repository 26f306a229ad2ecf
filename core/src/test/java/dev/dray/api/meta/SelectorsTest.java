package dev.dray.api.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectorsTest {
  private static final Map<String, String> LABELS = Map.of("zone", "eu", "cores", "64");

  @Test
  void an_empty_label_selector_matches_everything() {
    assertThat(new LabelSelector(Map.of(), List.of()).matches(Map.of())).isTrue();
  }

  @Test
  void a_label_selector_wants_all_it_names() {
    var inEurope = new LabelSelectorRequirement("zone", "In", List.of("eu", "us"));
    var untainted = new LabelSelectorRequirement("tainted", "DoesNotExist", List.of());

    assertThat(selector(Map.of("cores", "64"), inEurope, untainted).matches(LABELS)).isTrue();
    assertThat(selector(Map.of("cores", "32"), inEurope, untainted).matches(LABELS)).isFalse();
    assertThat(selector(Map.of(), inEurope).toQuery())
        .isEqualTo(new Parsed.Value<>(LabelQuery.parse("zone in (eu,us)")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Near| \"Near\" is not a valid label selector operator",
        "In| values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty"
      })
  void a_label_selector_with_a_mistake_matches_nothing(String operator, String message) {
    var wrong = selector(Map.of(), new LabelSelectorRequirement("zone", operator, List.of()));

    assertThat(wrong.matches(LABELS)).isFalse();
    assertThat(wrong.toQuery()).isEqualTo(new Parsed.Mistake<>(message));
  }

  private static LabelSelector selector(
      Map<String, String> labels, LabelSelectorRequirement... expressions) {
    return new LabelSelector(labels, List.of(expressions));
  }

  @Test
  void a_node_selector_without_terms_or_with_an_empty_term_matches_no_node() {
    var emptyTerm = new NodeSelectorTerm(List.of(), List.of());

    assertThat(new NodeSelector(List.of()).matches(LABELS, "n1")).isFalse();
    assertThat(new NodeSelector(List.of(emptyTerm)).matches(LABELS, "n1")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "zone, In, eu, true",
    "zone, In, us, false",
    "zone, NotIn, us, true",
    "other, NotIn, us, true",
    "zone, Exists, , true",
    "other, Exists, , false",
    "other, DoesNotExist, , true",
    "cores, Gt, 63, true",
    "cores, Gt, 64, false",
    "cores, Lt, 65, true",
    "zone, Gt, 1, false",
    "other, Lt, 1, false",
    "zone, Gt, many, false",
    "zone, Near, eu, false"
  })
  void a_requirement_compares_a_label(String key, String operator, String value, boolean match) {
    var values = value == null ? List.<String>of() : List.of(value);

    assertThat(labels(new NodeSelectorRequirement(key, operator, values)).matches(LABELS, "n1"))
        .isEqualTo(match);
  }

  @Test
  void one_matching_term_is_enough_and_a_mistake_spoils_only_its_term() {
    var wrong = new NodeSelectorRequirement("zone", "Near", List.of("eu"));
    var right = new NodeSelectorRequirement("zone", "In", List.of("eu"));
    var both =
        new NodeSelector(
            List.of(
                new NodeSelectorTerm(List.of(wrong, right), List.of()),
                new NodeSelectorTerm(List.of(right), List.of())));

    assertThat(both.matches(LABELS, "n1")).isTrue();
    assertThat(both.mistakes(FieldPath.of("nodeSelector")))
        .extracting(Violation::toString)
        .containsExactly(
            "nodeSelector.nodeSelectorTerms[0].matchExpressions[0].operator: Unsupported value:"
                + " \"Near\": supported values: \"DoesNotExist\", \"Exists\", \"Gt\", \"In\","
                + " \"Lt\", \"NotIn\"");
  }

  @ParameterizedTest
  @CsvSource({
    "metadata.name, In, n1, true",
    "metadata.name, In, n2, false",
    "metadata.name, NotIn, n2, true",
    "metadata.name, NotIn, n1, false",
    "metadata.name, Exists, n1, false",
    "spec.other, In, n1, false"
  })
  void a_field_requirement_names_the_node(
      String key, String operator, String value, boolean match) {
    var selector = fields(new NodeSelectorRequirement(key, operator, List.of(value)));

    assertThat(selector.matches(LABELS, "n1")).isEqualTo(match);
  }

  @Test
  void a_field_is_compared_with_exactly_one_value() {
    var two = fields(new NodeSelectorRequirement("metadata.name", "In", List.of("n1", "n2")));

    assertThat(two.matches(LABELS, "n1")).isFalse();
    assertThat(two.mistakes(FieldPath.of("s")))
        .extracting(Violation::toString)
        .containsExactly(
            "s.nodeSelectorTerms[0].matchFields[0].values: Invalid value: [\"n1\",\"n2\"]: must"
                + " have one element");
  }

  @Test
  void a_node_without_a_name_has_no_fields_to_compare() {
    var selector = fields(new NodeSelectorRequirement("metadata.name", "In", List.of("n1")));

    assertThat(selector.matches(LABELS, "")).isTrue();
  }

  private static NodeSelector labels(NodeSelectorRequirement... requirements) {
    return new NodeSelector(List.of(new NodeSelectorTerm(List.of(requirements), List.of())));
  }

  private static NodeSelector fields(NodeSelectorRequirement... requirements) {
    return new NodeSelector(List.of(new NodeSelectorTerm(List.of(), List.of(requirements))));
  }
}

package dev.dray.api.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LabelQueryTest {
  private static final Map<String, String> LABELS =
      Map.of("a", "b", "ab", "a", "c", "1", "ex.com/a", "b", "x", "22");

  @Test
  void every_text_is_understood_as_upstream_understands_it() {
    var softly = new SoftAssertions();
    for (var vector : Vectors.read("label-queries.tsv")) {
      softly
          .assertThat(facts(LabelQuery.tryParse(vector.getFirst())))
          .as(vector.getFirst())
          .isEqualTo(vector.subList(1, 3));
    }
    softly.assertAll();
  }

  private static List<String> facts(Parsed<LabelQuery> parsed) {
    return switch (parsed) {
      case Parsed.Value<LabelQuery>(var query) ->
          List.of(query.toString(), Boolean.toString(query.matches(LABELS)));
      case Parsed.Mistake<LabelQuery>(var message) -> List.of("!" + message, "false");
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a=b", "a==b", "a!=c", "a in (x,b)", "a notin (x)", "!z"})
  @ValueSource(strings = {"x>21", "x<23", "a=b,c=1,!z", " a = b , c ", "z notin (q)", "z!=q"})
  void matches(String query) {
    assertThat(LabelQuery.parse(query).matches(LABELS)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"z", "a=c", "a!=b", "a in (x)", "a notin (b)", "!a", "x>22", "a>1"})
  void does_not_match(String query) {
    assertThat(LabelQuery.parse(query).matches(LABELS)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=b,| found '', expected: identifier after ','",
        "=| found '=', expected: !, identifier, or 'end of string'",
        "!a=b| found '=', expected: ',' or 'end of string'",
        "a b| unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt",
        "a in b| unable to parse requirement: found 'b' expected: '('",
        "a>b| unable to parse requirement: values[0]: Invalid value: \"b\": for 'Gt', 'Lt'"
            + " operators, the value must be an integer"
      })
  void refuses_in_the_words_of_upstream(String query, String words) {
    assertThat(LabelQuery.tryParse(query)).isEqualTo(new Parsed.Mistake<>(words));
  }

  @Test
  void a_key_is_checked_before_anything_else() {
    assertThat(LabelQuery.tryParse("a/b/c=d"))
        .isInstanceOfSatisfying(
            Parsed.Mistake.class,
            mistake ->
                assertThat(mistake.message())
                    .startsWith(
                        "unable to parse requirement: <nil>: Invalid value: \"a/b/c\": a valid"
                            + " label key must consist of"));
  }

  @Test
  void a_hostile_query_is_refused_at_once() {
    assertThat(LabelQuery.tryParse("a.".repeat(1 << 19) + "/b").isValue()).isFalse();
  }
}

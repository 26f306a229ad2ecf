package dev.dray.cel.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenConstructTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a            | <EOF>
          f(a          | ')'
          f(a, b)      | <EOF>
          x[a          | ']'
          a ? b        | ':'
          a ? b : c    | <EOF>
          f(a ? b)     | <EOF>
          f(a.?b       | ')'
          f(x[?b]      | ')'
          f(']'        | ')'
          f("(\\""     | ')'
          """)
  void the_innermost_of_what_is_open_ends_first(String text, String end) {
    assertThat(OpenConstruct.end(text, 1, text.length()).map(it -> it.replace("'", "")))
        .contains(end.replace("'", ""));
  }

  @Test
  void in_braces_more_than_one_token_is_possible() {
    assertThat(OpenConstruct.end("{'a'", 1, 4)).isEmpty();
  }

  @Test
  void only_what_stands_before_the_place_counts() {
    assertThat(OpenConstruct.end("(a\nb) c", 2, 1)).contains("')'");
    assertThat(OpenConstruct.end("(a\nb) c", 2, 3)).contains("<EOF>");
  }
}

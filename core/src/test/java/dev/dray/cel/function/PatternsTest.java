package dev.dray.cel.function;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatternsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a{1000}",
        "(a{10}){100}",
        "((a{10}){10}){10}b{1000}",
        "(a{0}){1000}",
        "[a{1001}]",
        "[]{1001}]",
        "[[:alpha:]{1001}]",
        "\\Qa{1001}\\E",
        "a{,1001}",
        "\\{1001}",
        "(?P<n>a)(?P<n>b)",
        "(?<n>a)(?P<n>b)"
      })
  void a_pattern_that_upstream_compiles_has_no_mistake(String pattern) {
    assertThat(Patterns.mistake(pattern)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ( | missing closing ): `(`
          a) | unexpected ): `a)`
          [a | missing closing ]: `[a`
          a** | invalid nested repetition operator: `**`
          a{1001} | invalid repeat count: `{1001}`
          (a{10}){101} | invalid repeat count: `{101}`
          (a{2,}){501} | invalid repeat count: `{501}`
          ((a{8}){8}){16} | invalid repeat count: `{16}`
          (?=a) | invalid or unsupported Perl syntax: `(?=`
          \\Z | invalid escape sequence: `\\Z`
          """)
  void a_mistake_is_told_in_upstreams_words(String pattern, String mistake) {
    assertThat(Patterns.mistake(pattern)).contains("error parsing regexp: " + mistake);
  }

  @Test
  void a_pattern_can_be_neither_too_deep_nor_too_large() {
    assertThat(Patterns.mistake("(".repeat(2_000) + ")".repeat(2_000)).orElse(""))
        .startsWith("error parsing regexp: expression nests too deeply");
    assertThat(Patterns.mistake("(" + "a".repeat(9_000) + "){1000}").orElse(""))
        .startsWith("error parsing regexp: expression too large");
  }
}

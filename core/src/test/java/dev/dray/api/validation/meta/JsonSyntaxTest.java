package dev.dray.api.validation.meta;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSyntaxTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        " { \"a\" : [ 1 , -0.5e+3 , true , null , \"\\u00e9\\n\" , [ ] , { } ] } ",
        "{\"a\":{\"b\":{\"c\":[[[1]]]}},\"d\":2}"
      })
  void an_object_is_an_object(String text) {
    assertThat(JsonSyntax.of(text)).isEqualTo(new JsonSyntax.ObjectValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "\"x\"", "1", "true", "[{}]"})
  void anything_else_is_not(String text) {
    assertThat(JsonSyntax.of(text)).isEqualTo(new JsonSyntax.OtherValue());
  }

  @Test
  void null_is_nothing() {
    assertThat(JsonSyntax.of(" null ")).isEqualTo(new JsonSyntax.NullValue());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "{ | unexpected end of JSON input",
        "xxx | invalid character 'x' looking for beginning of value",
        "foo | invalid character 'o' in literal false (expecting 'a')",
        "{} {} | invalid character '{' after top-level value",
        "{\"a\":1,} | invalid character '}' looking for beginning of object key string",
        "{\"a\" 1} | invalid character '1' after object key",
        "[1 2] | invalid character '2' after array element",
        "{\"a\":1 \"b\":2} | invalid character '\"' after object key:value pair",
        "[1.] | invalid character ']' after decimal point in numeric literal",
        "[\"\\x\"] | invalid character 'x' in string escape code",
        "[ | unexpected end of JSON input",
        "\"a | unexpected end of JSON input"
      })
  void mistakes_are_told_in_the_words_that_clients_know(String text, String words) {
    assertThat(JsonSyntax.of(text)).isEqualTo(new JsonSyntax.Wrong(words));
  }

  @Test
  void nesting_is_limited_and_costs_no_stack() {
    assertThat(JsonSyntax.of("[".repeat(10_000) + "1" + "]".repeat(10_000)))
        .isEqualTo(new JsonSyntax.OtherValue());
    assertThat(JsonSyntax.of("[".repeat(1_000_000)))
        .isEqualTo(new JsonSyntax.Wrong("exceeded max depth"));
  }
}

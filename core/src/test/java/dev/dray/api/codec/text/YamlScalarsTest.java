package dev.dray.api.codec.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What unquoted scalars mean, as seen in kubectl's conversion of YAML to JSON. */
class YamlScalarsTest {

  @ParameterizedTest
  @ValueSource(strings = {"y", "Y", "yes", "Yes", "YES", "true", "True", "on", "On", "ON"})
  void many_words_are_true(String text) {
    assertThat(YamlScalars.resolve(text).token()).isEqualTo(Token.TRUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"n", "N", "no", "No", "NO", "false", "False", "off", "Off", "OFF"})
  void many_words_are_false(String text) {
    assertThat(YamlScalars.resolve(text).token()).isEqualTo(Token.FALSE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "~", "null", "Null", "NULL"})
  void nothing_is_null(String text) {
    assertThat(YamlScalars.resolve(text).token()).isEqualTo(Token.NULL);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-5, -5",
    "+5, 5",
    "0644, 420",
    "010, 8",
    "0o17, 15",
    "0x1F, 31",
    "0b101, 5",
    "-0b101, -5",
    "1_000, 1000",
    "18446744073709551615, 18446744073709551615",
    "18446744073709551616, 18446744073709552000",
    "1.0, 1",
    "1.50, 1.5",
    ".5, 0.5",
    "5., 5",
    "1e3, 1000",
    "1E-7, 1e-07",
    "1e21, 1e+21",
    "-0.0, -0",
    "089, 89"
  })
  void numbers_become_numbers_of_json(String text, String json) {
    assertThat(YamlScalars.resolve(text)).isEqualTo(new YamlScalars.Resolved(Token.NUMBER, json));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "22:22",
        "2026-01-01",
        "2026-01-01T10:00:00Z",
        "1.2.3",
        "6Gi",
        "0x",
        "1e",
        "1e400",
        "-",
        "+",
        ".",
        "1__a",
        "yEs",
        "tRue",
        "nil",
        "0b102",
        "--5"
      })
  void the_rest_are_strings(String text) {
    assertThat(YamlScalars.resolve(text)).isEqualTo(new YamlScalars.Resolved(Token.STRING, text));
  }

  @Test
  void a_text_of_digits_without_end_is_a_string() {
    var digits = "1".repeat(100_000);

    assertThat(YamlScalars.resolve(digits).token()).isEqualTo(Token.STRING);
  }
}

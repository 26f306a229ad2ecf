package dev.dray.api.meta;

import static dev.dray.api.meta.Quantity.Format.BINARY_SI;
import static dev.dray.api.meta.Quantity.Format.DECIMAL_EXPONENT;
import static dev.dray.api.meta.Quantity.Format.DECIMAL_SI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "141Gi, 141Gi",
    "1000m, 1",
    "0.5Gi, 512Mi",
    "1024Mi, 1Gi",
    "1.5, 1500m",
    "1.500, 1.500",
    "+5, +5",
    "007, 007",
    "0.1n, 1n",
    "-0.1n, -1n",
    "8Ei, 9223372036854775807",
    "0.5Ki, 512",
    "1.1Ki, 1126400m",
    "1e3, 1e3",
    "12000e3, 12e6",
    "5E, 5E",
    "G, 0",
    "-, 0"
  })
  void prints_what_upstream_prints(String written, String printed) {
    assertThat(Quantity.parse(written)).hasToString(printed);
  }

  @Test
  void zero_prints_as_0() {
    assertThat(Quantity.ZERO).hasToString("0").isEqualTo(Quantity.parse("0e5"));
    assertThat(Quantity.ZERO.sign()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1000E, 1000E", "11000E, 11000E", "2000000E, 2000000E"})
  void a_number_beyond_the_last_suffix_keeps_its_amount(String written, String printed) {
    assertThat(Quantity.parse(written)).hasToString(printed);
  }

  @Test
  void a_binary_sum_beyond_the_last_suffix_keeps_its_amount() {
    var exbi = Quantity.parse("1Ei");

    assertThat(exbi.times(1024)).hasToString("1024Ei");
    assertThat(exbi.times(1024 * 1024)).hasToString("1048576Ei");
  }

  @ParameterizedTest
  @CsvSource({
    "'', quantities must match the regular expression",
    "1 Gi, quantities must match the regular expression",
    "1.2.3, quantities must match the regular expression",
    "1e5i, quantities must match the regular expression",
    "1GB, quantities must match the regular expression",
    "200K, unable to parse quantity's suffix",
    "1e, unable to parse quantity's suffix",
    "1e99999999999999999999, unable to parse quantity's suffix",
    "Ei, unable to parse numeric part of quantity"
  })
  void refuses_in_the_words_of_upstream(String text, String words) {
    assertThat(Quantity.tryParse(text))
        .isInstanceOfSatisfying(
            Parsed.Mistake.class, mistake -> assertThat(mistake.message()).startsWith(words));
  }

  @Test
  void parse_throws_for_a_text_that_a_programmer_got_wrong() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Quantity.parse("6GB"))
        .withMessageContaining("cannot parse '6GB': quantities must match");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e999999999",
        "1e2147483648",
        "1e4294967297",
        "1234567890123456789e999999999",
        "1e1024"
      })
  void a_bomb_is_refused_at_once(String text) {
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () ->
            assertThat(Quantity.tryParse(text))
                .isEqualTo(
                    new Parsed.Mistake<>(
                        "quantities must be less than 1e1024 and have at most 1024 characters")));
  }

  @Test
  void a_megabyte_of_digits_is_refused_at_once() {
    assertThat(Quantity.tryParse("7".repeat(1 << 20)).isValue()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1e-999999999, 1e-9", "-1e-999999999, -1e-9", "0e999999999, 0", "0e-999999999, 0"})
  void an_exponent_that_only_makes_it_tiny_or_leaves_zero_is_harmless(String text, String printed) {
    assertThat(Quantity.parse(text)).hasToString(printed);
  }

  @Test
  void the_largest_number_of_all_can_be_calculated_with() {
    var most = Quantity.parse("1e1023");

    assertThat(most.add(Quantity.parse("1n")).subtract(most)).isEqualTo(Quantity.parse("1n"));
    assertThat(most.value()).isEqualTo(Long.MAX_VALUE);
    assertThat(Quantity.ZERO.subtract(most).value()).isEqualTo(Long.MIN_VALUE);
    assertThat(most.asApproximateFloat()).isInfinite();
  }

  @ParameterizedTest
  @CsvSource({"1, true", "1e3, true", "141Gi, true", "0, true", "0m, false", "1.0, false"})
  @CsvSource({"1000m, false", "1.5, false", "1Ei, false", "9223372036854775807, false"})
  void is_an_integer_only_if_written_as_one(String text, boolean integer) {
    assertThat(Quantity.parse(text).isInteger()).isEqualTo(integer);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1.0, 1", "1000m, 1", "0.5Gi, 536870912", "1Ei, 1152921504606846976"})
  void exact_units_do_not_depend_on_the_notation(String text, long units) {
    assertThat(Quantity.parse(text).exactUnits()).hasValue(units);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.5", "1n", "9223372036854775808"})
  void what_is_not_a_whole_long_has_no_exact_units(String text) {
    assertThat(Quantity.parse(text).exactUnits()).isEmpty();
  }

  @Test
  void thousandths_are_exact_or_absent() {
    assertThat(Quantity.parse("250m").exactMilli()).hasValue(250);
    assertThat(Quantity.parse("0.25").exactMilli()).hasValue(250);
    assertThat(Quantity.parse("1u").exactMilli()).isEmpty();
    assertThat(Quantity.parse("9224372036854776E3").exactMilli()).isEmpty();
  }

  @Test
  void value_and_milli_value_round_away_from_zero() {
    assertThat(Quantity.parse("1.1").value()).isEqualTo(2);
    assertThat(Quantity.parse("-1.1").value()).isEqualTo(-2);
    assertThat(Quantity.parse("1u").milliValue()).isEqualTo(1);
    assertThat(Quantity.parse("-0.3Ki").value()).isEqualTo(-308);
    assertThat(Quantity.parse("1n").value()).isEqualTo(1);
  }

  @Test
  void equal_amounts_are_equal_however_written() {
    var one = Quantity.parse("1Gi");
    var other = Quantity.parse("1073741824");

    assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
    assertThat(Quantity.parse("1Ei")).hasSameHashCodeAs(Quantity.parse("1152921504606846976"));
    assertThat(one).hasToString("1Gi");
    assertThat(other).hasToString("1073741824");
  }

  @Test
  void zero_takes_the_notation_of_what_is_added() {
    assertThat(Quantity.ZERO.add(Quantity.parse("2048")).format()).isEqualTo(DECIMAL_SI);
    assertThat(Quantity.ZERO.add(Quantity.parse("2Ki"))).hasToString("2Ki");
    assertThat(Quantity.ZERO.subtract(Quantity.parse("2Ki"))).hasToString("-2Ki");
    assertThat(Quantity.parse("1Ki").add(Quantity.of(1024, DECIMAL_EXPONENT))).hasToString("2Ki");
  }

  @Test
  void sums_go_beyond_a_long() {
    var most = Quantity.of(Long.MAX_VALUE, DECIMAL_SI);

    assertThat(most.add(most)).hasToString("18446744073709551614");
    assertThat(Quantity.ZERO.subtract(Quantity.of(Long.MIN_VALUE, DECIMAL_SI)))
        .hasToString("9223372036854775808");
  }

  @Test
  void what_is_computed_is_not_written_like_what_was_parsed() {
    assertThat(Quantity.parse("5").isWrittenLike(Quantity.parse("5"))).isTrue();
    assertThat(Quantity.parse("5").isWrittenLike(Quantity.parse("+5"))).isFalse();
    assertThat(Quantity.parse("5").isWrittenLike(Quantity.of(5, DECIMAL_SI))).isFalse();
    assertThat(Quantity.parse("1Ki").isWrittenLike(Quantity.parse("1024"))).isFalse();
    assertThat(Quantity.parse("1Ei").isWrittenLike(Quantity.parse("1Ei"))).isFalse();
    assertThat(Quantity.of(5, BINARY_SI).isWrittenLike(Quantity.of(5, BINARY_SI))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "6 GiB, 6Gi",
    "6GiB, 6Gi",
    "6GB, 6G",
    "6 Gi, 6Gi",
    "6gi, 6Gi",
    "200K, 200k",
    "100MB, 100M",
    "64b, 64",
    "'1,5Gi', 1.5Gi",
    "' 5 ', 5",
    "10 m, 10m"
  })
  void suggests_what_was_probably_meant(String text, String meant) {
    assertThat(Quantity.suggestion(text)).hasValue("did you mean \"" + meant + "\"?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "lots", "6 apples", "1.2.3", "6Gi"})
  void suggests_nothing_where_nothing_is_likely(String text) {
    assertThat(Quantity.suggestion(text)).isEmpty();
  }
}

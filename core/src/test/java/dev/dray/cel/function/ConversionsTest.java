package dev.dray.cel.function;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.cel.value.Value;
import dev.dray.cel.value.Value.BoolValue;
import dev.dray.cel.value.Value.BytesValue;
import dev.dray.cel.value.Value.DoubleValue;
import dev.dray.cel.value.Value.DurationValue;
import dev.dray.cel.value.Value.ErrorValue;
import dev.dray.cel.value.Value.IntValue;
import dev.dray.cel.value.Value.StringValue;
import dev.dray.cel.value.Value.TimestampValue;
import dev.dray.cel.value.Value.UintValue;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConversionsTest {
  private static Value from(String function, String text) {
    return Conversions.convert(function, new StringValue(text));
  }

  @ParameterizedTest
  @CsvSource({"1,1", "-7,-7", "+3,3", "007,7", "9223372036854775807,9223372036854775807"})
  void an_int_is_read_from_decimal_digits(String text, long number) {
    assertThat(from("int", text)).isEqualTo(new IntValue(number));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "1.0", " 1", "0x1", "1_000", "9223372036854775808"})
  void anything_else_is_no_int(String text) {
    assertThat(from("int", text))
        .isEqualTo(new ErrorValue("type conversion error from 'string' to 'int'"));
  }

  @Test
  void numbers_out_of_range_overflow() {
    assertThat(Conversions.convert("int", new DoubleValue(1e30)))
        .isEqualTo(new ErrorValue("integer overflow"));
    assertThat(Conversions.convert("int", new DoubleValue(-0x1p63)))
        .isEqualTo(new ErrorValue("integer overflow"));
    assertThat(Conversions.convert("int", new UintValue(-1)))
        .isEqualTo(new ErrorValue("integer overflow"));
    assertThat(Conversions.convert("uint", new IntValue(-1)))
        .isEqualTo(new ErrorValue("unsigned integer overflow"));
    assertThat(Conversions.convert("uint", new DoubleValue(0x1p63)))
        .isEqualTo(new UintValue(Long.MIN_VALUE));
  }

  @ParameterizedTest
  @CsvSource({"1,1.0", ".5,0.5", "1e3,1000.0", "0x1p4,16.0", "-Inf,-Infinity", "NaN,NaN"})
  void a_double_is_read_as_go_reads_it(String text, double number) {
    assertThat(from("double", text)).isEqualTo(new DoubleValue(number));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "1e", "1d", "1f", "1e400", "-NaN", "0x1"})
  void anything_else_is_no_double(String text) {
    assertThat(from("double", text))
        .isEqualTo(new ErrorValue("type conversion error from 'string' to 'double'"));
  }

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "1,1",
    "-1.5,-1.5",
    "100000,100000",
    "1e6,1e+06",
    "1234567,1.234567e+06",
    "1e21,1e+21",
    "0.0001,0.0001",
    "0.00001,1e-05"
  })
  void a_double_is_written_with_the_fewest_digits(double number, String text) {
    assertThat(Conversions.convert("string", new DoubleValue(number)))
        .isEqualTo(new StringValue(text));
  }

  @Test
  void a_bool_is_read_from_six_spellings_each() {
    assertThat(from("bool", "True")).isEqualTo(BoolValue.TRUE);
    assertThat(from("bool", "0")).isEqualTo(BoolValue.FALSE);
    assertThat(from("bool", "yes"))
        .isEqualTo(new ErrorValue("type conversion error from 'string' to 'bool'"));
  }

  @Test
  void bytes_that_are_not_utf8_are_no_string() {
    assertThat(Conversions.convert("string", BytesValue.of(new byte[] {(byte) 0xff})))
        .isEqualTo(new ErrorValue("invalid UTF-8 in bytes, cannot convert to string"));
    assertThat(Conversions.convert("string", from("bytes", "é"))).isEqualTo(new StringValue("é"));
  }

  @ParameterizedTest
  @CsvSource({"1h,3600000000000", "1.5s,1500000000", "-1m30s,-90000000000", "0,0", "1µs,1000"})
  void a_duration_is_read_as_go_reads_it(String text, long nanos) {
    assertThat(from("duration", text)).isEqualTo(new DurationValue(Duration.ofNanos(nanos)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "x", "1d", "s", "-", "3000000h"})
  void anything_else_is_no_duration(String text) {
    assertThat(from("duration", text)).isInstanceOf(ErrorValue.class);
  }

  @ParameterizedTest
  @CsvSource({
    "2020-01-01T00:00:00Z,2020-01-01T00:00:00Z",
    "2020-01-01T1:00:00Z,2020-01-01T01:00:00Z",
    "2020-01-01T01:00:00.25+01:00,2020-01-01T00:00:00.250Z"
  })
  void a_timestamp_is_read_as_go_reads_it(String text, Instant instant) {
    assertThat(from("timestamp", text))
        .isInstanceOfSatisfying(
            TimestampValue.class, moment -> assertThat(moment.value()).isEqualTo(instant));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2020-01-01",
        "2020-02-30T00:00:00Z",
        "2020-01-01T23:59:60Z",
        "2020-01-01T00:00:00"
      })
  void anything_else_is_no_timestamp(String text) {
    assertThat(from("timestamp", text)).isInstanceOf(ErrorValue.class);
  }

  @Test
  void timestamps_end_with_the_year_9999() {
    assertThat(Conversions.convert("timestamp", new IntValue(253_402_300_800L)))
        .isEqualTo(new ErrorValue("timestamp overflow"));
    assertThat(Conversions.convert("timestamp", new IntValue(Long.MIN_VALUE)))
        .isEqualTo(new ErrorValue("timestamp overflow"));
  }

  @Test
  void a_value_of_a_type_without_the_conversion_has_no_overload() {
    assertThat(Conversions.convert("int", BoolValue.TRUE))
        .isEqualTo(new ErrorValue("no such overload: int(bool)"));
    assertThat(Conversions.convert("string", new Value.NullValue()))
        .isEqualTo(new ErrorValue("no such overload: string(null_type)"));
  }
}

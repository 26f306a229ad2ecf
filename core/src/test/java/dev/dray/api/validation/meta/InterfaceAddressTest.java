package dev.dray.api.validation.meta;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InterfaceAddressTest {

  @ParameterizedTest
  @CsvSource({
    "10.9.8.7/24, 10.9.8.7/24",
    "010.9.8.007/024, 10.9.8.7/24",
    "2001:DB8:0:0:0:0:0:1/64, 2001:db8::1/64",
    "2001:0db8::0001/64, 2001:db8::1/64",
    "::/0, ::/0",
    "::1/128, ::1/128",
    "1:0:0:2:0:0:0:3/10, 1:0:0:2::3/10",
    "1:0:2:3:4:5:6:7/10, 1:0:2:3:4:5:6:7/10",
    "::ffff:192.168.0.1/120, 192.168.0.1/24",
    "64:ff9b::1.2.3.4/96, 64:ff9b::102:304/96"
  })
  void an_address_has_one_form(String text, String canonical) {
    assertThat(InterfaceAddress.canonical(text)).contains(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10.9.8.7",
        "10.9.8/24",
        "10.9.8.7/33",
        "10.9.8.256/24",
        "10.9.8.7/x",
        "::1/129",
        ":::1/64",
        "1::2::3/64",
        "12345::/64",
        "1:2:3:4:5:6:7:8:9/64",
        "1:2:3:4:5:6:7/64",
        "/24",
        "g::/64",
        "10.9.8.7/",
        "1:2:3:4:5:6:7:8::/64"
      })
  void anything_else_is_no_address(String text) {
    assertThat(InterfaceAddress.canonical(text)).isEmpty();
  }
}

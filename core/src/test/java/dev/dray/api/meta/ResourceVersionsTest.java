package dev.dray.api.meta;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResourceVersionsTest {
  @Test
  void versions_are_compared_as_numbers_of_any_length() {
    assertThat(ResourceVersions.isOlder("9", "10")).isTrue();
    assertThat(ResourceVersions.isOlder("10", "9")).isFalse();
    assertThat(ResourceVersions.isOlder("10", "11")).isTrue();
    assertThat(ResourceVersions.isOlder("10", "10")).isFalse();
    assertThat(ResourceVersions.isOlder("99999999999999999999", "100000000000000000000")).isTrue();
  }

  @Test
  void what_is_not_a_number_is_older_than_nothing() {
    assertThat(ResourceVersions.isOlder("", "1")).isFalse();
    assertThat(ResourceVersions.isOlder("1", "")).isFalse();
    assertThat(ResourceVersions.isOlder("a", "b")).isFalse();
    assertThat(ResourceVersions.isOlder("1a", "22")).isFalse();
  }
}

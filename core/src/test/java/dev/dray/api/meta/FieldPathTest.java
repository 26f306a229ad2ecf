package dev.dray.api.meta;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FieldPathTest {
  private static final FieldPath PATH =
      FieldPath.of("spec", "devices").index(3).child("attributes").key("example.com/a");

  @Test
  void it_is_written_as_kubernetes_writes_it() {
    assertThat(PATH).hasToString("spec.devices[3].attributes[example.com/a]");
    assertThat(FieldPath.ROOT).hasToString("");
  }

  @Test
  void it_is_within_itself_and_all_around_it() {
    assertThat(PATH.isWithin(PATH)).isTrue();
    assertThat(PATH.isWithin(FieldPath.of("spec", "devices"))).isTrue();
    assertThat(PATH.isWithin(FieldPath.ROOT)).isTrue();
    assertThat(PATH.isWithin(FieldPath.of("spec", "devices").index(2))).isFalse();
    assertThat(FieldPath.of("spec").isWithin(PATH)).isFalse();
  }

  @Test
  void a_field_and_a_key_of_one_name_differ() {
    assertThat(FieldPath.of("spec").child("a")).isNotEqualTo(FieldPath.of("spec").key("a"));
    assertThat(FieldPath.of("spec").index(1)).isEqualTo(FieldPath.of("spec").index(1));
  }
}

package dev.dray.cel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoundsTest {
  @Test
  void sums_and_products_stop_at_the_largest_unsigned_number() {
    assertThat(Bounds.UNKNOWN.plus(Bounds.ONE)).isEqualTo(new Bounds(1, Bounds.UNBOUNDED));
    assertThat(Bounds.UNKNOWN.times(Bounds.exactly(2))).isEqualTo(new Bounds(0, Bounds.UNBOUNDED));
    assertThat(Bounds.exactly(Long.MAX_VALUE).times(Bounds.exactly(2)))
        .isEqualTo(Bounds.exactly(-2));
  }

  @Test
  void a_share_is_rounded_up() {
    assertThat(new Bounds(1, 11).times(0.1)).isEqualTo(new Bounds(1, 2));
    assertThat(Long.toUnsignedString(Bounds.UNKNOWN.times(0.1).most()))
        .isEqualTo("1844674407370955264");
  }

  @Test
  void a_union_covers_both() {
    assertThat(Bounds.NOTHING.union(new Bounds(3, 5)).union(new Bounds(1, 4)))
        .isEqualTo(new Bounds(1, 5));
    assertThat(Bounds.ONE.union(Bounds.UNKNOWN)).isEqualTo(Bounds.UNKNOWN);
  }
}

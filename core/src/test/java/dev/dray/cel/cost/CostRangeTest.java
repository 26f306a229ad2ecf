package dev.dray.cel.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CostRangeTest {
  @Test
  void sums_and_products_stop_at_the_largest_unsigned_number() {
    assertThat(CostRange.UNKNOWN.plus(CostRange.ONE))
        .isEqualTo(new CostRange(1, CostRange.UNBOUNDED));
    assertThat(CostRange.UNKNOWN.times(CostRange.exactly(2)))
        .isEqualTo(new CostRange(0, CostRange.UNBOUNDED));
    assertThat(CostRange.exactly(Long.MAX_VALUE).times(CostRange.exactly(2)))
        .isEqualTo(CostRange.exactly(-2));
  }

  @Test
  void a_share_is_rounded_up() {
    assertThat(new CostRange(1, 11).times(0.1)).isEqualTo(new CostRange(1, 2));
    assertThat(Long.toUnsignedString(CostRange.UNKNOWN.times(0.1).most()))
        .isEqualTo("1844674407370955264");
  }

  @Test
  void a_union_covers_both() {
    assertThat(CostRange.NOTHING.union(new CostRange(3, 5)).union(new CostRange(1, 4)))
        .isEqualTo(new CostRange(1, 5));
    assertThat(CostRange.ONE.union(CostRange.UNKNOWN)).isEqualTo(CostRange.UNKNOWN);
  }
}

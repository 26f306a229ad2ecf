package dev.dray.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RowSetTest {

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void a_set_of_rows_answers_as_a_bit_set_does(long seed) {
    var random = new Random(seed);
    int size = 1 + random.nextInt(300);
    var one = bits(random, size);
    var two = bits(random, size);

    var both = (BitSet) one.clone();
    both.and(two);
    var either = (BitSet) one.clone();
    either.or(two);

    assertThat(rows(one, size).and(rows(two, size))).isEqualTo(rows(both, size));
    assertThat(rows(one, size).or(rows(two, size))).isEqualTo(rows(either, size));
    assertThat(rows(one, size).count()).isEqualTo(one.cardinality());
    assertThat(rows(one, size)).hasToString(one.toString());
    for (int row = 0; row < size; row++) {
      assertThat(rows(one, size).contains(row)).isEqualTo(one.get(row));
      assertThat(rows(one, size).next(row)).isEqualTo(one.nextSetBit(row));
    }
  }

  @Test
  void all_rows_are_no_more_than_there_are() {
    assertThat(RowSet.all(70).count()).isEqualTo(70);
    assertThat(RowSet.all(64).count()).isEqualTo(64);
    assertThat(RowSet.all(0)).isEqualTo(RowSet.none(0));
    assertThat(RowSet.none(0).next(0)).isEqualTo(-1);
  }

  @Test
  void words_of_another_size_are_refused() {
    assertThatThrownBy(() -> RowSet.of(65, new long[1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[65]");
  }

  private static BitSet bits(Random random, int size) {
    var bits = new BitSet();
    random.ints(0, size).limit(random.nextInt(size + 1)).forEach(bits::set);
    return bits;
  }

  private static RowSet rows(BitSet bits, int size) {
    return RowSet.of(size, Arrays.copyOf(bits.toLongArray(), RowSet.wordsFor(size)));
  }
}

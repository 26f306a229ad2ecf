package dev.dray.allocation.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BitsTest {
  private static BitSet random(int size, Random random) {
    var set = new BitSet(size);
    for (int i = 0; i < size / 4; i++) {
      set.set(random.nextInt(size));
    }
    return set;
  }

  private static long[] bits(BitSet set, int size) {
    var bits = Bits.none(size);
    set.stream().forEach(it -> Bits.add(bits, it));
    return bits;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 63, 64, 65, 128, 200})
  void operations_agree_with_those_of_the_library(int size) {
    for (int seed = 0; seed < 100; seed++) {
      var random = new Random(seed);
      var one = random(size, random);
      var two = random(size, random);
      var first = bits(one, size);
      var second = bits(two, size);

      assertThat(first).hasSize((size + 63) / 64);
      assertThat(BitSet.valueOf(first)).isEqualTo(one);
      assertThat(Bits.isEmpty(first)).isEqualTo(one.isEmpty());
      assertThat(Bits.count(first)).isEqualTo(one.cardinality());
      assertThat(Bits.intersect(first, second)).isEqualTo(one.intersects(two));
      var both = (BitSet) one.clone();
      both.and(two);
      assertThat(Bits.countBoth(first, second)).isEqualTo(both.cardinality());
      var without = (BitSet) one.clone();
      without.andNot(two);
      for (int from = 0; from <= size; from++) {
        assertThat(Bits.next(first, from)).isEqualTo(one.nextSetBit(from));
        assertThat(Bits.countWithout(first, second, from))
            .isEqualTo(without.get(from, Math.max(from, size)).cardinality());
        assertThat(from < size && Bits.has(first, from)).isEqualTo(one.get(from));
      }
      var together = first.clone();
      Bits.addAll(together, second);
      var union = (BitSet) one.clone();
      union.or(two);
      assertThat(BitSet.valueOf(together)).isEqualTo(union);
      Bits.removeAll(first, second);
      assertThat(BitSet.valueOf(first)).isEqualTo(without);
      without.stream().forEach(it -> Bits.remove(first, it));
      assertThat(Bits.isEmpty(first)).isTrue();
    }
  }
}

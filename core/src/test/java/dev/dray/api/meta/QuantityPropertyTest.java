package dev.dray.api.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random quantities against the same sums in {@link BigDecimal}. */
class QuantityPropertyTest {
  private static final String[] SUFFIXES = {
    "", "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "e5", "e-7"
  };
  private static final int EACH = 50;

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void printing_loses_nothing(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < EACH; i++) {
      var quantity = random(random);

      var again = Quantity.parse(quantity.toString());

      assertThat(again).isEqualTo(quantity).hasSameHashCodeAs(quantity);
      assertThat(again).hasToString(quantity.toString());
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void arithmetic_is_exact(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < EACH; i++) {
      var one = random(random);
      var two = random(random);
      long factor = random.nextLong() >> random.nextInt(64);

      assertSame(one.add(two), number(one).add(number(two)));
      assertSame(one.subtract(two), number(one).subtract(number(two)));
      assertSame(one.times(factor), number(one).multiply(BigDecimal.valueOf(factor)));
      assertThat(one.compareTo(two)).isEqualTo(number(one).compareTo(number(two)));
      assertThat(one.sign()).isEqualTo(number(one).signum());
      assertThat(one.add(two)).isEqualTo(two.add(one)).hasSameHashCodeAs(two.add(one));
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void a_sum_prints_as_it_parses(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < EACH; i++) {
      var sum = random(random).add(random(random));
      boolean capped = sum.toBigDecimal().abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0;

      if (!capped) {
        assertThat(Quantity.parse(sum.toString())).isEqualTo(sum);
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void whole_and_thousandth_values_round_away_from_zero_and_saturate(long seed) {
    var random = new Random(seed);
    for (int i = 0; i < EACH; i++) {
      var quantity = random(random);

      assertThat(quantity.value()).as(quantity.toString()).isEqualTo(rounded(number(quantity)));
      assertThat(quantity.milliValue())
          .as(quantity.toString())
          .isEqualTo(rounded(number(quantity).movePointRight(3)));
    }
  }

  private static Quantity random(Random random) {
    var digits = new StringBuilder(random.nextInt(4) == 0 ? "-" : "");
    int whole = 1 + random.nextInt(random.nextInt(4) == 0 ? 22 : 7);
    for (int i = 0; i < whole; i++) {
      digits.append(random.nextInt(3) == 0 ? 0 : random.nextInt(10));
    }
    if (random.nextInt(3) == 0) {
      digits.append('.').append(random.nextInt(100_000));
    }
    return Quantity.parse(digits + SUFFIXES[random.nextInt(SUFFIXES.length)]);
  }

  private static void assertSame(Quantity actual, BigDecimal expected) {
    assertThat(actual.toBigDecimal()).isEqualByComparingTo(expected);
  }

  private static BigDecimal number(Quantity quantity) {
    return quantity.toBigDecimal();
  }

  private static long rounded(BigDecimal number) {
    return number
        .max(BigDecimal.valueOf(Long.MIN_VALUE))
        .min(BigDecimal.valueOf(Long.MAX_VALUE))
        .setScale(0, RoundingMode.UP)
        .longValueExact();
  }
}

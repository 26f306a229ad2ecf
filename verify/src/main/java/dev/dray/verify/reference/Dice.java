package dev.dray.verify.reference;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Random choices, the same for the same seed. */
public final class Dice {
  private final SplittableRandom random;

  public Dice(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** True this often. */
  public boolean percent(int chance) {
    return random.nextInt(100) < chance;
  }

  /** True this rarely. */
  public boolean oneIn(int chances) {
    return random.nextInt(chances) == 0;
  }

  public int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  /** A while of so many milliseconds. */
  public Duration millis(int least, int most) {
    return Duration.ofMillis(between(least, most));
  }

  public <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** So many different ones of these, in their order. */
  public <T> List<T> some(int count, List<T> choices) {
    var left = new ArrayList<>(choices);
    while (left.size() > count) {
      left.remove(random.nextInt(left.size()));
    }
    return left;
  }

  /** A value this often. */
  public <T> Optional<T> maybe(int chance, Supplier<T> value) {
    return percent(chance) ? Optional.of(value.get()) : Optional.empty();
  }

  /** As many values as there were chances taken. */
  public <T> List<T> list(int least, int most, Supplier<T> value) {
    var values = new ArrayList<T>();
    for (int left = between(least, most); left > 0; left--) {
      values.add(value.get());
    }
    return values;
  }
}

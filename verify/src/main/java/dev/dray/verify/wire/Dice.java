package dev.dray.verify.wire;

import java.util.List;
import java.util.SplittableRandom;

/** Random choices, the same for the same seed; for one thread. */
public final class Dice {
  private final SplittableRandom random;

  public Dice(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** Further dice, which do not depend on how often these are thrown from now on. */
  public Dice another() {
    return new Dice(random.nextLong());
  }

  public boolean percent(int chance) {
    return random.nextInt(100) < chance;
  }

  public int below(int bound) {
    return random.nextInt(bound);
  }

  public int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  public long anyLong() {
    return random.nextLong();
  }

  public <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}

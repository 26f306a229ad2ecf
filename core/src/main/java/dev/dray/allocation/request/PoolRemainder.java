package dev.dray.allocation.request;

import dev.dray.api.meta.Quantity;
import dev.dray.ledger.PoolLoad;

/** What is left of a pool, in quantities and, where these are handy, in numbers. */
public final class PoolRemainder {
  private final PoolLoad load;
  private final ScaledCounters amounts;
  private final long[] rest;
  private final boolean isHandy;

  PoolRemainder(PoolLoad load, ScaledCounters amounts) {
    this.load = load;
    this.amounts = amounts;
    rest = new long[amounts.scales.length];
    isHandy = !amounts.isWide && fill();
  }

  private boolean fill() {
    for (int counter = 0; counter < rest.length; counter++) {
      Quantity left = load.rest(counter);
      var scale = amounts.scales[counter];
      if (scale.orFinerFor(left) != scale) {
        return false;
      }
      rest[counter] = scale.of(left);
    }
    return true;
  }

  public PoolLoad load() {
    return load;
  }

  ScaledCounters amounts() {
    return amounts;
  }

  /** Whether what is left of counters is a number in the scale of each. */
  boolean isHandy() {
    return isHandy;
  }

  /** What is left of each counter, if it is handy; not to be written to. */
  long[] rest() {
    return rest;
  }
}

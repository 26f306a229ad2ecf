package dev.dray.allocation;

import dev.dray.api.meta.Quantity;
import dev.dray.ledger.PoolLoad;

/** What is left of a pool, in quantities and, where these are handy, in numbers. */
final class Left {
  private final PoolLoad load;
  private final PoolAmounts amounts;
  private final long[] rest;
  private final boolean isHandy;

  Left(PoolLoad load, PoolAmounts amounts) {
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

  PoolLoad load() {
    return load;
  }

  PoolAmounts amounts() {
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

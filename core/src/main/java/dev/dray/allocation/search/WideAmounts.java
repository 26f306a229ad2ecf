package dev.dray.allocation.search;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A table of amounts that no long can hold exactly, each with a number.
 *
 * <p>The same amount always has the same number, so states can be compared by numbers. The numbers
 * are in no order and mean nothing in another table. For one thread.
 */
public final class WideAmounts {
  /** The result of a subtraction that would be negative. */
  public static final long SHORT = -1;

  private final boolean[] wide;
  private final List<BigInteger> amounts = new ArrayList<>();
  private final Map<BigInteger, Integer> numbers = new HashMap<>();

  /**
   * @param wide whether the amounts of each budget are in this table
   */
  public WideAmounts(boolean[] wide) {
    this.wide = wide.clone();
  }

  /** Returns whether the amounts of the budget are in this table. */
  public boolean isWide(int budget) {
    return wide[budget];
  }

  /** Returns whether any budget is wide. */
  public boolean any() {
    for (boolean is : wide) {
      if (is) {
        return true;
      }
    }
    return false;
  }

  /** Returns the number of an amount. */
  public long number(BigInteger amount) {
    return numbers.computeIfAbsent(
        amount,
        it -> {
          amounts.add(it);
          return amounts.size() - 1;
        });
  }

  /** Returns the number of the rest less the amount, or {@link #SHORT} if the rest is too small. */
  public long less(long rest, long amount) {
    var left = amounts.get((int) rest).subtract(amounts.get((int) amount));
    return left.signum() < 0 ? SHORT : number(left);
  }
}

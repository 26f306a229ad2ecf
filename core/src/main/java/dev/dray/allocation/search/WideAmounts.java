package dev.dray.allocation.search;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Amounts of budgets that no long can hold exactly, each with a number.
 *
 * <p>The same amount always has the same number, so states can be compared by numbers. For one
 * thread.
 */
public final class WideAmounts {
  /** More was asked for than there is. */
  public static final long SHORT = -1;

  private final boolean[] wide;
  private final List<BigInteger> amounts = new ArrayList<>();
  private final Map<BigInteger, Integer> numbers = new HashMap<>();

  public WideAmounts(boolean[] wide) {
    this.wide = wide.clone();
  }

  public boolean isWide(int budget) {
    return wide[budget];
  }

  /** Whether there are such budgets at all. */
  public boolean any() {
    for (boolean is : wide) {
      if (is) {
        return true;
      }
    }
    return false;
  }

  public long number(BigInteger amount) {
    return numbers.computeIfAbsent(
        amount,
        it -> {
          amounts.add(it);
          return amounts.size() - 1;
        });
  }

  /** The number of what is left, or {@link #SHORT}. */
  public long less(long rest, long amount) {
    var left = amounts.get((int) rest).subtract(amounts.get((int) amount));
    return left.signum() < 0 ? SHORT : number(left);
  }
}

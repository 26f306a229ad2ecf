package dev.dray.allocation.request;

import dev.dray.allocation.search.WideAmounts;
import dev.dray.api.meta.Quantity;
import java.math.BigInteger;
import java.util.OptionalLong;

/** Quantities as whole numbers of some unit, so that a search need only subtract. */
enum ScaledAmounts {
  UNITS,
  THOUSANDTHS,
  /** As fine as quantities get, and as large: not for longs. */
  BILLIONTHS;

  /** Room is left so that a few amounts can be added. */
  private static final long MOST = Long.MAX_VALUE / 4;

  /** The coarsest of the two scales in which this amount, too, is exact. */
  ScaledAmounts orFinerFor(Quantity amount) {
    return switch (this) {
      case UNITS -> fits(amount.exactUnits()) ? UNITS : THOUSANDTHS.orFinerFor(amount);
      case THOUSANDTHS -> fits(amount.exactMilli()) ? THOUSANDTHS : BILLIONTHS;
      case BILLIONTHS -> BILLIONTHS;
    };
  }

  private static boolean fits(OptionalLong exact) {
    return exact.isPresent() && exact.getAsLong() <= MOST && exact.getAsLong() >= -MOST;
  }

  /** The amount as a long, which it must fit into. */
  long of(Quantity amount) {
    return switch (this) {
      case UNITS -> amount.exactUnits().orElseThrow();
      case THOUSANDTHS -> amount.exactMilli().orElseThrow();
      case BILLIONTHS ->
          throw new IllegalStateException("The amount (%s) is no long.".formatted(amount));
    };
  }

  /** The amount as a long; of the finest scale its number in the table. */
  long of(Quantity amount, WideAmounts wide) {
    return switch (this) {
      case UNITS, THOUSANDTHS -> of(amount);
      case BILLIONTHS -> wide.number(billionths(amount));
    };
  }

  private static BigInteger billionths(Quantity amount) {
    return amount.toBigDecimal().movePointRight(9).toBigIntegerExact();
  }
}

package dev.dray.allocation.request;

import dev.dray.allocation.search.WideAmounts;
import dev.dray.api.meta.Quantity;
import java.math.BigInteger;
import java.util.OptionalLong;

/** A scale for quantities as whole numbers of a unit, so that a search need only subtract. */
enum ScaledAmounts {
  UNITS,
  THOUSANDTHS,
  /** The finest scale of quantities; its numbers may be too large for longs. */
  BILLIONTHS;

  /** The largest amount in a long; it leaves room to add a few amounts. */
  private static final long MOST = Long.MAX_VALUE / 4;

  /**
   * Returns this scale if the amount is exact in it, else the coarsest finer one in which it is.
   */
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

  /** Returns the amount as a long, which it must fit into. */
  long of(Quantity amount) {
    return switch (this) {
      case UNITS -> amount.exactUnits().orElseThrow();
      case THOUSANDTHS -> amount.exactMilli().orElseThrow();
      case BILLIONTHS ->
          throw new IllegalStateException(
              "The amount [%s] does not fit into a long.".formatted(amount));
    };
  }

  /** Returns the amount as a long; in the finest scale, its number in the table of wide amounts. */
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

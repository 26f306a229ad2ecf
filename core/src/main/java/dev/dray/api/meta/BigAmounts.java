package dev.dray.api.meta;

import java.math.BigDecimal;

/**
 * Constants that only amounts beyond a {@code long} are compared with.
 *
 * <p>They have a class of their own because the JDK takes tens of milliseconds to initialize
 * BigDecimal, and most programs that read quantities never need it.
 */
final class BigAmounts {
  static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
  static final BigDecimal LEAST = BigDecimal.valueOf(Long.MIN_VALUE);
  static final BigDecimal KIBI = BigDecimal.valueOf(1024);

  private BigAmounts() {}
}

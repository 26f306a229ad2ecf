package dev.dray.allocation;

import java.util.function.BooleanSupplier;

/**
 * How long a search on a node may take. The engine has no clock: whoever embeds it may have one.
 */
@FunctionalInterface
public interface FilterTimeout {
  /** For as long as it takes, which is hardly ever long. */
  FilterTimeout ENDLESS = () -> () -> false;

  /** Begins a search; what is answered says, whenever it is asked, whether that takes too long. */
  BooleanSupplier begin();
}

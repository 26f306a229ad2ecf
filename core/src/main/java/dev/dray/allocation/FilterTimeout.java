package dev.dray.allocation;

import java.util.function.BooleanSupplier;

/**
 * The time that the search on a node may take. The engine has no clock: the embedding program may
 * have one.
 */
@FunctionalInterface
public interface FilterTimeout {
  /** No limit: a search takes as long as it takes, which is hardly ever long. */
  FilterTimeout ENDLESS = () -> () -> false;

  /** Begins a search; the returned supplier says, whenever it is asked, whether the time is up. */
  BooleanSupplier begin();
}

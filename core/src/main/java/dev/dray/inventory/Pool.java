package dev.dray.inventory;

import dev.dray.api.meta.PoolId;
import java.util.List;

/** All published slices of a pool; never changes. */
@SuppressWarnings("DoNotCallSuggester")
public final class Pool {
  private Pool() {}

  public PoolId id() {
    throw new UnsupportedOperationException();
  }

  /** Newest first; there is at least one. */
  public List<Generation> generations() {
    throw new UnsupportedOperationException();
  }

  public Generation newest() {
    return generations().getFirst();
  }
}

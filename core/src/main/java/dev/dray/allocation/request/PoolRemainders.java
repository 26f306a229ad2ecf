package dev.dray.allocation.request;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.inventory.PoolGeneration;
import dev.dray.ledger.Ledger;
import dev.dray.ledger.PoolLoad;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The remainder of each pool, kept until the pool or its usage changes; for any number of threads.
 */
public final class PoolRemainders {
  private final Gates gates;
  private final Map<PoolId, PoolRemainder> known = new ConcurrentHashMap<>();

  public PoolRemainders(Gates gates) {
    this.gates = gates;
  }

  /** Returns what is left of the pool: the same object as long as nothing of it changes. */
  // Usage is compared by identity: comparing its content would cost more than adding it up.
  @SuppressWarnings("ReferenceEquality")
  public PoolRemainder of(PoolGeneration generation, Ledger ledger) {
    var usage = ledger.usage(generation.pool());
    var remainder = known.get(generation.pool());
    if (remainder == null || remainder.load().generation() != generation) {
      var load = PoolLoad.of(generation, usage, gates);
      remainder = new PoolRemainder(load, new ScaledCounters(generation));
      known.put(generation.pool(), remainder);
    } else if (remainder.load().usage() != usage) {
      remainder = new PoolRemainder(remainder.load().with(usage), remainder.amounts());
      known.put(generation.pool(), remainder);
    }
    return remainder;
  }

  public void forget(PoolId pool) {
    known.remove(pool);
  }
}

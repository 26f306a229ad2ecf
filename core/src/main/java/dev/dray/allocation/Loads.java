package dev.dray.allocation;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.PoolId;
import dev.dray.inventory.Generation;
import dev.dray.ledger.Ledger;
import dev.dray.ledger.PoolLoad;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What is left of each pool, kept until the pool or its use changes; for any number of threads. */
final class Loads {
  private final Gates gates;
  private final Map<PoolId, Left> known = new ConcurrentHashMap<>();

  Loads(Gates gates) {
    this.gates = gates;
  }

  /** What is left: the same object as long as nothing of it changes. */
  // Equal use is not enough: comparing it would cost more than adding it up.
  @SuppressWarnings("ReferenceEquality")
  Left of(Generation generation, Ledger ledger) {
    var usage = ledger.usage(generation.pool());
    var left = known.get(generation.pool());
    if (left == null || left.load().generation() != generation) {
      var load = PoolLoad.of(generation, usage, gates);
      left = new Left(load, new PoolAmounts(generation));
      known.put(generation.pool(), left);
    } else if (left.load().usage() != usage) {
      left = new Left(left.load().with(usage), left.amounts());
      known.put(generation.pool(), left);
    }
    return left;
  }

  void forget(PoolId pool) {
    known.remove(pool);
  }
}

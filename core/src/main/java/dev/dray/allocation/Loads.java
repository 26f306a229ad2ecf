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
  private final Map<PoolId, PoolLoad> known = new ConcurrentHashMap<>();

  Loads(Gates gates) {
    this.gates = gates;
  }

  // Equal use is not enough: comparing it would cost more than adding it up.
  @SuppressWarnings("ReferenceEquality")
  PoolLoad of(Generation generation, Ledger ledger) {
    var usage = ledger.usage(generation.pool());
    var load = known.get(generation.pool());
    if (load == null || load.generation() != generation || load.usage() != usage) {
      load = PoolLoad.of(generation, usage, gates);
      known.put(generation.pool(), load);
    }
    return load;
  }
}

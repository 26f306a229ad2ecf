package dev.dray.collector;

import dev.dray.guard.AllocationGuard;
import dev.dray.guard.PoolKeys;
import dev.dray.store.RangeRequest;
import dev.dray.store.Store;
import dev.dray.store.Transaction;

/** What is done to the store every few minutes; harmless if several servers do it. */
final class StoreMaintenance {
  private final Store store;
  private final AllocationGuard guard;
  private long revisionBefore;

  StoreMaintenance(Store store, AllocationGuard guard) {
    this.store = store;
    this.guard = guard;
  }

  /**
   * Forgets the history up to the last call but this one: who watches or pages through a list has
   * at least the time between two calls.
   */
  void compact() {
    long now = store.revision();
    if (revisionBefore > 0) {
      store.compact(revisionBefore);
    }
    revisionBefore = now;
  }

  /**
   * Deletes the keys of pools of which nobody holds anything. If the key is still the one that was
   * listed, no allocation from the pool was stored since, and so it is still idle.
   *
   * <p>The guard must have been told of everything up to the listed revision before it is asked, or
   * it might not know of an allocation: hence the keys of allocations that it does not know of yet
   * are passed over.
   *
   * @param told the revision up to which the guard was told
   */
  void deleteIdleKeys(long told) {
    for (var entry : store.list(RangeRequest.all(PoolKeys.PREFIX)).entries()) {
      if (entry.revision() <= told && guard.isIdle(PoolKeys.pool(entry.key()))) {
        store.commit(Transaction.delete(entry.key(), entry.revision()));
      }
    }
  }
}

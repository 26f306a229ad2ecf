package dev.dray.collector;

import dev.dray.guard.AllocationGuard;
import dev.dray.guard.PoolKeys;
import dev.dray.store.RangeRequest;
import dev.dray.store.Store;
import dev.dray.store.Transaction;

/** The periodic maintenance of the store; harmless if several servers do it. */
final class StoreMaintenance {
  private final Store store;
  private final AllocationGuard guard;
  private long revisionBefore;

  StoreMaintenance(Store store, AllocationGuard guard) {
    this.store = store;
    this.guard = guard;
  }

  /**
   * Compacts history up to the revision at the previous call: a client that watches or pages
   * through a list has at least the time between two calls.
   */
  void compact() {
    long now = store.revision();
    if (revisionBefore > 0) {
      store.compact(revisionBefore);
    }
    revisionBefore = now;
  }

  /**
   * Deletes the keys of pools of which no claim holds anything. If a key is still at the listed
   * revision, no allocation from the pool was stored since, so the pool is still idle.
   *
   * <p>The guard must have seen everything up to the listed revision before it is asked, or it
   * might not know of an allocation. Keys of allocations that it has not seen yet are therefore
   * skipped.
   *
   * @param told the revision up to which the guard has seen all changes
   */
  void deleteIdleKeys(long told) {
    for (var entry : store.list(RangeRequest.all(PoolKeys.PREFIX)).entries()) {
      if (entry.revision() <= told && guard.isIdle(PoolKeys.pool(entry.key()))) {
        store.commit(Transaction.delete(entry.key(), entry.revision()));
      }
    }
  }
}

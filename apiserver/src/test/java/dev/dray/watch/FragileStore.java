package dev.dray.watch;

import dev.dray.store.Outcome;
import dev.dray.store.Page;
import dev.dray.store.RangeRequest;
import dev.dray.store.Store;
import dev.dray.store.StoreEntry;
import dev.dray.store.StoreException;
import dev.dray.store.Transaction;
import dev.dray.store.Watch;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** A store that cannot be followed while it is broken. */
final class FragileStore implements Store {
  private final Store store;
  private volatile boolean broken;
  private final AtomicReference<Optional<RuntimeException>> once =
      new AtomicReference<>(Optional.empty());

  FragileStore(Store store) {
    this.store = store;
  }

  void breakDown() {
    broken = true;
  }

  void repair() {
    broken = false;
  }

  /** The next read of a watch fails. */
  void fail(RuntimeException how) {
    once.set(Optional.of(how));
  }

  private void requireWhole() {
    var failure = once.getAndSet(Optional.empty());
    if (failure.isPresent()) {
      throw failure.get();
    }
    if (broken) {
      throw new StoreException("out of reach");
    }
  }

  @Override
  public Watch watch(String prefix, long after) {
    requireWhole();
    var watch = store.watch(prefix, after);
    return new Watch() {
      @Override
      public Batch next(Duration patience) throws InterruptedException {
        var batch = watch.next(Duration.ofMillis(20));
        requireWhole();
        return batch;
      }

      @Override
      public void close() {
        watch.close();
      }
    };
  }

  @Override
  public long revision() {
    return store.revision();
  }

  @Override
  public Optional<StoreEntry> get(String key) {
    return store.get(key);
  }

  @Override
  public Page list(RangeRequest range) {
    return store.list(range);
  }

  @Override
  public Outcome commit(Transaction transaction) {
    return store.commit(transaction);
  }

  @Override
  public void compact(long revision) {
    store.compact(revision);
  }

  @Override
  public long compacted() {
    return store.compacted();
  }

  @Override
  public void close() {
    store.close();
  }
}

package dev.dray.store.memory;

import dev.dray.store.CompactedException;
import dev.dray.store.Outcome;
import dev.dray.store.Page;
import dev.dray.store.Precondition;
import dev.dray.store.RangeRequest;
import dev.dray.store.Store;
import dev.dray.store.StoreEntry;
import dev.dray.store.StoreException;
import dev.dray.store.StoreOperation;
import dev.dray.store.Transaction;
import dev.dray.store.Watch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A store in memory only.
 *
 * <p>Keys whose lifetime is over are deleted lazily: before every call, and at intervals while a
 * watch waits.
 */
public final class MemoryStore implements Store {
  private static final int REVISIONS_AT_ONCE = 1_000;
  private static final long LOOK_AGAIN = Duration.ofMillis(50).toNanos();

  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final java.util.concurrent.locks.Condition news = lock.newCondition();
  private final History history = new History();
  private final PriorityQueue<Expiry> expiries =
      new PriorityQueue<>(Comparator.comparing(Expiry::when));
  private boolean closed;

  private record Expiry(Instant when, String key, long revision) {}

  public MemoryStore(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public long revision() {
    return locked(history::revision);
  }

  @Override
  public Optional<StoreEntry> get(String key) {
    return locked(() -> history.newest(key));
  }

  @Override
  public Page list(RangeRequest range) {
    return locked(() -> history.list(range));
  }

  @Override
  public Outcome commit(Transaction transaction) {
    return locked(() -> decide(transaction));
  }

  private Outcome decide(Transaction transaction) {
    var failed = transaction.conditions().stream().filter(it -> !history.holds(it)).toList();
    if (!failed.isEmpty()) {
      return new Outcome.Conflict(failed);
    }
    history.apply(transaction.operations());
    transaction.operations().forEach(this::remember);
    news.signalAll();
    return new Outcome.Committed(history.revision());
  }

  private void remember(StoreOperation operation) {
    if (operation instanceof StoreOperation.Put(String key, _, var lifetime)) {
      lifetime.ifPresent(
          it -> expiries.add(new Expiry(clock.instant().plus(it), key, history.revision())));
    }
  }

  @Override
  public Watch watch(String prefix, long after) {
    return locked(
        () -> {
          if (after < history.compacted()) {
            throw new CompactedException(after, history.compacted());
          }
          return new Reader(prefix, after);
        });
  }

  @Override
  public void compact(long revision) {
    locked(
        () -> {
          history.compact(revision);
          return revision;
        });
  }

  @Override
  public long compacted() {
    return locked(history::compacted);
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Runs work under the lock, on an open store whose expired keys are deleted. */
  private <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      if (closed) {
        throw new StoreException("The store in memory is closed.");
      }
      deleteExpired();
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  private void deleteExpired() {
    var now = clock.instant();
    while (!expiries.isEmpty() && !expiries.element().when().isAfter(now)) {
      var first = expiries.remove();
      var unchanged = new Precondition.At(first.key(), first.revision());
      if (history.holds(unchanged)) {
        history.apply(List.of(new StoreOperation.Delete(first.key())));
        news.signalAll();
      }
    }
  }

  /** A watch: a position in the history. */
  private final class Reader implements Watch {
    private final String prefix;
    private long told;
    private boolean over;

    Reader(String prefix, long after) {
      this.prefix = prefix;
      this.told = after;
    }

    @Override
    public Batch next(Duration patience) throws InterruptedException {
      long deadline = System.nanoTime() + patience.toNanos();
      lock.lockInterruptibly();
      try {
        var batch = locked(this::batch);
        for (long left = patience.toNanos(); nothingIn(batch) && left > 0; ) {
          // The injected clock cannot be waited for: while keys have lifetimes, look often.
          news.awaitNanos(expiries.isEmpty() ? left : Math.min(left, LOOK_AGAIN));
          batch = locked(this::batch);
          left = deadline - System.nanoTime();
        }
        told = batch.revision();
        return batch;
      } finally {
        lock.unlock();
      }
    }

    private boolean nothingIn(Batch batch) {
      return batch.revision() == told && !over;
    }

    private Batch batch() {
      if (over) {
        return new Batch(List.of(), told);
      }
      if (told < history.compacted()) {
        throw new CompactedException(told, history.compacted());
      }
      var revisions = history.after(told, REVISIONS_AT_ONCE);
      long last = revisions.isEmpty() ? told : revisions.getLast().getFirst().revision();
      var mine =
          revisions.stream()
              .flatMap(List::stream)
              .filter(it -> it.key().startsWith(prefix))
              .toList();
      return new Batch(mine, last);
    }

    @Override
    public void close() {
      lock.lock();
      try {
        over = true;
        news.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }
}

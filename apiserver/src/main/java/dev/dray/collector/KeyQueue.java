package dev.dray.collector;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * A work queue of keys to reconcile, each once however often it was added; thread-safe.
 *
 * <p>A key that failed comes back later, with a delay that grows with each failure in a row.
 */
final class KeyQueue {
  private static final long FIRST_PAUSE = Duration.ofMillis(20).toNanos();
  private static final long LONGEST_PAUSE = Duration.ofMinutes(1).toNanos();
  private static final int MOST_DOUBLINGS = 20;

  private final LongSupplier nanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition added = lock.newCondition();
  private final PriorityQueue<Entry> queue = new PriorityQueue<>();
  private final Map<String, Entry> entries = new HashMap<>();
  private final Map<String, Integer> failures = new HashMap<>();
  private long sequence;

  private record Entry(long due, long sequence, String key) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      int byDue = Long.compare(due - other.due, 0);
      return byDue != 0 ? byDue : Long.compare(sequence, other.sequence);
    }
  }

  /**
   * Makes an empty queue.
   *
   * @param nanos a clock such as {@link System#nanoTime}
   */
  KeyQueue(LongSupplier nanos) {
    this.nanos = nanos;
  }

  void add(String key) {
    addAfter(key, 0);
  }

  void addLater(String key, Duration pause) {
    addAfter(key, pause.toNanos());
  }

  /** Adds a key after a failure, with backoff. */
  void addAgain(String key) {
    lock.lock();
    try {
      int before = failures.merge(key, 1, Integer::sum) - 1;
      addAfter(key, Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(before, MOST_DOUBLINGS)));
    } finally {
      lock.unlock();
    }
  }

  void succeeded(String key) {
    lock.lock();
    try {
      failures.remove(key);
    } finally {
      lock.unlock();
    }
  }

  /** Adds a key after a pause; if it is queued already, the earlier time counts. */
  private void addAfter(String key, long pause) {
    lock.lock();
    try {
      long due = nanos.getAsLong() + pause;
      var known = entries.get(key);
      if (known == null || due - known.due() < 0) {
        var entry = new Entry(due, ++sequence, key);
        entries.put(key, entry);
        queue.add(entry);
        if (entry.equals(queue.peek())) {
          added.signalAll(); // If it is not the first, waiters wake up earlier anyway.
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the next key that is due; empty if none is before the patience ends. */
  Optional<String> take(Duration patience) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long end = nanos.getAsLong() + patience.toNanos();
      while (true) {
        var first = first();
        long now = nanos.getAsLong();
        if (first.isPresent() && first.get().due() - now <= 0) {
          queue.remove();
          entries.remove(first.get().key());
          return Optional.of(first.get().key());
        }
        long pause = first.map(it -> Math.min(it.due(), end)).orElse(end) - now;
        if (end - now <= 0) {
          return Optional.empty();
        }
        added.await(Math.max(pause, 1), TimeUnit.NANOSECONDS);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the first entry, dropping those that were superseded by an earlier one. */
  private Optional<Entry> first() {
    while (!queue.isEmpty() && !queue.peek().equals(entries.get(queue.peek().key()))) {
      queue.remove();
    }
    return Optional.ofNullable(queue.peek());
  }
}

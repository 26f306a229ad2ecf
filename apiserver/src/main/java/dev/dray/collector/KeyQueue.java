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
 * Keys to be looked at, each once however often it was added; for any number of threads.
 *
 * <p>What fails comes back later, and later again the more often it failed in a row.
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
   * @param nanos a clock as {@link System#nanoTime} is one
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

  /** After a failure. */
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

  /** The earlier of two times counts. */
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
          added.signalAll(); // Else whoever waits wakes up in time for another one.
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** The next key that is due, if one is before the patience ends. */
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

  /** Passes over entries in whose place there is an earlier one. */
  private Optional<Entry> first() {
    while (!queue.isEmpty() && !queue.peek().equals(entries.get(queue.peek().key()))) {
      queue.remove();
    }
    return Optional.ofNullable(queue.peek());
  }
}

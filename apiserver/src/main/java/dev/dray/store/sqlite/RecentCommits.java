package dev.dray.store.sqlite;

import dev.dray.store.KeyChange;
import dev.dray.store.StoreException;
import dev.dray.store.Watch.Batch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The latest commits, within a bound of memory, for watches that keep up.
 *
 * <p>A watch that does not keep up reads the log from its position until it has caught up. So a
 * slow reader costs no memory.
 */
final class RecentCommits {
  private final long room;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final ArrayDeque<Commit> commits = new ArrayDeque<>();
  private long weight;
  private long newest;
  private boolean closed;

  /**
   * Makes an empty buffer.
   *
   * @param newest the newest revision of the log
   * @param room the bytes that commits may take
   */
  RecentCommits(long newest, long room) {
    this.newest = newest;
    this.room = room;
  }

  void add(List<Commit> done) {
    lock.lock();
    try {
      for (var commit : done) {
        commits.addLast(commit);
        weight += commit.weight();
        newest = commit.revision();
      }
      while (weight > room && !commits.isEmpty()) {
        weight -= commits.removeFirst().weight();
      }
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Forgets all commits, after the log has advanced to a revision without this buffer. */
  void restart(long revision) {
    lock.lock();
    try {
      commits.clear();
      weight = 0;
      newest = revision;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the changes after a revision; empty if the buffer no longer reaches back that far. */
  Optional<Batch> after(long told, String prefix) {
    lock.lock();
    try {
      if (closed) {
        throw new StoreException("The store is closed, and with it its watches.");
      }
      if (told >= newest) {
        return Optional.of(new Batch(List.of(), told));
      }
      // Revisions of commits are consecutive.
      long missing = newest - told;
      return missing > commits.size()
          ? Optional.empty()
          : Optional.of(new Batch(last((int) missing, prefix), newest));
    } finally {
      lock.unlock();
    }
  }

  private List<KeyChange> last(int count, String prefix) {
    var wanted = new ArrayDeque<Commit>();
    Iterator<Commit> backwards = commits.descendingIterator();
    for (int i = 0; i < count; i++) {
      wanted.addFirst(backwards.next());
    }
    var changes = new ArrayList<KeyChange>();
    for (var commit : wanted) {
      for (var change : commit.changes()) {
        if (change.key().startsWith(prefix)) {
          changes.add(change);
        }
      }
    }
    return changes;
  }

  /** Waits until there is a newer revision, the watch or the store is closed, or time is up. */
  void await(long told, long nanos, BooleanSupplier over) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = nanos;
      while (told >= newest && !closed && !over.getAsBoolean() && left > 0) {
        left = news.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Wakes all waiters, so that they check whether their watch is closed. */
  void wake() {
    lock.lock();
    try {
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }
}

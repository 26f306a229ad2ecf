package dev.dray.client.http;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A limit on concurrent calls; more wait, in the order in which they came.
 *
 * <p>A server that is sent everything at once answers everything late, and an HTTP/2 connection has
 * a limited number of streams.
 */
final class CallLimiter {
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final Executor threads;
  private int free;

  CallLimiter(int most, Executor threads) {
    this.free = most;
    this.threads = threads;
  }

  /** Starts a call as soon as there is room; it must {@link #leave} once. */
  void enter(Runnable call) {
    lock.lock();
    try {
      if (free == 0) {
        waiting.add(call);
        return;
      }
      free--;
    } finally {
      lock.unlock();
    }
    threads.execute(call);
  }

  void leave() {
    Runnable next;
    lock.lock();
    try {
      next = waiting.poll();
      if (next == null) {
        free++;
        return;
      }
    } finally {
      lock.unlock();
    }
    threads.execute(next);
  }
}

package dev.dray.http;

import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A timer that interrupts the thread that created it, once, if it is not closed in time. The thread
 * then stops waiting for a body, for the cache or for the store.
 */
final class Deadline implements AutoCloseable {
  private final Thread thread = Thread.currentThread();
  private final Future<?> timer;
  private boolean over;
  private boolean missed;

  private Deadline(Duration limit) {
    timer =
        ForkJoinPool.commonPool().schedule(this::interrupt, limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Returns a deadline for the current thread. */
  static Deadline in(Duration limit) {
    return new Deadline(limit);
  }

  private synchronized void interrupt() {
    if (!over) {
      missed = true;
      over = true;
      thread.interrupt();
    }
  }

  /** Returns whether the deadline passed before it was closed. */
  synchronized boolean isMissed() {
    return missed;
  }

  /**
   * Ends the deadline: the thread is not interrupted any more, and a pending interrupt is cleared.
   */
  @Override
  public synchronized void close() {
    over = true;
    timer.cancel(false);
    if (missed) {
      Thread.interrupted();
    }
  }
}

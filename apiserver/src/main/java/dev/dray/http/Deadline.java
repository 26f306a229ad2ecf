package dev.dray.http;

import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts the thread that made it, once, if it is not over in time: whoever waits then for a
 * body, for the cache or for the store waits no more.
 */
final class Deadline implements AutoCloseable {
  private final Thread thread = Thread.currentThread();
  private final Future<?> timer;
  private boolean over;
  private boolean missed;

  private Deadline(Duration patience) {
    timer =
        ForkJoinPool.commonPool()
            .schedule(this::interrupt, patience.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** One for the current thread. */
  static Deadline in(Duration patience) {
    return new Deadline(patience);
  }

  private synchronized void interrupt() {
    if (!over) {
      missed = true;
      over = true;
      thread.interrupt();
    }
  }

  /** Whether it was over too late. */
  synchronized boolean isMissed() {
    return missed;
  }

  /** It counts no more: the thread is not interrupted from now on, nor by what was missed. */
  @Override
  public synchronized void close() {
    over = true;
    timer.cancel(false);
    if (missed) {
      Thread.interrupted();
    }
  }
}

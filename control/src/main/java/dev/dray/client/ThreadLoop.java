package dev.dray.client;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** An event loop on a thread. */
public final class ThreadLoop implements EventLoop, AutoCloseable {
  private static final Logger LOG = System.getLogger(ThreadLoop.class.getName());

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Deque<Runnable> ready = new ArrayDeque<>();
  private final PriorityQueue<Due> later = new PriorityQueue<>();
  private final Thread thread;
  private long asked;
  private boolean closed;

  public ThreadLoop(String name) {
    thread = Thread.ofPlatform().name(requireNonNull(name, "name")).daemon().unstarted(this::run);
    thread.start();
  }

  /**
   * A task with the time it is due; tasks due at the same time run in the order of their requests.
   */
  private final class Due implements Timer, Comparable<Due> {
    private final long nanos;
    private final long number;
    private final Runnable task;

    Due(long nanos, long number, Runnable task) {
      this.nanos = nanos;
      this.number = number;
      this.task = task;
    }

    @Override
    public void cancel() {
      lock.lock();
      try {
        later.remove(this);
      } finally {
        lock.unlock();
      }
    }

    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(nanos - other.nanos, 0);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(number);
    }
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public void post(Runnable task) {
    requireNonNull(task, "task");
    lock.lock();
    try {
      if (!closed) {
        ready.add(task);
        work.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Timer after(Duration delay, Runnable task) {
    requireNonNull(task, "task");
    lock.lock();
    try {
      var due = new Due(System.nanoTime() + delay.toNanos(), asked++, task);
      later.add(due);
      work.signal();
      return due;
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    while (true) {
      Runnable task;
      try {
        task = next();
      } catch (InterruptedException e) {
        return;
      }
      try {
        task.run();
      } catch (RuntimeException e) {
        // A task that fails must not end everything the component still has to do.
        LOG.log(Level.ERROR, "A task of " + thread.getName() + " failed", e);
      }
    }
  }

  /**
   * Returns the next task. Due timers come before posted tasks: else a flood of events would stop
   * all timers.
   */
  private Runnable next() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (true) {
        if (closed) {
          throw new InterruptedException();
        }
        var first = later.peek();
        long left = first == null ? Long.MAX_VALUE : first.nanos - System.nanoTime();
        if (first != null && left <= 0) {
          later.poll();
          return first.task;
        }
        var posted = ready.poll();
        if (posted != null) {
          return posted;
        }
        if (first == null) {
          work.await();
        } else {
          work.awaitNanos(left);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Drops all tasks, and returns when the current one is done. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      ready.clear();
      later.clear();
      work.signalAll();
    } finally {
      lock.unlock();
    }
    if (!thread.equals(Thread.currentThread())) {
      try {
        thread.join(TimeUnit.SECONDS.toMillis(5));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

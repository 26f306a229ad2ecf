package dev.dray.client;

import java.time.Duration;
import java.time.Instant;

/**
 * The event loop of a component: it runs one task at a time, in the order in which they are due.
 *
 * <p>A component has no threads, no clock and no locks of its own. That is what lets a simulation
 * replay a history from its seed.
 */
public interface EventLoop {

  /** A task to be run later, unless it is cancelled. */
  interface Timer {
    /** Cancels the task; does nothing if it has run already. */
    void cancel();
  }

  Instant now();

  /** Runs a task soon, after all that were posted before it. Any thread may post. */
  void post(Runnable task);

  /** Runs a task after a delay. Any thread may call this. */
  Timer after(Duration delay, Runnable task);
}

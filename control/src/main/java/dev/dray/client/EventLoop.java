package dev.dray.client;

import java.time.Duration;
import java.time.Instant;

/**
 * Where a component's work is done: one task at a time, in the order in which they are due.
 *
 * <p>A component has no threads, no clock and no locks of its own. That is what lets a simulation
 * replay a history from its seed.
 */
public interface EventLoop {

  /** What is to be done later, unless it is called off. */
  interface Timer {
    /** Calls it off; does nothing if it was done already. */
    void cancel();
  }

  Instant now();

  /** Does the task soon, after all that was posted before it. Any thread may post. */
  void post(Runnable task);

  /** Does the task after a while. Any thread may ask for it. */
  Timer after(Duration delay, Runnable task);
}

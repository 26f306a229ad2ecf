package dev.dray.verify.simulation;

import dev.dray.client.EventLoop;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Simulated time, and all that is still to happen in it.
 *
 * <p>What is due at the same moment happens in an order that the seed decides: whoever relies on
 * another one is found out.
 */
final class Clockwork implements InstantSource {
  static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

  private final PriorityQueue<Due> queue = new PriorityQueue<>();
  private final SplittableRandom ties;
  private Instant now = BEGINNING;
  private long asked;
  private long done;

  Clockwork(long seed) {
    ties = new SplittableRandom(seed);
  }

  /** Something that is to happen. */
  private static final class Due implements EventLoop.Timer, Comparable<Due> {
    private final Instant at;
    private final long tie;
    private final long number;
    private final Runnable task;
    private boolean cancelled;

    Due(Instant at, long tie, long number, Runnable task) {
      this.at = at;
      this.tie = tie;
      this.number = number;
      this.task = task;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }

    @Override
    public int compareTo(Due other) {
      int byTime = at.compareTo(other.at);
      int byTie = byTime != 0 ? byTime : Long.compare(tie, other.tie);
      return byTie != 0 ? byTie : Long.compare(number, other.number);
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
  public Instant instant() {
    return now;
  }

  /** Since the beginning. */
  Duration elapsed() {
    return Duration.between(BEGINNING, now);
  }

  /** How much has happened. */
  long done() {
    return done;
  }

  EventLoop.Timer after(Duration delay, Runnable task) {
    var wait = delay.isNegative() ? Duration.ZERO : delay;
    var due = new Due(now.plus(wait), ties.nextLong(), asked++, task);
    queue.add(due);
    return due;
  }

  /** Lets everything happen up to a moment, and time pass until then. */
  void runUntil(Instant end) {
    for (var next = queue.peek(); next != null && !next.at.isAfter(end); next = queue.peek()) {
      queue.remove();
      if (!next.cancelled) {
        now = next.at;
        done++;
        next.task.run();
      }
    }
    now = end;
  }

  void runFor(Duration duration) {
    runUntil(now.plus(duration));
  }
}

package dev.dray.client;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.TreeMap;

/**
 * A loop that a test turns by hand: nothing happens and no time passes unless it says so.
 *
 * <p>What is due comes before what is posted, as on a real loop.
 */
public final class ManualLoop implements EventLoop {
  public static final Instant START = Instant.parse("2026-11-15T12:00:00Z");

  /** So many tasks at one moment mean that somebody never stops. */
  private static final int MOST_TASKS = 5_000_000;

  private final Deque<Runnable> ready = new ArrayDeque<>();
  private final TreeMap<Due, Runnable> later = new TreeMap<>();
  private Instant now = START;
  private long asked;
  private long done;

  private record Due(Instant at, long number) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = at.compareTo(other.at);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public void post(Runnable task) {
    ready.add(requireNonNull(task, "task"));
  }

  @Override
  public Timer after(Duration delay, Runnable task) {
    var due = new Due(now.plus(delay), asked++);
    later.put(due, requireNonNull(task, "task"));
    return () -> later.remove(due);
  }

  /** Does one thing that can be done now, if there is any. */
  public boolean step() {
    Runnable task;
    if (!later.isEmpty() && !later.firstKey().at().isAfter(now)) {
      task = later.pollFirstEntry().getValue();
    } else {
      task = ready.poll();
    }
    if (task == null) {
      return false;
    }
    done++;
    task.run();
    return true;
  }

  /** Does everything that can be done now. */
  public void run() {
    int tasks = 0;
    while (step()) {
      if (++tasks > MOST_TASKS) {
        throw new IllegalStateException(
            "After (%d) tasks there is still more to do at (%s).".formatted(tasks, now));
      }
    }
  }

  /** Lets time pass, and does what is due meanwhile at its time. */
  public void advance(Duration time) {
    var end = now.plus(time);
    run();
    while (!later.isEmpty() && !later.firstKey().at().isAfter(end)) {
      now = later.firstKey().at();
      run();
    }
    now = end;
  }

  /** How many tasks wait for their time. */
  public int timers() {
    return later.size();
  }

  /** How many tasks were done so far. */
  public long done() {
    return done;
  }
}

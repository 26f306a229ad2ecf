package dev.dray.verify.simulation;

import static java.util.Objects.requireNonNull;

import dev.dray.client.EventLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The loop of one simulated process. All of them share a clock and a thread; a process can be
 * frozen for a while, and killed.
 */
public final class SimulatedLoop implements EventLoop {
  private final Clockwork clockwork;
  private final Findings findings;
  private final String name;
  private final Deque<Runnable> ready = new ArrayDeque<>();

  /** Timers that came due while the process was frozen. */
  private final Deque<Alarm> late = new ArrayDeque<>();

  private boolean turning;
  private boolean frozen;
  private boolean dead;
  private int alarms;

  SimulatedLoop(Clockwork clockwork, Findings findings, String name) {
    this.clockwork = clockwork;
    this.findings = findings;
    this.name = name;
  }

  private final class Alarm implements Timer {
    private final Runnable task;
    private boolean over;

    Alarm(Runnable task) {
      this.task = task;
      alarms++;
    }

    void ring() {
      if (over || dead) {
        return;
      }
      if (frozen) {
        late.add(this);
      } else {
        cancel();
        perform(task);
      }
    }

    @Override
    public void cancel() {
      if (!over) {
        over = true;
        alarms--;
      }
    }
  }

  @Override
  public Instant now() {
    return clockwork.instant();
  }

  @Override
  public void post(Runnable task) {
    requireNonNull(task, "task");
    if (!dead) {
      ready.add(task);
      turnSoon();
    }
  }

  /** One task for a turn: between two of them other processes may do something. */
  private void turnSoon() {
    if (!turning && !frozen && !ready.isEmpty()) {
      turning = true;
      clockwork.after(Duration.ZERO, this::turn);
    }
  }

  private void turn() {
    turning = false;
    if (dead || frozen) {
      return;
    }
    var task = ready.poll();
    if (task != null) {
      perform(task);
    }
    turnSoon();
  }

  private void perform(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | StackOverflowError e) {
      findings.add("a task of %s failed: %s".formatted(name, Findings.trace(e)));
    }
  }

  @Override
  public Timer after(Duration delay, Runnable task) {
    var alarm = new Alarm(requireNonNull(task, "task"));
    clockwork.after(delay, alarm::ring);
    return alarm;
  }

  /** Stands still, as a process whose machine has better things to do. */
  void freeze(Duration pause) {
    frozen = true;
    clockwork.after(pause, this::thaw);
  }

  private void thaw() {
    frozen = false;
    while (!late.isEmpty() && !dead) {
      late.remove().ring();
    }
    turnSoon();
  }

  /** Nothing happens here any more. */
  void kill() {
    dead = true;
    ready.clear();
    late.clear();
  }

  boolean isDead() {
    return dead;
  }

  int waitingTasks() {
    return ready.size() + late.size();
  }

  int waitingTimers() {
    return alarms;
  }

  @Override
  public String toString() {
    return name;
  }
}

package dev.dray.controller;

import dev.dray.client.EventLoop;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A queue of keys of objects for which there may be work. Lives on an event loop.
 *
 * <p>However often a key is added, it waits once; while it is being worked on it is not begun
 * again, but kept for afterwards. Failed work is retried after a delay that doubles with each
 * failure.
 */
final class WorkQueue<K> {
  private static final Logger LOG = System.getLogger(WorkQueue.class.getName());
  private static final Duration SHORTEST_RETRY = Duration.ofMillis(5);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(1000);

  /** The number of keys begun before other tasks of the loop have their turn. */
  private static final int BATCH = 64;

  private final EventLoop loop;
  private final String name;
  private final int mostAtWork;
  private final Worker<K> worker;
  private final QueueMetrics.OfQueue metrics;

  /** The time since which each key waits, in that order. */
  private final Map<K, Instant> waiting = new LinkedHashMap<>();

  private final Map<K, Job> atWork = new HashMap<>();
  private final Map<K, Integer> failures = new HashMap<>();
  private final Map<K, Due> later = new LinkedHashMap<>();
  private boolean started;
  private boolean stopped;
  private boolean posted;

  /** Does the work for a key, and reports the outcome in the end. */
  public interface Worker<K> {
    /**
     * Begins the work for a key that is not being worked on.
     *
     * @param then receives the outcome once, on the loop, now or later
     */
    void work(K key, Consumer<Outcome> then);
  }

  /** The outcome of work. */
  public sealed interface Outcome {
    /** All is done. */
    record Finished() implements Outcome {}

    /** There is nothing to do yet. */
    record NotYet(Duration left) implements Outcome {}

    /** It must be retried. */
    record Failed(String why) implements Outcome {}
  }

  private record Due(Instant at, EventLoop.Timer timer) {}

  /** A key being worked on. */
  private final class Job implements Consumer<Outcome> {
    private final K key;
    private final Instant since;
    private boolean again;
    private boolean told;

    Job(K key, Instant since) {
      this.key = key;
      this.since = since;
    }

    @Override
    public void accept(Outcome outcome) {
      if (!told) {
        told = true;
        finish(this, outcome);
      }
    }
  }

  /**
   * A queue that does nothing until it is started.
   *
   * @param name the name of the queue in metrics
   * @param mostAtWork the number of keys that may be worked on at a time
   */
  public WorkQueue(
      EventLoop loop, String name, int mostAtWork, QueueMetrics metrics, Worker<K> worker) {
    this.loop = loop;
    this.name = name;
    this.mostAtWork = mostAtWork;
    this.worker = worker;
    this.metrics = metrics.of(name);
  }

  /** Begins to work; keys added before have been waiting. */
  public void start() {
    started = true;
    schedule();
  }

  /** Begins nothing more; outcomes of work under way are dropped. */
  public void stop() {
    stopped = true;
    later.values().forEach(due -> due.timer().cancel());
    later.clear();
    waiting.clear();
    atWork.clear();
    failures.clear();
  }

  public void add(K key) {
    if (stopped) {
      return;
    }
    var job = atWork.get(key);
    if (job != null) {
      if (!job.again) {
        job.again = true;
        metrics.added();
      }
      return;
    }
    if (waiting.putIfAbsent(key, loop.now()) == null) {
      metrics.added();
      metrics.waiting(waiting.size());
      schedule();
    }
  }

  /** Adds the key after a delay; of several such times the earliest counts. */
  public void addAfter(Duration delay, K key) {
    if (stopped) {
      return;
    }
    if (delay.isNegative() || delay.isZero()) {
      add(key);
      return;
    }
    var at = loop.now().plus(delay);
    var known = later.get(key);
    if (known != null && !at.isBefore(known.at())) {
      return;
    }
    if (known != null) {
      known.timer().cancel();
    }
    later.put(key, new Due(at, loop.after(delay, () -> fall(key, at))));
  }

  private void fall(K key, Instant at) {
    var due = later.get(key);
    // A timer that could not be cancelled in time is not the one that counts.
    if (due != null && due.at().equals(at)) {
      later.remove(key);
      add(key);
    }
  }

  private void schedule() {
    if (started && !posted && !stopped && !waiting.isEmpty() && atWork.size() < mostAtWork) {
      posted = true;
      loop.post(this::drain);
    }
  }

  private void drain() {
    posted = false;
    for (int begun = 0; begun < BATCH && mayBegin(); begun++) {
      begin();
    }
    schedule();
  }

  private boolean mayBegin() {
    return !stopped && !waiting.isEmpty() && atWork.size() < mostAtWork;
  }

  private void begin() {
    var now = loop.now();
    var first = waiting.entrySet().iterator();
    var entry = first.next();
    var key = entry.getKey();
    var since = entry.getValue();
    first.remove();
    var job = new Job(key, now);
    atWork.put(key, job);
    metrics.waiting(waiting.size());
    metrics.begun(Duration.between(since, now), now);
    try {
      worker.work(key, job);
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, () -> "%s of queue %s cannot be processed".formatted(key, name), e);
      job.accept(new Outcome.Failed(String.valueOf(e)));
    }
  }

  private void finish(Job job, Outcome outcome) {
    if (stopped) {
      return;
    }
    atWork.remove(job.key);
    metrics.finished(job.since, loop.now());
    switch (outcome) {
      case Outcome.Finished() -> failures.remove(job.key);
      case Outcome.NotYet(var left) -> {
        failures.remove(job.key);
        addAfter(left, job.key);
      }
      case Outcome.Failed(var why) -> retry(job.key, why);
    }
    if (job.again) {
      waiting.put(job.key, loop.now());
      metrics.waiting(waiting.size());
    }
    schedule();
  }

  private void retry(K key, String why) {
    int failed = failures.merge(key, 1, Integer::sum);
    var delay = delay(failed);
    LOG.log(
        Level.DEBUG,
        () -> "%s of queue %s will be retried in %s: %s".formatted(key, name, delay, why));
    metrics.retried();
    addAfter(delay, key);
  }

  /** Returns the delay after this number of failures in a row. */
  static Duration delay(int failures) {
    // 5 ms doubled 18 times exceeds the longest delay; further doubling would overflow.
    int doublings = Math.min(failures - 1, 18);
    var delay = SHORTEST_RETRY.multipliedBy(1L << doublings);
    return delay.compareTo(LONGEST_RETRY) < 0 ? delay : LONGEST_RETRY;
  }

  /** Returns whether no key waits or is worked on; keys with a delay do not count. */
  public boolean idle() {
    return waiting.isEmpty() && atWork.isEmpty();
  }
}

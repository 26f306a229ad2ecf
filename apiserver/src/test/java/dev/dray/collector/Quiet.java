package dev.dray.collector;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Lets collectors work, by a clock that stands still while they do, until there is no more. */
final class Quiet {
  private static final int MOST_STEPS = 100_000;

  private long nanos;

  long nanos() {
    return nanos;
  }

  /** One step of one of them; whether there was anything to do now. */
  boolean step(Collector collector) {
    var key = take(collector);
    if (key.isEmpty()) {
      return false;
    }
    if (collector.look(key.get())) {
      collector.work().succeeded(key.get());
    } else {
      collector.work().addAgain(key.get());
    }
    return true;
  }

  private static Optional<String> take(Collector collector) {
    try {
      return collector.work().take(Duration.ZERO);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Works, and lets time pass whenever there is nothing to do, until there is nothing at all. */
  void await(List<? extends Collector> collectors, Duration within) {
    long end = nanos + within.toNanos();
    int steps = 0;
    while (nanos - end < 0) {
      boolean busy = false;
      for (var collector : collectors) {
        busy |= step(collector);
      }
      if (!busy) {
        nanos += Duration.ofMillis(100).toNanos();
      }
      if (++steps > MOST_STEPS) {
        throw new AssertionError("The collectors do not come to rest.");
      }
    }
  }
}

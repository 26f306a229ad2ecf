package dev.dray.http;

import dev.dray.kinds.StatusError;
import java.util.concurrent.Semaphore;

/** A limit on concurrent requests; requests beyond it are asked to retry later. */
final class InFlight {
  private final Semaphore reading;
  private final Semaphore writing;
  private final Metrics metrics;

  InFlight(int mostReading, int mostWriting, Metrics metrics) {
    this.reading = new Semaphore(mostReading);
    this.writing = new Semaphore(mostWriting);
    this.metrics = metrics;
  }

  /** A slot that is held until it is closed. */
  interface Place extends AutoCloseable {
    @Override
    void close();
  }

  Place enter(boolean reads) {
    var places = reads ? reading : writing;
    var kind = reads ? "readOnly" : "mutating";
    if (!places.tryAcquire()) {
      metrics.rejected("concurrency-limit");
      throw new StatusError(
              StatusError.Reason.TOO_MANY_REQUESTS, "Too many requests, please try again later.")
          .retryAfter(1);
    }
    metrics.inFlight(kind, 1);
    return () -> {
      metrics.inFlight(kind, -1);
      places.release();
    };
  }
}

package dev.dray.controller;

import dev.dray.client.EventLoop;
import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.datapoints.GaugeDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Metrics of work queues, under the names that client-go gives them. */
final class QueueMetrics {
  private static final double[] DURATIONS = {1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10};

  private final Counter adds;
  private final Counter retries;
  private final Gauge depth;
  private final Histogram waited;
  private final Histogram worked;
  private final List<OfQueue> queues = new CopyOnWriteArrayList<>();

  public QueueMetrics(EventLoop loop, Registration registration) {
    adds =
        registration.add(
            Counter.builder()
                .name("workqueue_adds_total")
                .help("Total number of adds handled by workqueue")
                .labelNames("name")
                .build());
    retries =
        registration.add(
            Counter.builder()
                .name("workqueue_retries_total")
                .help("Total number of retries handled by workqueue")
                .labelNames("name")
                .build());
    depth =
        registration.add(
            Gauge.builder()
                .name("workqueue_depth")
                .help("Current depth of workqueue")
                .labelNames("name")
                .build());
    waited =
        registration.add(
            durations(
                "workqueue_queue_duration_seconds",
                "How long in seconds an item stays in workqueue before being requested."));
    worked =
        registration.add(
            durations(
                "workqueue_work_duration_seconds",
                "How long in seconds processing an item from workqueue takes."));
    registration.add(
        GaugeWithCallback.builder()
            .name("workqueue_unfinished_work_seconds")
            .help("How many seconds of work has been done that is in progress.")
            .labelNames("name")
            .callback(
                callback ->
                    queues.forEach(it -> callback.call(it.underWay.until(loop.now()), it.name)))
            .build());
  }

  private static Histogram durations(String name, String help) {
    return Histogram.builder()
        .name(name)
        .help(help)
        .classicOnly()
        .classicUpperBounds(DURATIONS)
        .labelNames("name")
        .build();
  }

  OfQueue of(String name) {
    var queue = new OfQueue(name);
    queues.add(queue);
    return queue;
  }

  /** Unfinished work: the number of pieces, and the sum of their start times. */
  private record UnderWay(int pieces, double sumOfBeginnings) {
    static final UnderWay NOTHING = new UnderWay(0, 0);

    /** Returns how long all of it together has taken by now. */
    double until(Instant now) {
      return pieces == 0 ? 0 : Math.max(0, pieces * seconds(now) - sumOfBeginnings);
    }
  }

  private static double seconds(Instant at) {
    return at.getEpochSecond() + at.getNano() / 1e9;
  }

  static double seconds(Duration duration) {
    return duration.getSeconds() + duration.getNano() / 1e9;
  }

  /** The metrics of one queue; updated on its event loop, read by scrapes. */
  final class OfQueue {
    private final String name;
    private final CounterDataPoint added;
    private final CounterDataPoint retried;
    private final GaugeDataPoint waiting;
    private final DistributionDataPoint waitedFor;
    private final DistributionDataPoint workedFor;
    private volatile UnderWay underWay = UnderWay.NOTHING;

    private OfQueue(String name) {
      this.name = name;
      added = adds.labelValues(name);
      retried = retries.labelValues(name);
      waiting = depth.labelValues(name);
      waitedFor = waited.labelValues(name);
      workedFor = worked.labelValues(name);
    }

    void added() {
      added.inc();
    }

    void retried() {
      retried.inc();
    }

    void waiting(int keys) {
      waiting.set(keys);
    }

    void begun(Duration waited, Instant now) {
      waitedFor.observe(seconds(waited));
      var before = underWay;
      underWay = new UnderWay(before.pieces() + 1, before.sumOfBeginnings() + seconds(now));
    }

    void finished(Instant since, Instant now) {
      workedFor.observe(seconds(Duration.between(since, now)));
      var before = underWay;
      underWay =
          before.pieces() <= 1
              ? UnderWay.NOTHING
              : new UnderWay(before.pieces() - 1, before.sumOfBeginnings() - seconds(since));
    }
  }
}

package dev.dray.controller;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;

/** Metrics of the number of evicted pods, and of how late they were evicted. */
final class EvictionMetrics {
  private static final double[] DURATIONS = {
    0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 30, 60, 120, 180, 240
  };

  private final Counter deletions;
  private final Histogram durations;

  EvictionMetrics(Registration registration) {
    deletions =
        registration.add(
            Counter.builder()
                .name("device_taint_eviction_controller_pod_deletions_total")
                .help(
                    "Total number of Pods deleted by DeviceTaintEvictionController since its"
                        + " start.")
                .build());
    durations =
        registration.add(
            Histogram.builder()
                .name("device_taint_eviction_controller_pod_deletion_duration_seconds")
                .help(
                    "Latency, in seconds, between the time when a device taint effect has been"
                        + " activated and a Pod's deletion via DeviceTaintEvictionController.")
                .classicOnly()
                .classicUpperBounds(DURATIONS)
                .build());
  }

  void deleted(Duration late) {
    deletions.inc();
    durations.observe(QueueMetrics.seconds(late));
  }
}

package dev.dray.http;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The merged metrics of several registries.
 *
 * <p>Components that upstream runs in processes of their own count some things under the same name;
 * in one process the sum is reported.
 */
final class Scrape {
  private Scrape() {}

  static MetricSnapshots of(List<PrometheusRegistry> registries) {
    var byName = new LinkedHashMap<String, MetricSnapshot>();
    for (var registry : registries) {
      for (var snapshot : registry.scrape()) {
        byName.merge(snapshot.getMetadata().getPrometheusName(), snapshot, Scrape::both);
      }
    }
    return new MetricSnapshots(byName.values());
  }

  /**
   * Merges two metrics of one name. Counters are added; of anything else the first is kept, because
   * quantiles have no sum.
   */
  private static MetricSnapshot both(MetricSnapshot one, MetricSnapshot other) {
    if (!(one instanceof CounterSnapshot first) || !(other instanceof CounterSnapshot second)) {
      return one;
    }
    Map<Labels, CounterDataPointSnapshot> sums = new LinkedHashMap<>();
    first.getDataPoints().forEach(it -> sums.put(it.getLabels(), it));
    second.getDataPoints().forEach(it -> sums.merge(it.getLabels(), it, Scrape::sum));
    return new CounterSnapshot(first.getMetadata(), sums.values());
  }

  private static CounterDataPointSnapshot sum(
      CounterDataPointSnapshot one, CounterDataPointSnapshot other) {
    return CounterDataPointSnapshot.builder()
        .value(one.getValue() + other.getValue())
        .labels(one.getLabels())
        .build();
  }
}

package dev.dray.apiserver;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The other components in this process that are observed through the server.
 *
 * @param metrics the metric registry of each component
 * @param ready the readiness checks by name, each empty or the problem
 */
public record InProcessComponents(
    List<PrometheusRegistry> metrics, Supplier<Map<String, String>> ready) {
  public InProcessComponents {
    metrics = List.copyOf(metrics);
  }

  static InProcessComponents none() {
    return new InProcessComponents(List.of(), Map::of);
  }
}

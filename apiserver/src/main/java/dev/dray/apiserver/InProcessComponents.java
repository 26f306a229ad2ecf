package dev.dray.apiserver;

import static java.util.Objects.requireNonNull;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What else runs in the process and is seen through the server.
 *
 * @param metrics where each of them counts
 * @param ready checks by name, each empty or what is wrong
 */
public record InProcessComponents(
    List<PrometheusRegistry> metrics, Supplier<Map<String, String>> ready) {
  public InProcessComponents {
    metrics = List.copyOf(metrics);
    requireNonNull(ready, "ready");
  }

  static InProcessComponents none() {
    return new InProcessComponents(List.of(), Map::of);
  }
}

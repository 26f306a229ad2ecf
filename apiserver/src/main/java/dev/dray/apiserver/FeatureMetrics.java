package dev.dray.apiserver;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** The metric that tells operators which features are enabled, under upstream's name. */
final class FeatureMetrics {
  private FeatureMetrics() {}

  static PrometheusRegistry of(Gates gates) {
    var registry = new PrometheusRegistry();
    var features =
        Gauge.builder()
            .name("kubernetes_feature_enabled")
            .help("Feature gates by name and stage; 1 if enabled.")
            .labelNames("name", "stage")
            .register(registry);
    for (var gate : Gate.values()) {
      features.labelValues(gate.gateName(), gate.prerelease()).set(gates.enabled(gate) ? 1 : 0);
    }
    return registry;
  }
}

package dev.dray.controller;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.List;

/**
 * The metrics of a component, which can be withdrawn from the registry so that a successor can
 * register its own.
 */
final class Registration {
  private final PrometheusRegistry registry;
  private final List<Collector> collectors = new ArrayList<>();

  public Registration(PrometheusRegistry registry) {
    this.registry = registry;
  }

  <T extends Collector> T add(T collector) {
    registry.register(collector);
    collectors.add(collector);
    return collector;
  }

  /** Registers a metric of the features that are enabled. */
  void features(Gates gates) {
    var features =
        add(
            Gauge.builder()
                .name("kubernetes_feature_enabled")
                .help("Feature gates by name and stage; 1 if enabled.")
                .labelNames("name", "stage")
                .build());
    for (var gate : Gate.values()) {
      features.labelValues(gate.gateName(), gate.prerelease()).set(gates.enabled(gate) ? 1 : 0);
    }
  }

  void withdraw() {
    collectors.forEach(registry::unregister);
    collectors.clear();
  }
}

package dev.dray.controller;

import static java.util.Objects.requireNonNull;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.ArrayList;
import java.util.List;

/** Metrics that leave their registry with whoever brought them, so that a successor can come. */
public final class Registration {
  private final PrometheusRegistry registry;
  private final List<Collector> collectors = new ArrayList<>();

  public Registration(PrometheusRegistry registry) {
    this.registry = requireNonNull(registry, "registry");
  }

  <T extends Collector> T add(T collector) {
    registry.register(collector);
    collectors.add(collector);
    return collector;
  }

  void withdraw() {
    collectors.forEach(registry::unregister);
    collectors.clear();
  }
}

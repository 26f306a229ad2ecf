package dev.dray.http;

import dev.dray.kinds.Resource;
import dev.dray.watch.Cache;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The metrics of the server, under the names kube-apiserver gives them. */
final class Metrics {
  private static final double[] DURATIONS = {
    0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30,
    45, 60
  };

  /**
   * The JVM's metrics, registered once per process and not per server. The library never releases a
   * registry in which it registers the JVM, and would keep everything a server had long after its
   * end. They are registered on first use, because that starts the JVM's management, which would be
   * a noticeable part of a server's start. All values include what came before, except {@code
   * jvm_memory_pool_allocated_bytes_total}, which the library counts itself.
   */
  private static final class OfProcess {
    private static final PrometheusRegistry REGISTRY = new PrometheusRegistry();

    static {
      JvmMetrics.builder().register(REGISTRY);
    }
  }

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final List<PrometheusRegistry> others;
  private final Counter requests;
  private final Histogram durations;
  private final Gauge inFlight;
  private final Gauge longRunning;
  private final Counter rejected;
  private final Counter watchEvents;
  private final Counter aborted;

  /**
   * @param others the registries of other components in the process
   */
  Metrics(Cache cache, List<PrometheusRegistry> others) {
    this.others = List.copyOf(others);
    requests =
        Counter.builder()
            .name("apiserver_request_total")
            .help("Requests by verb, resource, scope and HTTP status.")
            .labelNames(
                "code",
                "component",
                "dry_run",
                "group",
                "resource",
                "scope",
                "subresource",
                "verb",
                "version")
            .register(registry);
    durations =
        Histogram.builder()
            .name("apiserver_request_duration_seconds")
            .help("Time from request to response.")
            .classicOnly()
            .classicUpperBounds(DURATIONS)
            .labelNames(
                "component",
                "dry_run",
                "group",
                "resource",
                "scope",
                "subresource",
                "verb",
                "version")
            .register(registry);
    inFlight =
        Gauge.builder()
            .name("apiserver_current_inflight_requests")
            .help("Requests in flight, without watches.")
            .labelNames("request_kind")
            .register(registry);
    longRunning =
        Gauge.builder()
            .name("apiserver_longrunning_requests")
            .help("Open watches.")
            .labelNames("component", "group", "resource", "scope", "subresource", "verb", "version")
            .register(registry);
    rejected =
        Counter.builder()
            .name("apiserver_flowcontrol_rejected_requests_total")
            .help("Requests rejected because too many were in flight.")
            .labelNames("reason")
            .register(registry);
    watchEvents =
        Counter.builder()
            .name("apiserver_watch_events_total")
            .help("Events sent to watches.")
            .labelNames("group", "kind", "version")
            .register(registry);
    aborted =
        Counter.builder()
            .name("apiserver_request_aborts_total")
            .help("Requests that failed inside the server.")
            .labelNames("group", "resource", "scope", "subresource", "verb", "version")
            .register(registry);
    GaugeWithCallback.builder()
        .name("apiserver_storage_objects")
        .help("Objects in the store, by resource.")
        .labelNames("resource")
        .callback(
            callback ->
                cache.counts().forEach((prefix, count) -> callback.call(count, resourceOf(prefix))))
        .register(registry);
  }

  /** Turns {@code /registry/apps/deployments/} into {@code deployments.apps}. */
  private static String resourceOf(String prefix) {
    var parts = prefix.split("/", -1);
    if (parts.length < 4) {
      return prefix;
    }
    return parts[2].equals("core") ? parts[3] : parts[3] + "." + parts[2];
  }

  /** The labels a request is counted under. */
  record Labels(
      String verb,
      String group,
      String version,
      String resource,
      String subresource,
      String scope,
      String dryRun) {}

  void answered(Labels labels, int code, Duration duration) {
    requests
        .labelValues(
            Integer.toString(code),
            "apiserver",
            labels.dryRun(),
            labels.group(),
            labels.resource(),
            labels.scope(),
            labels.subresource(),
            labels.verb(),
            labels.version())
        .inc();
    if (!labels.verb().equals("WATCH")) {
      durations
          .labelValues(
              "apiserver",
              labels.dryRun(),
              labels.group(),
              labels.resource(),
              labels.scope(),
              labels.subresource(),
              labels.verb(),
              labels.version())
          .observe(duration.toNanos() / 1e9);
    }
  }

  void failed(Labels labels) {
    aborted
        .labelValues(
            labels.group(),
            labels.resource(),
            labels.scope(),
            labels.subresource(),
            labels.verb(),
            labels.version())
        .inc();
  }

  void inFlight(String kind, int change) {
    inFlight.labelValues(kind).inc(change);
  }

  void longRunning(Labels labels, int change) {
    longRunning
        .labelValues(
            "apiserver",
            labels.group(),
            labels.resource(),
            labels.scope(),
            labels.subresource(),
            labels.verb(),
            labels.version())
        .inc(change);
  }

  void rejected(String reason) {
    rejected.labelValues(reason).inc();
  }

  void watchEvent(Resource resource, String version) {
    watchEvents.labelValues(resource.group(), resource.kind(), version).inc();
  }

  byte[] text() throws IOException {
    var all = Stream.concat(Stream.of(registry, OfProcess.REGISTRY), others.stream());
    var out = new ByteArrayOutputStream();
    PrometheusTextFormatWriter.create().write(out, Scrape.of(all.toList()));
    return out.toByteArray();
  }
}

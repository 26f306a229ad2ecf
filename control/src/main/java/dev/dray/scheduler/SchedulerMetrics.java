package dev.dray.scheduler;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Set;

/** The scheduler's metrics, under the names that kube-scheduler gives them. */
final class SchedulerMetrics {
  static final String PLUGIN = "DynamicResources";

  /** The result of an attempt. */
  enum Result {
    SCHEDULED("scheduled"),
    UNSCHEDULABLE("unschedulable"),
    ERROR("error");

    private final String word;

    Result(String word) {
      this.word = word;
    }
  }

  private final Gauge pending;
  private final Gauge unschedulable;
  private final Counter attempts;
  private final Histogram attemptDurations;
  private final Histogram algorithmDurations;
  private final Histogram podDurations;
  private final Histogram podAttempts;
  private final Counter incoming;
  private final Histogram pluginDurations;
  private final Histogram pointDurations;
  private final Counter conditionAllocations;
  private final Histogram conditionDurations;
  private final Counter claimsCreated;
  private final Counter failures;
  private final Counter eventsDropped;

  SchedulerMetrics(PrometheusRegistry registry, Gates gates) {
    features(registry, gates);
    pending =
        Gauge.builder()
            .name("scheduler_pending_pods")
            .help("Pending pods, by queue.")
            .labelNames("queue")
            .register(registry);
    unschedulable =
        Gauge.builder()
            .name("scheduler_unschedulable_pods")
            .help("Unschedulable pods, by each kube-scheduler plugin that last rejected them.")
            .labelNames("plugin", "profile")
            .register(registry);
    attempts =
        Counter.builder()
            .name("scheduler_schedule_attempts_total")
            .help("Attempts to schedule pods, by result.")
            .labelNames("result", "profile")
            .register(registry);
    attemptDurations =
        durations("scheduler_scheduling_attempt_duration_seconds", exponential(0.001, 2, 15))
            .help("Time from the decision on a pod to its binding or failure.")
            .labelNames("result", "profile")
            .register(registry);
    algorithmDurations =
        durations("scheduler_scheduling_algorithm_duration_seconds", exponential(0.001, 2, 15))
            .help("Time to decide on a pod.")
            .register(registry);
    podDurations =
        durations("scheduler_pod_scheduling_sli_duration_seconds", exponential(0.01, 2, 20))
            .help("Time from a pod's first appearance to its binding.")
            .labelNames("attempts")
            .register(registry);
    podAttempts =
        durations("scheduler_pod_scheduling_attempts", exponential(1, 2, 5))
            .help("Attempts needed to schedule a pod.")
            .register(registry);
    incoming =
        Counter.builder()
            .name("scheduler_queue_incoming_pods_total")
            .help("Pods added to a queue, by queue and event.")
            .labelNames("queue", "event")
            .register(registry);
    pluginDurations =
        durations("scheduler_plugin_execution_duration_seconds", exponential(0.00001, 1.5, 20))
            .help("Time attributed to a kube-scheduler plugin.")
            .labelNames("plugin", "extension_point", "status")
            .register(registry);
    pointDurations =
        durations(
                "scheduler_framework_extension_point_duration_seconds", exponential(0.0001, 2, 12))
            .help("Time attributed to a kube-scheduler extension point.")
            .labelNames("extension_point", "status", "profile")
            .register(registry);
    conditionAllocations =
        Counter.builder()
            .name("scheduler_dra_bindingconditions_allocations_total")
            .help("Devices that had to become ready before a binding, by result.")
            .labelNames("profile", "driver", "status")
            .register(registry);
    conditionDurations =
        durations("scheduler_dra_bindingconditions_wait_duration_seconds", exponential(0.1, 2, 14))
            .help("Time spent waiting for devices to become ready.")
            .labelNames("profile", "driver", "status")
            .register(registry);
    claimsCreated =
        Counter.builder()
            .name("dynamic_resource_allocation_resourceclaim_creates_total")
            .help("Claims created for extended resources of pods.")
            .labelNames("status", "admin_access", "owner_api_group", "owner_api_kind")
            .register(registry);
    failures =
        Counter.builder()
            .name("dray_scheduler_failures_total")
            .help("Attempts that failed, by reason.")
            .labelNames("reason")
            .register(registry);
    eventsDropped =
        Counter.builder()
            .name("dray_scheduler_dropped_events_total")
            .help("Events with reason Scheduled that were dropped because too many were queued.")
            .register(registry);
  }

  private static void features(PrometheusRegistry registry, Gates gates) {
    var features =
        Gauge.builder()
            .name("kubernetes_feature_enabled")
            .help("Feature gates by name and stage; 1 if enabled.")
            .labelNames("name", "stage")
            .register(registry);
    for (var gate : Gate.values()) {
      features.labelValues(gate.gateName(), gate.prerelease()).set(gates.enabled(gate) ? 1 : 0);
    }
  }

  private static Histogram.Builder durations(String name, double[] bounds) {
    return Histogram.builder().name(name).classicOnly().classicUpperBounds(bounds);
  }

  private static double[] exponential(double first, double factor, int count) {
    var bounds = new double[count];
    double bound = first;
    for (int i = 0; i < count; i++) {
      bounds[i] = bound;
      bound *= factor;
    }
    return bounds;
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  void pending(int active, int backoff, int unschedulable, int gated) {
    pending.labelValues("active").set(active);
    pending.labelValues("backoff").set(backoff);
    pending.labelValues("unschedulable").set(unschedulable);
    pending.labelValues("gated").set(gated);
  }

  /** Counts the pod for each plugin that refused it, until {@link #tried}. */
  void refused(String profile, Set<String> plugins) {
    plugins.forEach(plugin -> unschedulable.labelValues(plugin, profile).inc());
  }

  /** Uncounts a pod that these plugins refused: it is tried again, or is gone. */
  void tried(String profile, Set<String> plugins) {
    plugins.forEach(plugin -> unschedulable.labelValues(plugin, profile).dec());
  }

  void incoming(String queue, QueueEvent event) {
    incoming.labelValues(queue, event.word()).inc();
  }

  void decided(Duration took, boolean found, String profile) {
    algorithmDurations.observe(seconds(took));
    var status = found ? "Success" : "Unschedulable";
    point("Filter", status, took, profile);
    pluginDurations.labelValues(PLUGIN, "Filter", status).observe(seconds(took));
  }

  /** Records the duration of an extension point of upstream's framework. */
  void point(String point, String status, Duration took, String profile) {
    pointDurations.labelValues(point, status, profile).observe(seconds(took));
  }

  void preBound(boolean success, Duration took, String profile) {
    var status = success ? "Success" : "Error";
    point("PreBind", status, took, profile);
    pluginDurations.labelValues(PLUGIN, "PreBind", status).observe(seconds(took));
  }

  void attempted(Result result, Duration took, String profile) {
    attempts.labelValues(result.word, profile).inc();
    attemptDurations.labelValues(result.word, profile).observe(seconds(took));
  }

  void scheduled(int tries, Duration since) {
    podAttempts.observe(tries);
    podDurations.labelValues(tries >= 15 ? "15+" : Integer.toString(tries)).observe(seconds(since));
  }

  /** Counts a device with binding conditions, by how the wait for it ended. */
  void ready(String profile, String driver, String status) {
    conditionAllocations.labelValues(profile, driver, status).inc();
  }

  void waited(String profile, String driver, String status, Duration took) {
    conditionDurations.labelValues(profile, driver, status).observe(seconds(took));
  }

  void created(boolean success) {
    claimsCreated.labelValues(success ? "success" : "failure", "false", "", "Pod").inc();
  }

  void failed(String reason) {
    failures.labelValues(reason).inc();
  }

  void eventDropped() {
    eventsDropped.inc();
  }
}

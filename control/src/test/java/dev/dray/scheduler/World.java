package dev.dray.scheduler;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.client.Call;
import dev.dray.client.FakeApi;
import dev.dray.client.ManualLoop;
import dev.dray.client.ResourceType;
import dev.dray.client.Resources;
import dev.dray.events.Events;
import dev.dray.framework.SchedulerCache;
import dev.dray.framework.ScoringStrategy;
import dev.dray.informer.Informers;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A scheduler with an API of its own, and a cluster of nodes with GPUs.
 *
 * <p>Everything is in namespace {@code default}.
 */
final class World {
  private static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);
  private static final List<ResourceType<?>> TYPES =
      List.of(
          Resources.PODS,
          Resources.NODES,
          Resources.NAMESPACES,
          Resources.SLICES,
          Resources.CLAIMS,
          Resources.CLASSES,
          Resources.TAINT_RULES,
          Resources.PATCHES);

  final ManualLoop loop = new ManualLoop();
  final FakeApi api = new FakeApi(loop);
  PrometheusRegistry registry = new PrometheusRegistry();
  Scheduler scheduler;
  private final SchedulerOptions options;

  World() {
    this(SchedulerOptions.defaults(Gates.defaults()));
  }

  World(int mostBindings) {
    this(
        new SchedulerOptions(
            List.of(SchedulerOptions.DEFAULT_NAME),
            Gates.defaults(),
            SchedulerCache.BINDING_TIMEOUT,
            SchedulerOptions.FILTER_TIMEOUT,
            ScoringStrategy.LEAST_ALLOCATED,
            mostBindings));
  }

  World(SchedulerOptions options) {
    this.options = options;
    apply(
        """
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: {name: gpu}
        spec:
          selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]
        """);
    scheduler = make();
  }

  private Scheduler make() {
    var informers = new Informers(api, loop);
    var events = new Events(api, loop, "default-scheduler");
    var made = new Scheduler(api, loop, informers, events, options, registry);
    made.start();
    informers.start();
    return made;
  }

  /** Another scheduler takes over, and knows only what the API says. */
  void restart() {
    scheduler.stop();
    registry = new PrometheusRegistry();
    scheduler = make();
  }

  /** Stores what these manifests say, status and all. */
  void apply(String manifests) {
    for (var document : manifests.split("(?m)^---$", -1)) {
      if (!document.isBlank()) {
        store(tree(document));
      }
    }
  }

  static Json.Obj tree(String yaml) {
    if (TREES.parse(yaml.getBytes(StandardCharsets.UTF_8))
        instanceof ObjectTrees.Parsed.Tree parsed) {
      return (Json.Obj) parsed.value();
    }
    throw new IllegalArgumentException("Not readable [%s].".formatted(yaml));
  }

  private void store(Json.Obj object) {
    var type =
        TYPES.stream()
            .filter(it -> it.kind().equals(object.text("kind")))
            .findFirst()
            .orElseThrow();
    api.put(type, object);
  }

  void node(String name) {
    node(name, "8");
  }

  void node(String name, String cpu) {
    apply(
        """
        apiVersion: v1
        kind: Node
        metadata: {name: %s, labels: {kubernetes.io/hostname: %s}}
        status: {allocatable: {cpu: '%s', memory: 32Gi, pods: '110'}}
        """
            .formatted(name, name, cpu));
  }

  /** A node with so many GPUs. */
  void nodeWithGpus(String name, int gpus) {
    node(name);
    gpus(name, gpus);
  }

  void gpus(String node, int gpus) {
    var devices =
        IntStream.range(0, gpus)
            .mapToObj("    - {name: gpu-%d}"::formatted)
            .collect(java.util.stream.Collectors.joining("\n"));
    apply(
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: %s-gpus}
        spec:
          driver: gpu.example.com
          nodeName: %s
          pool: {name: %s, generation: 1, resourceSliceCount: 1}
          devices:
        %s
        """
            .formatted(node, node, node, devices));
  }

  void claim(String name) {
    claim(name, 1);
  }

  void claim(String name, int count) {
    apply(
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: '%s', namespace: default}
        spec:
          devices:
            requests:
            - name: gpu
              exactly: {deviceClassName: gpu, allocationMode: ExactCount, count: %d}
        """
            .formatted(name, count));
  }

  /** A pod that uses these claims. */
  void pod(String name, String... claims) {
    podThat(name, "", claims);
  }

  /**
   * @param more further fields of the pod's spec, as YAML
   */
  void podThat(String name, String more, String... claims) {
    var entries = new StringBuilder();
    for (var claim : claims) {
      entries.append("\n  - {name: '%s', resourceClaimName: '%s'}".formatted(claim, claim));
    }
    apply(
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: '%s', namespace: default}
        spec:
          schedulerName: default-scheduler
          containers: [{name: main, image: none}]
          %s
          resourceClaims: %s
        status: {phase: Pending}
        """
            .formatted(name, more, entries.isEmpty() ? "[]" : entries.toString()));
  }

  /** A pod with a claim of its own and the same name. */
  void podWithGpu(String name) {
    claim(name);
    pod(name, name);
  }

  void run() {
    loop.run();
  }

  void advance(Duration time) {
    loop.advance(time);
  }

  void seconds(int seconds) {
    advance(Duration.ofSeconds(seconds));
  }

  String nodeOf(String pod) {
    return api.tree(Resources.PODS, "default", pod).text("spec", "nodeName");
  }

  Json.Obj claimTree(String name) {
    return api.tree(Resources.CLAIMS, "default", name);
  }

  /** The devices of a claim as {@code pool/device}. */
  List<String> devices(String claim) {
    return claimTree(claim).objects("status", "allocation", "devices", "results").stream()
        .map(it -> it.text("pool") + "/" + it.text("device"))
        .toList();
  }

  /** The names of the pods for whom a claim is reserved. */
  List<String> users(String claim) {
    return claimTree(claim).objects("status", "reservedFor").stream()
        .map(it -> it.text("name"))
        .toList();
  }

  Json.Obj condition(String pod) {
    return api.tree(Resources.PODS, "default", pod).objects("status", "conditions").stream()
        .filter(it -> it.text("type").equals("PodScheduled"))
        .findFirst()
        .orElse(Json.Obj.EMPTY);
  }

  /** Writes as {@code VERB type name/subresource}, without events. */
  List<String> writes() {
    return api.writes().stream().map(Call::toString).toList();
  }

  /** How many times the scheduler has decided. */
  long decisions() {
    return registry.scrape().stream()
        .filter(
            it ->
                it.getMetadata()
                    .getName()
                    .equals("scheduler_scheduling_algorithm_duration_seconds"))
        .flatMap(it -> ((HistogramSnapshot) it).getDataPoints().stream())
        .mapToLong(it -> it.getCount())
        .sum();
  }

  double counter(String name, String... labels) {
    return registry.scrape().stream()
        .filter(it -> it.getMetadata().getName().equals(name))
        .flatMap(it -> ((CounterSnapshot) it).getDataPoints().stream())
        .filter(it -> has(it.getLabels(), labels))
        .mapToDouble(it -> it.getValue())
        .sum();
  }

  double gauge(String name, String... labels) {
    return registry.scrape().stream()
        .filter(it -> it.getMetadata().getName().equals(name))
        .flatMap(it -> ((GaugeSnapshot) it).getDataPoints().stream())
        .filter(it -> has(it.getLabels(), labels))
        .mapToDouble(it -> it.getValue())
        .sum();
  }

  private static boolean has(Labels all, String... labels) {
    for (int i = 0; i < labels.length; i += 2) {
      if (!labels[i + 1].equals(all.get(labels[i]))) {
        return false;
      }
    }
    return true;
  }
}

package dev.dray.controller;

import static dev.dray.client.FakeApi.is;
import static dev.dray.controller.Bench.NS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.client.Call.Verb;
import dev.dray.client.Fault;
import dev.dray.client.Resources;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Claims are counted under upstream's names and those of KEP-4816. */
class ClaimMetricsTest {
  private final Bench bench = new Bench();

  private static Map<String, Double> values(Bench.Replica replica, String name) {
    var values = new TreeMap<String, Double>();
    for (var metric : replica.metrics.scrape()) {
      if (metric.getMetadata().getName().equals(name)) {
        switch (metric) {
          case CounterSnapshot it ->
              it.getDataPoints().forEach(at -> values.put(text(at.getLabels()), at.getValue()));
          case GaugeSnapshot it ->
              it.getDataPoints().forEach(at -> values.put(text(at.getLabels()), at.getValue()));
          default -> throw new AssertionError(metric);
        }
      }
    }
    return values;
  }

  private static String text(Labels labels) {
    return labels.stream()
        .map(it -> it.getName() + "=" + it.getValue())
        .collect(Collectors.joining(","));
  }

  private void putRanked(String template) {
    var alternative = Json.obj("name", "a", "deviceClassName", "gpu");
    var request = Json.obj("name", "gpu", "firstAvailable", Json.Arr.of(alternative));
    bench.api.put(Resources.TEMPLATES, Bench.template(template, request));
  }

  @Test
  void creations_are_counted_with_their_failures() {
    var replica = bench.start();
    bench.putTemplate("plain");
    putRanked("ranked");
    bench.api.next(is(Verb.CREATE, Resources.CLAIMS), 2, Fault.unavailable());
    bench.putPod("p", "gpu=plain");
    bench.pass(Duration.ofSeconds(1));
    bench.putPod("q", "gpu=ranked");
    bench.loop.run();

    assertThat(values(replica, "dynamic_resource_allocation_resourceclaim_creates"))
        .containsExactly(
            Map.entry("admin_access=false,owner_api_group=,owner_api_kind=Pod,status=failure", 2.0),
            Map.entry(
                "admin_access=false,owner_api_group=,owner_api_kind=Pod,status=success", 2.0));
    assertThat(values(replica, "resourceclaim_controller_create"))
        .containsExactly(
            Map.entry("prioritized_list=false", 3.0), Map.entry("prioritized_list=true", 1.0));
    assertThat(values(replica, "resourceclaim_controller_create_failures"))
        .containsExactly(Map.entry("prioritized_list=false", 2.0));
  }

  @Test
  void claims_are_counted_by_what_they_are() {
    bench.putTemplate("plain");
    putRanked("ranked");
    bench.putPod("p", "gpu=plain");
    bench.putPod("q", "gpu=ranked");
    bench.api.put(Resources.CLAIMS, Bench.held(Bench.claim("mine")));
    bench.api.put(
        Resources.CLAIMS,
        Bench.claim("extended")
            .with(
                List.of("metadata", "annotations"),
                Json.obj("resource.kubernetes.io/extended-resource-claim", "true")));
    var replica = bench.start();
    bench.schedule("q");
    bench.loop.run();

    assertThat(values(replica, "dynamic_resource_allocation_resource_claims"))
        .containsExactly(
            Map.entry("admin_access=false,allocated=false,source=extended_resource", 1.0),
            Map.entry("admin_access=false,allocated=false,source=resource_claim_template", 1.0),
            Map.entry("admin_access=false,allocated=true,source=", 1.0),
            Map.entry("admin_access=false,allocated=true,source=resource_claim_template", 1.0));
    assertThat(values(replica, "resourceclaim_controller_resource_claims"))
        .containsExactly(
            Map.entry("prioritized_list=false", 3.0), Map.entry("prioritized_list=true", 1.0));
    assertThat(values(replica, "resourceclaim_controller_allocated_resource_claims"))
        .containsExactly(
            Map.entry("prioritized_list=false", 1.0), Map.entry("prioritized_list=true", 1.0));

    bench.api.remove(Resources.CLAIMS, NS, "mine");
    bench.loop.run();

    assertThat(values(replica, "resourceclaim_controller_resource_claims"))
        .containsEntry("prioritized_list=false", 2.0);
  }

  @Test
  void queues_are_measured_by_name() {
    bench.putTemplate("plain");
    bench.putPod("p", "gpu=plain");
    var replica = bench.start();

    assertThat(values(replica, "workqueue_adds").keySet())
        .containsExactly("name=device-taint-eviction-controller", "name=resource_claim");
    assertThat(values(replica, "workqueue_adds").get("name=resource_claim")).isPositive();
    assertThat(values(replica, "workqueue_depth")).containsEntry("name=resource_claim", 0.0);
  }

  @Test
  void features_are_told_with_their_stage() {
    assertThat(values(bench.start(), "kubernetes_feature_enabled"))
        .containsEntry("name=DRAResourceSliceMixins,stage=ALPHA", 1.0)
        .containsEntry("name=DRADerivedAttributes,stage=ALPHA", 0.0)
        .containsEntry("name=DynamicResourceAllocation,stage=", 1.0);
  }

  @Test
  void a_successor_may_count_in_the_same_registry() {
    var first = bench.start();
    first.stop();

    new Controllers(
        bench.api,
        bench.loop,
        first.informers,
        new dev.dray.events.Events(bench.api, bench.loop, "x"),
        bench.gates,
        first.metrics);

    assertThat(first.metrics.scrape().size()).isPositive();
  }
}

package dev.dray.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.client.Resources;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What operators count, under upstream's names. */
class SchedulerMetricsTest {
  private final World world = new World();

  private double refusedBy(String plugin) {
    return world.gauge(
        "scheduler_unschedulable_pods", "plugin", plugin, "profile", "default-scheduler");
  }

  @Test
  void pods_that_wait_count_for_each_plugin_that_refuses_them() {
    world.node("n1", "1");
    world.node("n2");
    world.apply(
        """
        apiVersion: v1
        kind: Node
        metadata: {name: n3}
        spec: {taints: [{key: gone, effect: NoSchedule}]}
        """);
    world.claim("a");
    world.podThat(
        "a", "containers: [{name: main, image: none, resources: {requests: {cpu: '2'}}}]", "a");
    world.podWithGpu("b");
    world.podThat("c", "nodeSelector: {no: node}");
    world.run();

    assertThat(refusedBy("NodeResourcesFit")).isEqualTo(1);
    assertThat(refusedBy("DynamicResources")).isEqualTo(2);
    assertThat(refusedBy("TaintToleration")).isEqualTo(3);
    assertThat(refusedBy("NodeAffinity")).isEqualTo(1);
  }

  @Test
  void who_finds_a_node_or_is_deleted_counts_no_longer() {
    world.node("n1");
    world.podWithGpu("a");
    world.podWithGpu("b");
    world.run();
    assertThat(refusedBy("DynamicResources")).isEqualTo(2);

    world.api.remove(Resources.PODS, "default", "b");
    world.run();
    assertThat(refusedBy("DynamicResources")).isEqualTo(1);

    world.gpus("n1", 1);
    world.seconds(30);
    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(refusedBy("DynamicResources")).isZero();
  }

  @Test
  void who_is_refused_again_counts_once() {
    world.nodeWithGpus("n1", 1);
    world.claim("a", 2);
    world.pod("a", "a");
    world.run();

    world.node("n2", "1");
    world.seconds(20 * 60);

    assertThat(world.decisions()).isGreaterThan(2);
    assertThat(refusedBy("DynamicResources")).isEqualTo(1);
  }

  @Test
  void who_is_not_considered_yet_counts_for_what_it_waits_for() {
    world.node("n1");
    world.podThat("a", "schedulingGates: [{name: later}]", "missing");
    world.run();
    assertThat(refusedBy("SchedulingGates")).isEqualTo(1);

    world.api.edit(
        Resources.PODS,
        "default",
        "a",
        it -> it.with(List.of("spec", "schedulingGates"), Json.Arr.of()));
    world.run();
    assertThat(refusedBy("SchedulingGates")).isZero();
    assertThat(refusedBy("DynamicResources")).isEqualTo(1);
  }

  @Test
  void features_are_told_with_their_stage() {
    var off = Gates.defaults().without(Gate.DRA_RESOURCE_SLICE_MIXINS);
    var other = new World(SchedulerOptions.defaults(off));

    assertThat(feature(world, "DRAResourceSliceMixins", "ALPHA")).isEqualTo(1);
    assertThat(feature(other, "DRAResourceSliceMixins", "ALPHA")).isZero();
    assertThat(feature(other, "DRAConsumableCapacity", "BETA")).isEqualTo(1);
    assertThat(feature(other, "DynamicResourceAllocation", "")).isEqualTo(1);
  }

  private static double feature(World world, String name, String stage) {
    return world.gauge("kubernetes_feature_enabled", "name", name, "stage", stage);
  }
}

package dev.dray.framework.whatif;

import static dev.dray.framework.Clusters.GPU_CLASS;
import static dev.dray.framework.Clusters.ONE_GPU;
import static dev.dray.framework.Clusters.PLAIN;
import static dev.dray.framework.Clusters.node;
import static dev.dray.framework.Clusters.pod;
import static dev.dray.framework.whatif.OfflineSchedulerTest.placing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.resource.ResourceClaim;
import dev.dray.cluster.Cluster;
import dev.dray.framework.Clusters;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {
  private static final String CLAIM =
      """
      ---
      apiVersion: resource.k8s.io/v1
      kind: ResourceClaim
      metadata: {name: shared}
      spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}
      """;

  static Simulation.Result run(Cluster cluster, Simulation.IdleClaims idle) {
    return Simulation.run(placing(cluster), idle, () -> {});
  }

  static List<String> run(Cluster cluster) {
    return run(cluster, Simulation.IdleClaims.LEFT_ALONE).pods().stream()
        .map(OfflineSchedulerTest::text)
        .toList();
  }

  private static ResourceClaim claim(Cluster cluster, String prefix) {
    return cluster.claims().stream()
        .filter(it -> it.metadata().name().startsWith(prefix))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_claim_that_no_pod_uses_is_left_alone() {
    var result =
        run(Clusters.of(GPU_CLASS, node("a", "", 1), CLAIM), Simulation.IdleClaims.LEFT_ALONE);

    assertThat(result.idle()).hasSize(1);
    assertThat(result.allPlaced()).isTrue();
    assertThat(result.after().claims().getFirst().status().allocation()).isEmpty();
  }

  @Test
  void a_claim_that_no_pod_uses_can_be_allocated() {
    var result =
        run(Clusters.of(GPU_CLASS, node("a", "", 1), CLAIM), Simulation.IdleClaims.ALLOCATED);

    assertThat(result.idle()).isEmpty();
    assertThat(result.allPlaced()).isTrue();
    assertThat(result.after().claims().getFirst().status().allocation()).isPresent();
    assertThat(result.after().claims().getFirst().status().reservedFor()).isEmpty();
  }

  @Test
  void a_claim_that_no_pod_uses_may_have_to_wait() {
    var result = run(Clusters.of(GPU_CLASS, CLAIM), Simulation.IdleClaims.ALLOCATED);

    assertThat(result.allPlaced()).isFalse();
    assertThat(result.claims())
        .singleElement()
        .isInstanceOfSatisfying(
            OfflineScheduler.Allocated.Waits.class,
            it ->
                assertThat(it.reason().message())
                    .isEqualTo("0/1 nodes are available: 1 cannot allocate all claims."));
  }

  /**
   * The claim cannot be checked for on b, where its selector fails on a device. From a it gets a
   * device that b can use, too.
   */
  @Test
  void a_pod_is_tried_again_when_its_shared_claim_was_allocated_for_another() {
    var net =
        """
        ---
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: {name: ok}
        spec:
          selectors: [{cel: {expression: 'device.attributes["gpu.example.com"].ok'}}]
        ---
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: net}
        spec:
          driver: net.example.com
          allNodes: true
          pool: {name: net, generation: 1, resourceSliceCount: 1}
          devices: [{name: net-0, attributes: {gpu.example.com/ok: {bool: true}}}]
        """;
    var use = "resourceClaims: [{name: gpu, resourceClaimName: shared}]\n" + PLAIN;
    var cluster =
        Clusters.of(
            GPU_CLASS,
            net,
            node("a", "", 0),
            node("b", "", 1),
            CLAIM.replace("deviceClassName: gpu", "deviceClassName: ok"),
            pod("p", "priority: 9\nnodeSelector: {kubernetes.io/hostname: b}\n" + use),
            pod("q", "nodeSelector: {kubernetes.io/hostname: a}\n" + use));

    assertThat(OfflineSchedulerTest.place(cluster).getFirst()).startsWith("p: 0/2 nodes");
    assertThat(run(cluster)).containsExactly("p on b", "q on a");
  }

  @Test
  void every_pod_is_one_step() {
    var steps = new AtomicInteger();
    var cluster = Clusters.of(node("a", "", 0), pod("p", PLAIN), pod("q", PLAIN));

    Simulation.run(placing(cluster), Simulation.IdleClaims.LEFT_ALONE, steps::incrementAndGet);

    assertThat(steps).hasValue(2);
  }

  @Test
  void the_result_is_where_the_next_simulation_begins() {
    var first =
        run(
            Clusters.of(GPU_CLASS, node("a", "", 1), pod("p", ONE_GPU), pod("q", ONE_GPU)),
            Simulation.IdleClaims.LEFT_ALONE);

    assertThat(run(first.after()))
        .containsExactly("q: 0/1 nodes are available: 1 cannot allocate all claims.");
  }

  @Test
  void a_pod_that_has_ended_holds_nothing() {
    var placed =
        run(
                Clusters.of(GPU_CLASS, node("a", "", 1), pod("p", ONE_GPU)),
                Simulation.IdleClaims.LEFT_ALONE)
            .after();
    var ended =
        placed.withPods(
            placed.pods().stream()
                .map(
                    pod ->
                        pod.withStatus(
                            new dev.dray.api.core.PodStatus(
                                "Succeeded", pod.status().resourceClaimStatuses())))
                .toList());
    var next = ClusterChanges.with(ended, Clusters.of(pod("q", ONE_GPU)));

    assertThat(run(next)).containsExactly("q on a");
  }

  @Test
  void draining_a_node_sends_its_pods_elsewhere_and_frees_their_devices() {
    var placed =
        run(
                Clusters.of(GPU_CLASS, node("a", "", 1), node("b", "", 1), pod("p", ONE_GPU)),
                Simulation.IdleClaims.LEFT_ALONE)
            .after();

    var drained = NodeDrain.drain(placed, "a");

    assertThat(drained.claims()).isEmpty();
    assertThat(run(drained)).containsExactly("p on b");
  }

  @Test
  void a_shared_claim_keeps_its_devices_while_somebody_uses_it() {
    var use = "resourceClaims: [{name: gpu, resourceClaimName: shared}]\n" + PLAIN;
    var placed =
        run(
                Clusters.of(GPU_CLASS, node("a", "", 1), CLAIM, pod("p", use), pod("q", use)),
                Simulation.IdleClaims.LEFT_ALONE)
            .after();

    var one = NodeDrain.remove(placed, placed.pods().getFirst());
    var none = NodeDrain.remove(one, one.pods().getFirst());

    assertThat(claim(one, "shared").status().allocation()).isPresent();
    assertThat(claim(one, "shared").status().reservedFor()).hasSize(1);
    assertThat(claim(none, "shared").status().allocation()).isEmpty();
    assertThat(claim(none, "shared").metadata().finalizers()).isEmpty();
  }

  @Test
  void pods_of_daemon_sets_stay_on_a_drained_node() {
    var daemon =
        """
        ---
        apiVersion: v1
        kind: Pod
        metadata:
          name: d
          ownerReferences:
          - {apiVersion: apps/v1, kind: DaemonSet, name: d, uid: u, controller: true}
        spec: {nodeName: a, containers: [{name: main}]}
        """;
    var cluster = Clusters.of(node("a", "", 0), node("b", "", 0), daemon);

    assertThat(PodQueue.pending(NodeDrain.drain(cluster, "a").pods())).isEmpty();
  }

  @Test
  void pods_that_were_evicted_are_younger_than_those_that_wait() {
    var cluster =
        Clusters.of(
            node("a", "", 0),
            node("b", "", 0),
            pod("evicted", "nodeName: a\n" + PLAIN),
            pod("waiting", PLAIN));

    assertThat(PodQueue.pending(NodeDrain.drain(cluster, "a").pods()))
        .extracting(pod -> pod.metadata().name())
        .containsExactly("waiting", "evicted");
  }

  @Test
  void a_node_that_is_gone_takes_its_devices_along() {
    var cluster = Clusters.of(GPU_CLASS, node("a", "", 1), node("b", "", 1), pod("p", ONE_GPU));

    var without = ClusterChanges.without(cluster, "Node", "", "a");

    assertThat(without.slices()).hasSize(1);
    assertThat(run(without)).containsExactly("p on b");
  }

  @Test
  void copies_of_a_node_have_devices_of_their_own() {
    var template = Clusters.of(node("new", "", 1));
    var cluster = Clusters.of(GPU_CLASS, pod("p", ONE_GPU), pod("q", ONE_GPU), pod("r", ONE_GPU));

    var more = ClusterCopies.ofNodes(cluster.withNodes(template.nodes()), template, 2);

    assertThat(more.nodes())
        .extracting(node -> node.metadata().labels().get("kubernetes.io/hostname"))
        .containsExactly("new", "new-1", "new-2");
    assertThat(run(more))
        .containsExactly(
            "p on new-1",
            "q on new-2",
            "r: 0/3 nodes are available: 3 cannot allocate all claims.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [new]}]}]}",
        """
        {nodeSelectorTerms: [{matchExpressions: [
          {key: kubernetes.io/hostname, operator: In, values: [new]}]}]}\
        """
      })
  void copies_of_nodes_have_the_devices_that_select_them(String selector) {
    var slice = Clusters.slice("new", 1);
    var template =
        Clusters.of(
            node("new", "", 0), slice.replace("nodeName: new", "nodeSelector: " + selector));
    var each =
        Clusters.of(
            node("new", "", 0),
            slice
                .replace("nodeName: new", "perDeviceNodeSelection: true")
                .replace("{name: gpu-0}", "{name: gpu-0, nodeSelector: %s}".formatted(selector)));
    var cluster = Clusters.of(GPU_CLASS, pod("p", ONE_GPU), pod("q", ONE_GPU), pod("r", ONE_GPU));

    for (var one : List.of(template, each)) {
      assertThat(run(ClusterCopies.ofNodes(cluster.withNodes(template.nodes()), one, 2)))
          .containsExactly(
              "p on new-1",
              "q on new-2",
              "r: 0/3 nodes are available: 3 cannot allocate all claims.");
    }
  }

  @Test
  void copies_of_nodes_have_the_devices_that_name_them_and_their_counters() {
    var pool =
        "{driver: gpu.example.com, perDeviceNodeSelection: true,"
            + " pool: {name: new, generation: 1, resourceSliceCount: 2}";
    var template =
        Clusters.of(
            node("new", "", 0),
            """
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: counters}
            spec: %1$s, sharedCounters: [{name: set, counters: {c: {value: 1}}}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: devices}
            spec: %1$s, devices: [{name: gpu-0, nodeName: new, consumesCounters: [{counterSet: set, counters: {c: {value: 1}}}]}]}
            """
                .formatted(pool));
    var cluster = Clusters.of(GPU_CLASS, pod("p", ONE_GPU), pod("q", ONE_GPU));

    assertThat(run(ClusterCopies.ofNodes(cluster.withNodes(template.nodes()), template, 2)))
        .containsExactly("p on new-1", "q on new-2");
  }

  @Test
  void copies_avoid_names_that_are_taken() {
    var template = Clusters.of(node("new", "", 1));
    var cluster = Clusters.of(node("new-1", "", 0));

    assertThat(ClusterCopies.ofNodes(cluster, template, 2).nodes())
        .extracting(node -> node.metadata().name())
        .containsExactly("new-1", "new-2", "new-3");
  }

  @Test
  void copies_avoid_pools_that_are_taken() {
    var template = Clusters.of(node("new", "", 1));
    var cluster =
        Clusters.of(
            node("old", "", 0),
            Clusters.slice("old", 1).replace("name: old, generation", "name: new-1, generation"));

    assertThat(ClusterCopies.ofNodes(cluster, template, 1).slices())
        .extracting(slice -> slice.spec().pool().name())
        .containsExactly("new-1", "new-2");
  }

  @Test
  void nodes_that_are_only_named_stay_when_others_are_added() {
    var cluster = Clusters.of(GPU_CLASS, Clusters.slice("old", 1), pod("p", ONE_GPU));
    var more = ClusterCopies.ofNodes(cluster, Clusters.of(node("new", "", 0)), 1);

    assertThat(run(more)).containsExactly("p on old");
  }

  @Test
  void copies_of_a_pod_want_a_place_each() {
    var cluster = Clusters.of(GPU_CLASS, node("a", "", 2), pod("p", ONE_GPU));

    assertThat(run(ClusterCopies.ofPod(cluster, cluster.pods().getFirst(), 3)))
        .containsExactly(
            "p on a", "p-2 on a", "p-3: 0/1 nodes are available: 1 cannot allocate all claims.");
  }

  @Test
  void an_object_given_again_replaces_the_one_there_was() {
    var cluster = Clusters.of(GPU_CLASS, node("a", "unschedulable: true", 1), pod("p", ONE_GPU));

    assertThat(run(cluster)).first().asString().contains("unschedulable");
    assertThat(run(ClusterChanges.with(cluster, Clusters.of(node("a", "", 1)))))
        .containsExactly("p on a");
  }
}

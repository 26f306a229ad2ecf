package dev.dray.framework.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.Allocator;
import dev.dray.allocation.FilterTimeout;
import dev.dray.allocation.Parallelizer;
import dev.dray.allocation.placement.AllocationOutcome;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.cluster.Cluster;
import dev.dray.framework.Clusters;
import dev.dray.framework.NodeToStatus;
import dev.dray.framework.UnschedulableReason;
import dev.dray.framework.node.NodeInfo;
import dev.dray.ledger.Ledger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Small clusters by chance: whatever happens, some things hold. */
class OfflineSchedulerPropertyTest {
  private static final String CLASSES =
      Clusters.GPU_CLASS
          + """
          ---
          apiVersion: resource.k8s.io/v1
          kind: ResourceClaimTemplate
          metadata: {name: pair}
          spec:
            spec:
              devices:
                requests: [{name: gpus, exactly: {deviceClassName: gpu, count: 2}}]
          ---
          apiVersion: resource.k8s.io/v1
          kind: ResourceClaimTemplate
          metadata: {name: pair-or-one}
          spec:
            spec:
              devices:
                requests:
                - name: gpus
                  firstAvailable:
                  - {name: pair, deviceClassName: gpu, count: 2}
                  - {name: one, deviceClassName: gpu}
          ---
          apiVersion: resource.k8s.io/v1
          kind: ResourceClaim
          metadata: {name: shared}
          spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}
          """;

  private static final List<String> CLAIMS =
      List.of(
          "[]",
          "[{name: x, resourceClaimTemplateName: one-gpu}]",
          "[{name: x, resourceClaimTemplateName: pair}]",
          "[{name: x, resourceClaimTemplateName: pair-or-one}]",
          "[{name: x, resourceClaimName: shared}]",
          "[{name: x, resourceClaimName: shared}, {name: y, resourceClaimTemplateName: one-gpu}]",
          "[{name: x, resourceClaimTemplateName: absent}]");

  private static Cluster cluster(long seed) {
    var random = new Random(seed);
    var texts = new ArrayList<String>();
    texts.add(CLASSES);
    int nodes = 1 + random.nextInt(4);
    for (int i = 0; i < nodes; i++) {
      texts.add(
          """
          ---
          apiVersion: v1
          kind: Node
          metadata: {name: n%d, labels: {kubernetes.io/hostname: n%d, zone: z%d}}
          spec: {unschedulable: %b, taints: [{key: k, effect: %s}]}
          status: {allocatable: {cpu: %d, memory: 4Gi, pods: %d}}
          """
              .formatted(
                  i,
                  i,
                  i % 2,
                  random.nextInt(8) == 0,
                  random.nextInt(4) == 0 ? "NoSchedule" : "PreferNoSchedule",
                  1 + random.nextInt(4),
                  1 + random.nextInt(4)));
      texts.add(Clusters.slice("n" + i, 1 + random.nextInt(3)));
    }
    if (random.nextBoolean()) {
      texts.add(Clusters.slice("everywhere", 2).replace("nodeName: everywhere", "allNodes: true"));
    }
    int pods = random.nextInt(8);
    for (int i = 0; i < pods; i++) {
      texts.add(
          Clusters.pod(
              "p" + i,
              """
              priority: %d
              nodeSelector: {%s}
              tolerations: [%s]
              containers: [{name: main, resources: {requests: {cpu: %d, memory: 1Gi}}}]
              resourceClaims: %s
              """
                  .formatted(
                      random.nextInt(2),
                      random.nextInt(4) == 0 ? "zone: z0" : "",
                      random.nextInt(3) == 0 ? "{key: k, operator: Exists}" : "",
                      random.nextInt(3),
                      CLAIMS.get(random.nextInt(CLAIMS.size())))));
    }
    return Clusters.of(texts.toArray(String[]::new));
  }

  private static OfflineScheduler placing(Cluster cluster, Parallelizer parallelizer) {
    return new OfflineScheduler(cluster, Gates.defaults(), parallelizer, FilterTimeout.ENDLESS);
  }

  private static Simulation.Result run(OfflineScheduler scheduler) {
    return Simulation.run(scheduler, Simulation.IdleClaims.LEFT_ALONE, () -> {});
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void no_device_is_given_twice_and_the_ledger_is_what_the_claims_say(long seed) {
    var scheduler = placing(cluster(seed), Parallelizer.CALLER);

    var after = run(scheduler).after();

    var given = new HashSet<String>();
    for (var claim : after.claims()) {
      for (var device : devices(claim)) {
        assertThat(given.add(device)).as(device).isTrue();
      }
    }
    assertThat(scheduler.ledger()).isEqualTo(Ledger.of(after.claims()));
  }

  private static List<String> devices(ResourceClaim claim) {
    return claim.status().allocation().stream()
        .flatMap(allocation -> allocation.devices().results().stream())
        .map(it -> it.driver() + "/" + it.pool() + "/" + it.device())
        .toList();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void the_same_cluster_gives_the_same_answer_however_many_work_on_it(long seed) {
    Parallelizer backwards =
        (tasks, task) -> {
          for (int i = tasks - 1; i >= 0; i--) {
            task.accept(i);
          }
        };

    var one = run(placing(cluster(seed), Parallelizer.CALLER));
    var other = run(placing(cluster(seed), backwards));

    assertThat(texts(other)).isEqualTo(texts(one));
    assertThat(other.after()).isEqualTo(one.after());
  }

  private static List<String> texts(Simulation.Result result) {
    return result.pods().stream().map(OfflineSchedulerTest::text).toList();
  }

  /** What is remembered of nodes must be what a look at all of them from scratch finds. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void each_pod_goes_where_it_would_go_if_the_cluster_had_just_been_read(long seed) {
    var scheduler = placing(cluster(seed), Parallelizer.CALLER);
    for (var pod : scheduler.pending()) {
      var afresh = placing(scheduler.cluster(), Parallelizer.CALLER);

      var expected = OfflineSchedulerTest.text(afresh.place(pod));

      assertThat(OfflineSchedulerTest.text(scheduler.place(pod))).isEqualTo(expected);
      assertThat(scheduler.cluster()).isEqualTo(afresh.cluster());
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void what_is_not_looked_up_again_for_many_nodes_makes_no_difference(long seed) {
    var scheduler =
        new OfflineScheduler(
            cluster(seed), Gates.defaults(), Parallelizer.CALLER, FilterTimeout.ENDLESS, 0);
    for (var pod : scheduler.pending()) {
      var expected = placing(scheduler.cluster(), Parallelizer.CALLER).place(pod);

      assertThat(OfflineSchedulerTest.text(scheduler.place(pod)))
          .isEqualTo(OfflineSchedulerTest.text(expected));
    }
    assertThat(scheduler.ledger()).isEqualTo(Ledger.of(scheduler.cluster().claims()));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void nobody_waits_for_devices_that_the_engine_would_find(long seed) {
    var scheduler = placing(cluster(seed), Parallelizer.CALLER);
    for (var outcome : scheduler.pending().stream().map(scheduler::place).toList()) {
      if (outcome instanceof PodOutcome.Waits(_, UnschedulableReason.NoNode reason)
          && reason.reasons().keySet().equals(java.util.Set.of(NodeToStatus.NO_DEVICES))) {
        var snapshot = scheduler.cluster().inventory(Gates.defaults()).snapshot();
        assertThat(NodeInfo.of(scheduler.cluster()))
            .noneMatch(
                node ->
                    new Allocator(Gates.defaults())
                            .allocate(
                                snapshot, scheduler.ledger(), node.node(), reason.unallocated())
                        instanceof AllocationOutcome.Fits);
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void draining_all_nodes_leaves_nothing_in_use(long seed) {
    var after = run(placing(cluster(seed), Parallelizer.CALLER)).after();

    var drained = after;
    for (var node : after.nodes()) {
      drained = NodeDrain.drain(drained, node.metadata().name());
    }

    assertThat(drained.ledger()).isEqualTo(Ledger.empty());
    assertThat(PodQueue.pending(drained.pods())).hasSameSizeAs(drained.pods());
  }
}

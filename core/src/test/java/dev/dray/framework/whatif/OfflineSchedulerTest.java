package dev.dray.framework.whatif;

import static dev.dray.framework.Clusters.GPU_CLASS;
import static dev.dray.framework.Clusters.ONE_GPU;
import static dev.dray.framework.Clusters.PLAIN;
import static dev.dray.framework.Clusters.node;
import static dev.dray.framework.Clusters.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.FilterTimeout;
import dev.dray.allocation.Parallelizer;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ResourceClaimConsumerReference;
import dev.dray.cluster.Cluster;
import dev.dray.framework.Clusters;
import dev.dray.ledger.Ledger;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pods that are placed one after the other. */
public class OfflineSchedulerTest {

  public static OfflineScheduler placing(Cluster cluster) {
    return new OfflineScheduler(
        cluster, Gates.defaults(), Parallelizer.CALLER, FilterTimeout.ENDLESS);
  }

  /** Where all pending pods went, or why not, in the order of the queue. */
  public static List<String> place(Cluster cluster) {
    var scheduler = placing(cluster);
    return scheduler.pending().stream()
        .map(scheduler::place)
        .map(OfflineSchedulerTest::text)
        .toList();
  }

  public static String text(PodOutcome outcome) {
    var name = outcome.pod().metadata().name();
    return switch (outcome) {
      case PodOutcome.On on -> name + " on " + on.node();
      case PodOutcome.Waits waits -> name + ": " + waits.message();
    };
  }

  @Test
  void a_pod_with_a_template_gets_a_claim_of_its_own() {
    var scheduler = placing(Clusters.of(GPU_CLASS, node("a", "", 1), pod("train", ONE_GPU)));

    var placed = (PodOutcome.On) scheduler.place(scheduler.pending().getFirst());

    var claim = placed.claims().getFirst();
    assertThat(placed.node()).isEqualTo("a");
    assertThat(claim.metadata().name()).matches("train-gpu-[a-z0-9]{5}");
    assertThat(claim.metadata().generateName()).isEqualTo("train-gpu-");
    assertThat(claim.metadata().labels()).containsEntry("team", "blue");
    assertThat(claim.metadata().annotations())
        .containsEntry("resource.kubernetes.io/pod-claim-name", "gpu");
    assertThat(claim.metadata().ownerReferences())
        .singleElement()
        .satisfies(owner -> assertThat(owner.uid()).isEqualTo("Pod/default/train"));
    assertThat(claim.metadata().finalizers())
        .containsExactly("resource.kubernetes.io/delete-protection");
    assertThat(claim.status().reservedFor())
        .containsExactly(
            new ResourceClaimConsumerReference("", "pods", "train", "Pod/default/train"));
    assertThat(claim.status().allocation().orElseThrow().devices().results())
        .singleElement()
        .satisfies(device -> assertThat(device.device()).isEqualTo("gpu-0"));
    assertThat(placed.pod().spec().nodeName()).isEqualTo("a");
    assertThat(placed.pod().status().resourceClaimStatuses())
        .singleElement()
        .satisfies(it -> assertThat(it.resourceClaimName()).isEqualTo(claim.metadata().name()));
  }

  @Test
  void what_was_placed_is_in_the_cluster_and_in_the_ledger() {
    var scheduler = placing(Clusters.of(GPU_CLASS, node("a", "", 1), pod("train", ONE_GPU)));

    scheduler.pending().forEach(scheduler::place);

    assertThat(scheduler.pending()).isEmpty();
    assertThat(scheduler.cluster().claims()).hasSize(1);
    assertThat(scheduler.ledger()).isEqualTo(Ledger.of(scheduler.cluster().claims()));
    assertThat(scheduler.ledger().claims()).isEqualTo(scheduler.cluster().claims());
  }

  @Test
  void devices_go_to_the_first_pods_and_the_last_one_is_told_why_it_waits() {
    var cluster =
        Clusters.of(
            GPU_CLASS,
            node("a", "", 1),
            node("b", "", 1),
            node("c", "taints: [{key: own, value: x, effect: NoSchedule}]", 1),
            pod("p1", ONE_GPU),
            pod("p2", ONE_GPU),
            pod("p3", ONE_GPU));

    assertThat(place(cluster))
        .containsExactly(
            "p1 on a",
            "p2 on b",
            "p3: 0/3 nodes are available: 1 node(s) had untolerated taint {own: x},"
                + " 2 cannot allocate all claims.");
  }

  @Test
  void a_pod_that_waits_for_devices_has_an_explanation() {
    var scheduler =
        placing(Clusters.of(GPU_CLASS, node("a", "", 1), pod("p1", ONE_GPU), pod("p2", ONE_GPU)));

    var waits =
        (PodOutcome.Waits) scheduler.pending().stream().map(scheduler::place).toList().getLast();

    assertThat(waits.reason().explanations())
        .singleElement()
        .satisfies(it -> assertThat(it.toText()).contains("gpu-0").contains("in use"));
  }

  @Test
  void pods_go_by_priority_then_age_then_name() {
    var cluster =
        Clusters.of(
            node("a", "", 0),
            pod("z", "priority: 5\n" + PLAIN),
            pod("b", PLAIN),
            pod("a", PLAIN),
            """
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: old, creationTimestamp: "2020-01-01T00:00:00Z"}
            spec: {priority: 5, containers: [{name: main}]}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: new, creationTimestamp: "2021-01-01T00:00:00Z"}
            spec: {priority: 5, containers: [{name: main}]}
            """);

    assertThat(placing(cluster).pending().stream().map(pod -> pod.metadata().name()))
        .containsExactly("z", "old", "new", "a", "b");
  }
}

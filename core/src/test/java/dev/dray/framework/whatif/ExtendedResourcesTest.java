package dev.dray.framework.whatif;

import static dev.dray.framework.Clusters.pod;
import static dev.dray.framework.whatif.OfflineSchedulerTest.place;
import static dev.dray.framework.whatif.OfflineSchedulerTest.placing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.resource.claim.DeviceRequest;
import dev.dray.framework.Clusters;
import org.junit.jupiter.api.Test;

/** Extended resources for which device classes stand. */
class ExtendedResourcesTest {
  private static final String CLASS =
      """
      apiVersion: resource.k8s.io/v1
      kind: DeviceClass
      metadata: {name: gpu}
      spec:
        extendedResourceName: example.com/gpu
        selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]
      """;

  private static final String WITH_PLUGIN =
      """
      ---
      apiVersion: v1
      kind: Node
      metadata: {name: a}
      status: {allocatable: {cpu: 4, example.com/gpu: 1}}
      """;

  private static final String WITH_DRIVER =
      """
      ---
      apiVersion: v1
      kind: Node
      metadata: {name: b}
      status: {allocatable: {cpu: 4}}
      """
          + Clusters.slice("b", 2);

  private static String wants(int gpus) {
    return "containers: [{name: main, resources: {limits: {example.com/gpu: %d}}}]\n"
        .formatted(gpus);
  }

  @Test
  void devices_are_allocated_where_the_node_does_not_offer_the_resource() {
    var scheduler = placing(Clusters.of(CLASS, WITH_DRIVER, pod("p", wants(2))));

    var placed = (PodOutcome.On) scheduler.place(scheduler.pending().getFirst());

    assertThat(placed.claims())
        .singleElement()
        .satisfies(
            claim -> {
              assertThat(claim.metadata().name()).startsWith("p-extended-resources-");
              assertThat(claim.metadata().annotations())
                  .containsEntry("resource.kubernetes.io/extended-resource-claim", "true");
              assertThat(claim.spec().devices().requests())
                  .extracting(DeviceRequest::name)
                  .containsExactly("container-0-request-0");
              assertThat(claim.status().allocation().orElseThrow().devices().results()).hasSize(2);
              assertThat(claim.status().reservedFor()).hasSize(1);
            });
  }

  @Test
  void a_node_that_offers_the_resource_itself_needs_no_claim() {
    var scheduler = placing(Clusters.of(CLASS, WITH_PLUGIN, pod("p", wants(1))));

    var placed = (PodOutcome.On) scheduler.place(scheduler.pending().getFirst());

    assertThat(placed.claims()).isEmpty();
  }

  @Test
  void both_kinds_of_nodes_run_out() {
    var cluster =
        Clusters.of(
            CLASS,
            WITH_PLUGIN,
            WITH_DRIVER,
            pod("p1", wants(1)),
            pod("p2", wants(1)),
            pod("p3", wants(1)),
            pod("p4", wants(1)));

    assertThat(place(cluster))
        .containsExactly(
            "p1 on a",
            "p2 on b",
            "p3 on b",
            "p4: 0/2 nodes are available: 1 Insufficient example.com/gpu, 1 cannot allocate all"
                + " claims.");
  }

  @Test
  void a_class_can_be_asked_for_by_its_own_name() {
    var byName =
        "containers: [{name: main, resources: {limits:"
            + " {deviceclass.resource.kubernetes.io/gpu: 1}}}]\n";

    assertThat(place(Clusters.of(CLASS, WITH_DRIVER, pod("p", byName)))).containsExactly("p on b");
  }

  @Test
  void an_extended_resource_that_nobody_has_is_waited_for() {
    var other = "containers: [{name: main, resources: {limits: {example.com/fpga: 1}}}]\n";

    assertThat(place(Clusters.of(CLASS, WITH_DRIVER, pod("p", other))))
        .containsExactly("p: 0/1 nodes are available: 1 Insufficient example.com/fpga.");
  }

  /** The init container needs two devices, of which one is the container's. */
  @Test
  void init_containers_use_the_devices_of_later_containers() {
    var spec =
        """
        initContainers: [{name: i, resources: {limits: {example.com/gpu: 2}}}]
        containers: [{name: main, resources: {limits: {example.com/gpu: 1}}}]
        """;
    var scheduler = placing(Clusters.of(CLASS, WITH_DRIVER, pod("p", spec)));

    var placed = (PodOutcome.On) scheduler.place(scheduler.pending().getFirst());

    assertThat(placed.claims().getFirst().spec().devices().requests())
        .extracting(DeviceRequest::name, it -> it.exactly().orElseThrow().count())
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("container-0-request-0", 1L),
            org.assertj.core.groups.Tuple.tuple("container-1-request-0", 1L));
  }
}

package dev.dray.scheduler;

import static dev.dray.client.FakeApi.is;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.client.Call.Verb;
import dev.dray.client.Resources;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pods that wait are tried when something might help them, and at no other time. */
class WakeUpTest {
  private final World world = new World();

  private long decisionsDuring(Runnable task) {
    long before = world.decisions();
    task.run();
    world.run();
    return world.decisions() - before;
  }

  private void waitingForGpu(String pod) {
    world.podWithGpu(pod);
    world.run();
    assertThat(world.nodeOf(pod)).isEmpty();
  }

  private void touch(dev.dray.client.ResourceType<?> type, String namespace, String name) {
    world.api.edit(
        type,
        namespace,
        name,
        it -> it.with(List.of("metadata", "annotations"), Json.obj("touched", "yes")));
  }

  private void deallocate(String claim) {
    world.api.edit(Resources.CLAIMS, "default", claim, it -> it.without("status"));
  }

  private void end(String pod) {
    world.api.edit(
        Resources.PODS,
        "default",
        pod,
        it -> it.with(List.of("status", "phase"), Json.of("Succeeded")));
  }

  @Test
  void a_new_node_with_devices_helps() {
    waitingForGpu("a");

    world.nodeWithGpus("n1", 1);
    world.run();

    assertThat(world.nodeOf("a")).isEqualTo("n1");
  }

  @Test
  void a_new_slice_helps() {
    world.node("n1");
    waitingForGpu("a");

    world.gpus("n1", 1);
    world.run();

    assertThat(world.nodeOf("a")).isEqualTo("n1");
  }

  @Test
  void a_slice_that_brings_nothing_new_costs_no_decision() {
    world.node("n1");
    waitingForGpu("a");
    world.apply(
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: nics}
        spec:
          driver: nic.example.com
          nodeName: n1
          pool: {name: nics, generation: 1, resourceSliceCount: 1}
          devices: [{name: nic-0}]
        """);
    world.run();

    long decisions = decisionsDuring(() -> touch(Resources.SLICES, "", "nics"));

    assertThat(decisions).isZero();
  }

  @Test
  void devices_of_another_driver_cost_no_decision() {
    world.nodeWithGpus("n1", 0);
    waitingForGpu("a");

    long decisions =
        decisionsDuring(
            () ->
                world.apply(
                    """
                    apiVersion: resource.k8s.io/v1
                    kind: ResourceSlice
                    metadata: {name: nics}
                    spec:
                      driver: nic.example.com
                      nodeName: n1
                      pool: {name: nics, generation: 1, resourceSliceCount: 1}
                      devices: [{name: nic-0}]
                    """));

    assertThat(decisions).isZero();
  }

  @Test
  void a_patch_that_makes_a_device_fit_helps_and_one_that_does_nothing_costs_nothing() {
    world.nodeWithGpus("n1", 1);
    world.apply(
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: a, namespace: default}
        spec:
          devices:
            requests:
            - name: gpu
              exactly:
                deviceClassName: gpu
                allocationMode: ExactCount
                count: 1
                selectors:
                - cel:
                    expression: >-
                      "colour" in device.attributes["gpu.example.com"]
                      && device.attributes["gpu.example.com"].colour == "red"
        """);
    world.pod("a", "a");
    world.run();
    assertThat(world.nodeOf("a")).isEmpty();

    long useless = decisionsDuring(() -> world.apply(patch("useless", "elsewhere")));
    assertThat(useless).isZero();

    world.apply(patch("useful", "n1"));
    world.run();
    assertThat(world.nodeOf("a")).isEqualTo("n1");
  }

  @Test
  void labels_of_what_makes_up_the_inventory_cost_no_decision() {
    world.nodeWithGpus("n1", 1);
    world.apply(patch("p", "n1"));
    world.apply(
        """
        apiVersion: resource.k8s.io/v1
        kind: DeviceTaintRule
        metadata: {name: r}
        spec: {deviceSelector: {pool: n1}, taint: {key: k, effect: NoSchedule}}
        """);
    waitingForGpu("a");

    assertThat(
            decisionsDuring(
                () -> {
                  touch(Resources.PATCHES, "", "p");
                  touch(Resources.TAINT_RULES, "", "r");
                  touch(Resources.CLASSES, "", "gpu");
                  touch(Resources.SLICES, "", "n1-gpus");
                }))
        .isZero();
    // Something else that helps nobody, in the same turn.
    assertThat(
            decisionsDuring(
                () -> {
                  touch(Resources.CLASSES, "", "gpu");
                  world.nodeWithGpus("n2", 0);
                }))
        .isZero();
  }

  private static String patch(String name, String pool) {
    return """
    apiVersion: resource.k8s.io/v1alpha3
    kind: ResourceSlicePatch
    metadata: {name: %s}
    spec:
      devices:
        filter: {pool: %s}
        attributes: {gpu.example.com/colour: {string: red}}
    """
        .formatted(name, pool);
  }

  @Test
  void a_class_that_was_missing_helps() {
    world.nodeWithGpus("n1", 1);
    world.api.remove(Resources.CLASSES, "", "gpu");
    waitingForGpu("a");
    assertThat(world.condition("a").text("message"))
        .startsWith("0/1 nodes are available: request gpu: device class gpu does not exist.");

    world.apply(
        """
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: {name: gpu}
        """);
    world.run();

    assertThat(world.nodeOf("a")).isEqualTo("n1");
  }

  @Test
  void a_claim_that_gives_its_devices_back_helps() {
    world.nodeWithGpus("n1", 1);
    world.podWithGpu("a");
    world.run();
    waitingForGpu("b");

    deallocate("a");
    world.run();

    assertThat(world.nodeOf("b")).isEqualTo("n1");
  }

  @Test
  void an_allocated_claim_that_goes_helps_and_an_unallocated_one_does_not() {
    world.nodeWithGpus("n1", 1);
    world.podWithGpu("a");
    world.claim("idle");
    world.run();
    waitingForGpu("b");

    long decisions = decisionsDuring(() -> world.api.remove(Resources.CLAIMS, "default", "idle"));
    assertThat(decisions).isZero();

    world.api.remove(Resources.CLAIMS, "default", "a");
    world.run();
    assertThat(world.nodeOf("b")).isEqualTo("n1");
  }

  @Test
  void claims_of_others_that_come_change_or_are_allocated_cost_no_decision() {
    world.nodeWithGpus("n1", 1);
    world.podWithGpu("a");
    world.run();
    waitingForGpu("b");

    assertThat(decisionsDuring(() -> world.claim("other"))).isZero();
    assertThat(decisionsDuring(() -> touch(Resources.CLAIMS, "default", "other"))).isZero();
    assertThat(decisionsDuring(() -> touch(Resources.CLAIMS, "default", "a"))).isZero();
    assertThat(decisionsDuring(() -> touch(Resources.CLAIMS, "default", "b"))).isZero();
  }

  @Test
  void a_claim_that_comes_lets_its_pod_be_considered() {
    world.nodeWithGpus("n1", 1);
    world.pod("a", "a");
    world.run();
    assertThat(world.decisions()).isZero();
    assertThat(world.gauge("scheduler_pending_pods", "queue", "gated")).isEqualTo(1);

    world.claim("a");
    world.run();

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(world.decisions()).isEqualTo(1);
  }

  @Test
  void a_claim_made_from_a_template_counts_once_the_pod_says_its_name() {
    world.nodeWithGpus("n1", 1);
    world.pod("a");
    var pod =
        world.api.edit(
            Resources.PODS,
            "default",
            "a",
            it ->
                it.with(
                    List.of("spec", "resourceClaims"),
                    Json.Arr.of(Json.obj("name", "gpu", "resourceClaimTemplateName", "t"))));
    world.run();
    world.claim("made");
    world.api.edit(
        Resources.CLAIMS,
        "default",
        "made",
        it ->
            it.with(
                List.of("metadata", "ownerReferences"),
                Json.Arr.of(
                    Json.obj(
                        "apiVersion",
                        "v1",
                        "kind",
                        "Pod",
                        "name",
                        "a",
                        "uid",
                        pod.metadata().uid(),
                        "controller",
                        true))));
    world.run();
    assertThat(world.decisions()).isZero();

    world.api.edit(
        Resources.PODS,
        "default",
        "a",
        it ->
            it.with(
                List.of("status", "resourceClaimStatuses"),
                Json.Arr.of(Json.obj("name", "gpu", "resourceClaimName", "made"))));
    world.run();

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(world.decisions()).isEqualTo(1);
  }

  @Test
  void a_gate_that_is_lifted_lets_the_pod_be_considered() {
    world.node("n1");
    world.podThat("a", "schedulingGates: [{name: not-yet}]");
    world.seconds(15);
    assertThat(world.decisions()).isZero();
    assertThat(world.condition("a").text("reason")).isEqualTo("SchedulingGated");

    world.api.edit(
        Resources.PODS, "default", "a", it -> it.without(List.of("spec", "schedulingGates")));
    world.run();

    assertThat(world.nodeOf("a")).isEqualTo("n1");
  }

  @Test
  void room_that_a_pod_leaves_when_it_ends_or_goes_helps() {
    world.node("n1", "1");
    for (var name : List.of("a", "b", "c")) {
      world.podThat(
          name, "containers: [{name: main, image: none, resources: {requests: {cpu: '1'}}}]");
    }
    world.run();
    assertThat(world.nodeOf("a")).isEqualTo("n1");

    end("a");
    world.run();
    assertThat(world.nodeOf("b")).isEqualTo("n1");
    assertThat(world.nodeOf("c")).isEmpty();

    world.api.remove(Resources.PODS, "default", "b");
    world.run();
    assertThat(world.nodeOf("c")).isEqualTo("n1");
  }

  @Test
  void room_does_not_help_whom_devices_are_lacking() {
    world.nodeWithGpus("n1", 0);
    world.pod("a");
    world.run();
    waitingForGpu("b");

    assertThat(decisionsDuring(() -> end("a"))).isZero();
  }

  @Test
  void a_nodes_heartbeat_costs_no_decision_and_a_label_counts() {
    world.node("n1");
    world.podThat("a", "nodeSelector: {disk: fast}");
    world.run();
    assertThat(world.nodeOf("a")).isEmpty();

    long decisions =
        decisionsDuring(
            () ->
                world.api.edit(
                    Resources.NODES,
                    "",
                    "n1",
                    it ->
                        it.with(
                            List.of("status", "conditions"),
                            Json.Arr.of(Json.obj("type", "Ready", "status", "True")))));
    assertThat(decisions).isZero();

    world.api.edit(
        Resources.NODES,
        "",
        "n1",
        it -> it.with(List.of("metadata", "labels", "disk"), Json.of("fast")));
    world.run();
    assertThat(world.nodeOf("a")).isEqualTo("n1");
  }

  @Test
  void what_the_scheduler_writes_into_a_pods_status_wakes_nobody() {
    world.nodeWithGpus("n1", 0);

    waitingForGpu("a");

    assertThat(world.condition("a").text("status")).isEqualTo("False");
    assertThat(world.decisions()).isEqualTo(1);
  }

  @Test
  void equal_pods_are_woken_one_by_one_as_long_as_it_helps() {
    world.nodeWithGpus("n1", 0);
    IntStream.range(0, 100).forEach(i -> world.podWithGpu("p%03d".formatted(i)));
    world.run();
    assertThat(world.decisions()).isEqualTo(100);

    long decisions = decisionsDuring(() -> world.nodeWithGpus("n2", 3));

    assertThat(decisions).isEqualTo(3);
    assertThat(List.of(world.nodeOf("p000"), world.nodeOf("p001"), world.nodeOf("p002")))
        .containsOnly("n2");
    assertThat(world.nodeOf("p003")).isEmpty();
  }

  @Test
  void of_equal_pods_the_next_is_tried_if_the_first_goes_away() {
    world.nodeWithGpus("n1", 1);
    world.podWithGpu("holder");
    world.run();
    IntStream.range(0, 5).forEach(i -> world.podWithGpu("p" + i));
    world.run();
    deallocate("holder");
    world.api.remove(Resources.PODS, "default", "p0");

    world.run();

    assertThat(world.nodeOf("p1")).isEqualTo("n1");
  }

  @Test
  void who_waits_for_very_long_is_tried_again_anyway() {
    world.nodeWithGpus("n1", 0);
    waitingForGpu("a");

    world.seconds(4 * 60);
    assertThat(world.decisions()).isEqualTo(1);
    world.seconds(2 * 60);
    assertThat(world.decisions()).isEqualTo(2);
  }

  @Test
  void a_binding_that_fails_gives_others_a_chance() {
    world.nodeWithGpus("n1", 1);
    world.podWithGpu("a");
    world.podWithGpu("b");
    world.api.next(
        is(Verb.UPDATE, Resources.CLAIMS, "status").and(it -> it.name().equals("a")),
        new dev.dray.client.Fault.Refuse(422, "Invalid", "wrong"));

    world.seconds(5);

    assertThat(world.nodeOf("b")).isEqualTo("n1");
    assertThat(world.nodeOf("a")).isEmpty();
  }

  @Test
  void a_pod_that_ended_before_anybody_told_where_it_ran_gives_its_room_to_the_next() {
    world.node("n1", "1");
    for (var name : List.of("a", "b")) {
      world.podThat(
          name, "containers: [{name: main, image: none, resources: {requests: {cpu: '1'}}}]");
    }
    world.api.before(
        is(Verb.CREATE, Resources.PODS, "binding"), () -> world.api.hold(Resources.PODS));
    world.run();
    assertThat(world.nodeOf("a")).isEqualTo("n1");
    end("a");

    world.api.forget(Resources.PODS);
    world.api.letGo(Resources.PODS);
    world.seconds(5);

    assertThat(world.nodeOf("b")).isEqualTo("n1");
  }
}

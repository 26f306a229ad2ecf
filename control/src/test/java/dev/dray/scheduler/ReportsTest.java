package dev.dray.scheduler;

import static dev.dray.client.FakeApi.is;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.client.Call.Verb;
import dev.dray.client.Fault;
import dev.dray.client.Resources;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What people are told. */
class ReportsTest {
  private final World world = new World();

  private List<String> messages(String reason) {
    return world.api.events(reason).stream().map(it -> it.text("message")).toList();
  }

  private long conditionsWritten() {
    return world.api.calls().stream()
        .filter(is(Verb.STRATEGIC_PATCH, Resources.PODS, "status"))
        .count();
  }

  @Test
  void success_is_told_when_there_is_time() {
    world.node("n1");
    world.pod("a");
    world.run();
    assertThat(messages("Scheduled")).isEmpty();

    world.seconds(1);

    assertThat(messages("Scheduled")).containsExactly("Successfully assigned default/a to n1");
    assertThat(world.api.events("Scheduled").getFirst().text("type")).isEqualTo("Normal");
  }

  @Test
  void success_is_told_of_every_pod_sooner_or_later() {
    IntStream.range(0, 10).forEach(i -> world.node("n" + i));
    IntStream.range(0, 500).forEach(i -> world.pod("p%03d".formatted(i)));

    world.seconds(5);

    assertThat(messages("Scheduled")).hasSize(500);
    assertThat(world.counter("dray_scheduler_dropped_events")).isZero();
  }

  @Test
  void what_is_still_to_be_told_is_told_when_the_scheduler_stops() {
    world.node("n1");
    world.pod("a");
    world.run();

    world.scheduler.stop();
    world.run();

    assertThat(messages("Scheduled")).hasSize(1);
  }

  @Test
  void who_waits_is_told_in_upstreams_words_first_and_then_why() {
    world.nodeWithGpus("n1", 1);
    world.nodeWithGpus("n2", 1);
    world.podWithGpu("a");
    world.podWithGpu("b");
    world.run();
    world.podWithGpu("c");
    world.run();

    assertThat(messages("FailedScheduling"))
        .singleElement()
        .satisfies(
            it ->
                assertThat(it)
                    .startsWith(
                        "0/2 nodes are available: 2 cannot allocate all claims. preemption: 0/2"
                            + " nodes are available: 2 Preemption is not helpful for"
                            + " scheduling.\n")
                    .contains("request gpu")
                    .contains("in use"));
    assertThat(world.condition("c"))
        .satisfies(
            it -> {
              assertThat(it.text("status")).isEqualTo("False");
              assertThat(it.text("reason")).isEqualTo("Unschedulable");
              assertThat(it.text("message")).isEqualTo(messages("FailedScheduling").getFirst());
              assertThat(it.text("lastTransitionTime")).isNotEmpty();
            });
  }

  @Test
  void who_waits_is_not_told_what_claims_of_other_namespaces_are_called() {
    world.nodeWithGpus("n1", 2);
    world.podWithGpu("secret-project");
    elsewhere("first");
    world.run();
    elsewhere("second");
    world.podWithGpu("another");
    world.run();

    assertThat(told("second")).contains("gpu-0 by claims of other namespaces, gpu-1 by");
    assertThat(told("second")).contains("elsewhere/first").doesNotContain("secret-project");
    assertThat(told("another")).contains("default/secret-project").doesNotContain("elsewhere");
  }

  private String told(String pod) {
    return world.api.events("FailedScheduling").stream()
        .filter(it -> it.text("involvedObject", "name").equals(pod))
        .map(it -> it.text("message"))
        .collect(Collectors.joining());
  }

  /** A pod in another namespace, with a claim for a GPU. */
  private void elsewhere(String name) {
    world.apply(
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: %1$s, namespace: elsewhere}
        spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu, count: 1}}]}}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: %1$s, namespace: elsewhere}
        spec:
          schedulerName: default-scheduler
          containers: [{name: main, image: x}]
          resourceClaims: [{name: gpu, resourceClaimName: %1$s}]
        """
            .formatted(name));
  }

  private void taint(String node, Json... taints) {
    world.api.edit(
        Resources.NODES, "", node, it -> it.with(List.of("spec", "taints"), Json.Arr.of(taints)));
  }

  @Test
  void a_reason_that_no_longer_holds_is_replaced_soon_even_if_that_helps_nobody() {
    world.nodeWithGpus("n1", 0);
    taint("n1", Json.obj("key", "node.kubernetes.io/not-ready", "effect", "NoSchedule"));
    world.podWithGpu("a");
    world.podWithGpu("b");
    world.run();
    assertThat(world.condition("a").text("message")).contains("untolerated taint");

    taint("n1");
    world.seconds(15);

    for (var pod : List.of("a", "b")) {
      assertThat(world.condition(pod).text("message"))
          .startsWith("0/1 nodes are available: 1 cannot allocate all claims.")
          .contains("claim default/%s, request gpu".formatted(pod));
      assertThat(told(pod)).contains("cannot allocate all claims");
    }
  }

  @Test
  void nor_is_it_kept_if_the_pod_has_a_mistake_of_its_own() {
    world.nodeWithGpus("n1", 1);
    taint("n1", Json.obj("key", "node.kubernetes.io/not-ready", "effect", "NoSchedule"));
    world.claim("a", 33);
    world.pod("a", "a");
    world.run();

    taint("n1");
    world.seconds(15);

    assertThat(world.condition("a").text("message")).contains("exceeds the claim limit");
    long decisions = world.decisions();
    world.seconds(60);
    assertThat(world.decisions()).isEqualTo(decisions);
  }

  @Test
  void many_that_wait_are_not_all_told_anew_at_once() {
    world.nodeWithGpus("n1", 0);
    IntStream.range(0, 500).forEach(i -> world.podWithGpu("p%03d".formatted(i)));
    world.seconds(1);
    long before = conditionsWritten();

    world.node("n2");
    world.seconds(10);

    assertThat(conditionsWritten() - before).isBetween(50L, 250L);
    world.seconds(60);
    assertThat(conditionsWritten() - before).isEqualTo(500);
  }

  @Test
  void what_is_not_considered_of_a_pod_is_told_once() {
    world.nodeWithGpus("n1", 0);
    world.podThat("plain", "");
    world.podThat("placed", "topologySpreadConstraints: [{maxSkew: 1}]");
    world.claim("a");
    world.podThat(
        "waits",
        "containers: [{name: main, image: none, ports: [{containerPort: 80, hostPort: 80}]}]",
        "a");
    world.seconds(11 * 60);

    assertThat(world.decisions()).isGreaterThan(3);
    assertThat(world.api.events("FieldsNotConsidered"))
        .extracting(it -> it.text("involvedObject", "name") + ": " + it.text("message"))
        .containsExactly(
            "placed: ignored: topologySpreadConstraints. The pod is scheduled as if these were not"
                + " set",
            "waits: ignored: containers.ports.hostPort. The pod is scheduled as if these were not"
                + " set");
    assertThat(world.api.events("FieldsNotConsidered"))
        .allSatisfy(
            it -> {
              assertThat(it.text("type")).isEqualTo("Warning");
              assertThat(it.find("count")).contains(Json.of(1));
            });
  }

  @Test
  void what_is_told_is_short_enough_to_read() {
    IntStream.range(0, 40).forEach(i -> world.nodeWithGpus("node-with-a-long-name-" + i, i % 7));
    world.claim("a", 31);
    world.pod("a", "a");

    world.run();

    assertThat(messages("FailedScheduling"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.length()).isLessThanOrEqualTo(1024);
              assertThat(it).doesNotEndWith("...");
              assertThat(it.lines().count()).isGreaterThan(1);
            });
  }

  @Test
  void without_nodes_there_are_no_nodes() {
    world.pod("a");

    world.run();

    assertThat(messages("FailedScheduling")).containsExactly("no nodes available to schedule pods");
  }

  @Test
  void nodes_without_room_are_told_as_upstream_tells_them() {
    world.node("n1", "1");
    world.node("n2", "1");
    world.api.edit(
        Resources.NODES, "", "n2", it -> it.with(List.of("spec", "unschedulable"), Json.of(true)));
    world.podThat(
        "a", "containers: [{name: main, image: none, resources: {requests: {cpu: '2'}}}]");

    world.run();

    assertThat(messages("FailedScheduling"))
        .containsExactly(
            "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) were unschedulable."
                + " preemption: 0/2 nodes are available: 1 No preemption victims found for"
                + " incoming pod, 1 Preemption is not helpful for scheduling.");
  }

  @Test
  void the_condition_is_written_once_and_again_only_if_it_changes() {
    world.nodeWithGpus("n1", 0);
    world.podWithGpu("a");
    world.run();
    assertThat(conditionsWritten()).isEqualTo(1);

    world.seconds(11 * 60);
    assertThat(world.decisions()).isGreaterThan(2);
    assertThat(conditionsWritten()).isEqualTo(1);

    world.node("n2");
    world.seconds(6 * 60);
    assertThat(conditionsWritten()).isEqualTo(2);
    assertThat(world.condition("a").text("message")).startsWith("0/2 nodes");
  }

  @Test
  void a_condition_that_is_there_is_not_written_again_after_a_restart() {
    world.nodeWithGpus("n1", 0);
    world.podWithGpu("a");
    world.run();

    world.restart();
    world.run();

    assertThat(world.decisions()).isEqualTo(1);
    assertThat(conditionsWritten()).isEqualTo(1);
  }

  @Test
  void a_condition_that_could_not_be_written_is_written_soon_though_nothing_happens() {
    world.api.next(is(Verb.STRATEGIC_PATCH, Resources.PODS, "status"), new Fault.Lose());
    world.nodeWithGpus("n1", 0);
    world.podWithGpu("a");
    world.run();
    assertThat(world.condition("a")).isEqualTo(Json.Obj.EMPTY);

    world.seconds(10);

    assertThat(world.condition("a").text("reason")).isEqualTo("Unschedulable");
    assertThat(conditionsWritten()).isEqualTo(2);
  }

  @Test
  void a_condition_that_could_not_be_written_is_not_written_of_a_pod_that_has_its_node() {
    world.api.next(is(Verb.STRATEGIC_PATCH, Resources.PODS, "status"), new Fault.Lose());
    world.nodeWithGpus("n1", 0);
    world.podWithGpu("a");
    world.run();

    world.nodeWithGpus("n2", 1);
    world.seconds(30);

    assertThat(world.condition("a").text("status")).isEqualTo("True");
    assertThat(conditionsWritten()).isEqualTo(1);
  }

  @Test
  void a_pod_whose_claims_are_missing_for_long_is_told_so() {
    world.node("n1");
    world.pod("a", "gone");
    world.seconds(5);
    assertThat(world.api.events()).isEmpty();

    world.seconds(15);

    assertThat(messages("FailedScheduling")).containsExactly("resourceclaim \"gone\" not found");
    assertThat(world.condition("a").text("reason")).isEqualTo("Unschedulable");
    world.seconds(60);
    assertThat(conditionsWritten()).isEqualTo(1);
  }

  private void faultyPatch(String name, String colour) {
    world.apply(
        """
        apiVersion: resource.k8s.io/v1alpha3
        kind: ResourceSlicePatch
        metadata: {name: %s, generation: 1}
        spec:
          devices:
            filter:
              selectors: [{cel: {expression: 'device.attributes["gpu.example.com"].%s == "red"'}}]
            attributes: {gpu.example.com/hot: {bool: true}}
        """
            .formatted(name, colour));
  }

  @Test
  void a_patch_with_a_faulty_filter_hears_of_it_once_with_devices_and_their_number() {
    world.nodeWithGpus("n1", 3);
    world.nodeWithGpus("n2", 1);
    faultyPatch("faulty", "colour");
    world.run();
    world.nodeWithGpus("n3", 1);
    world.seconds(60);

    assertThat(world.api.events("CELRuntimeError"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.text("involvedObject", "kind")).isEqualTo("ResourceSlicePatch");
              assertThat(it.text("involvedObject", "name")).isEqualTo("faulty");
              assertThat(it.text("type")).isEqualTo("Warning");
              assertThat(it.text("message"))
                  .isEqualTo(
                      "not applied to 4 devices (gpu.example.com/n1/gpu-0,"
                          + " gpu.example.com/n1/gpu-1, gpu.example.com/n1/gpu-2, …): selectors[0]:"
                          + " no such key: colour");
            });
  }

  @Test
  void what_is_wrong_with_a_patch_is_told_again_before_its_event_expires_until_it_is_mended() {
    world.nodeWithGpus("n1", 1);
    faultyPatch("faulty", "colour");
    world.run();
    var first = world.api.events("CELRuntimeError").getFirst();

    world.advance(Duration.ofMinutes(59));
    world.run();
    var again = world.api.events("CELRuntimeError");
    assertThat(again).hasSize(1);
    assertThat(again.getFirst().number("count").orElseThrow()).isGreaterThan(1);
    assertThat(again.getFirst().text("lastTimestamp")).isGreaterThan(first.text("lastTimestamp"));

    world.api.remove(Resources.PATCHES, "", "faulty");
    world.advance(Duration.ofHours(3));
    assertThat(world.api.events("CELRuntimeError")).isEqualTo(again);
  }

  @Test
  void a_patch_that_is_changed_and_still_faulty_hears_of_it_at_once() {
    world.nodeWithGpus("n1", 1);
    faultyPatch("faulty", "colour");
    world.run();

    faultyPatch("faulty", "shade");
    world.seconds(2);

    assertThat(world.api.events("CELRuntimeError"))
        .extracting(it -> it.text("message"))
        .containsExactlyInAnyOrder(
            "not applied to 1 device (gpu.example.com/n1/gpu-0): selectors[0]: no such key: colour",
            "not applied to 1 device (gpu.example.com/n1/gpu-0): selectors[0]: no such key: shade");
  }

  @Test
  void a_patch_that_is_changed_and_has_the_same_fault_hears_of_it_again_at_once() {
    world.nodeWithGpus("n1", 1);
    faultyPatch("faulty", "colour");
    world.run();
    var before = world.api.events("CELRuntimeError");
    assertThat(before).hasSize(1);

    world.apply(
        """
        apiVersion: resource.k8s.io/v1alpha3
        kind: ResourceSlicePatch
        metadata: {name: faulty, generation: 2}
        spec:
          devices:
            filter:
              selectors: [{cel: {expression: 'device.attributes["gpu.example.com"].colour == "red"'}}]
            attributes: {gpu.example.com/cold: {bool: true}}
        """);
    world.seconds(2);

    assertThat(world.api.events("CELRuntimeError")).isNotEqualTo(before);
  }

  @Test
  void however_many_patches_are_faulty_a_few_events_are_written_at_a_time() {
    world.nodeWithGpus("n1", 1);
    world.run();
    for (int i = 0; i < 100; i++) {
      faultyPatch("p" + i, "colour");
    }

    world.run();
    assertThat(world.api.events("CELRuntimeError")).hasSizeLessThan(30);

    world.seconds(60);
    assertThat(world.api.events("CELRuntimeError")).hasSize(100);
  }

  @Test
  void failures_and_attempts_are_counted() {
    world.nodeWithGpus("n1", 1);
    world.podWithGpu("a");
    world.podWithGpu("b");

    world.run();

    assertThat(world.counter("scheduler_schedule_attempts", "result", "scheduled")).isEqualTo(1);
    assertThat(world.counter("scheduler_schedule_attempts", "result", "unschedulable"))
        .isEqualTo(1);
    assertThat(world.counter("dray_scheduler_failures", "reason", "no_node")).isEqualTo(1);
    assertThat(
            world.counter(
                "scheduler_queue_incoming_pods", "queue", "active", "event", "UnscheduledPodAdd"))
        .isEqualTo(2);
  }

  @Test
  void each_of_many_equal_pods_is_told_of_its_own_claim() {
    world.nodeWithGpus("n1", 0);
    IntStream.range(0, 3).forEach(i -> world.podWithGpu("p" + i));

    world.run();

    for (int i = 0; i < 3; i++) {
      assertThat(world.condition("p" + i).text("message"))
          .contains("claim default/p" + i + ", request gpu")
          .doesNotContain("p" + (i + 1) % 3);
    }
  }
}

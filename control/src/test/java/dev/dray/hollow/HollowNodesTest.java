package dev.dray.hollow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.json.Json;
import dev.dray.api.meta.LabelQuery;
import dev.dray.client.Call;
import dev.dray.client.FakeApi;
import dev.dray.client.Fault;
import dev.dray.client.Resources;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of pods on simulated nodes. */
class HollowNodesTest {
  private static final String SLICE =
      """
      nodeName: node-1
      devices: [{name: gpu-0}, {name: gpu-1}]
      """;

  private final HollowWorld world = new HollowWorld().node("node-1").slice("slice", SLICE);

  private Map<String, String> conditions(Json.Obj status) {
    var conditions = new TreeMap<String, String>();
    status.objects("conditions").forEach(it -> conditions.put(it.text("type"), it.text("status")));
    return conditions;
  }

  @Test
  void a_node_says_once_that_it_is_ready() {
    var status = world.api.tree(Resources.NODES, "", "node-1").object("status");

    assertThat(conditions(status))
        .containsEntry("Ready", "True")
        .containsEntry("MemoryPressure", "False");
    assertThat(status.text("allocatable", "pods")).isEqualTo("110");
    assertThat(world.api.writes()).hasSize(1);
    world.loop.advance(Duration.ofHours(1));
    assertThat(world.api.writes()).hasSize(1);
    world.restart();
    assertThat(world.api.writes()).hasSize(1);
  }

  @Test
  void what_a_node_offers_is_not_overwritten() {
    world.api.put(
        Resources.NODES,
        HollowWorld.yaml("{metadata: {name: big}, status: {capacity: {cpu: '192'}}}"));
    world.loop.run();

    var status = world.api.tree(Resources.NODES, "", "big").object("status");
    assertThat(status.text("capacity", "cpu")).isEqualTo("192");
    assertThat(status.text("allocatable", "cpu")).isEqualTo("192");
    assertThat(status.object("allocatable").has("memory")).isFalse();
  }

  @Test
  void leases_are_renewed_where_they_are_wanted() {
    world.restart(LabelQuery.EVERYTHING, Duration.ofSeconds(10));
    var first = world.api.tree(Resources.LEASES, "kube-node-lease", "node-1");

    world.loop.advance(Duration.ofSeconds(10));

    var second = world.api.tree(Resources.LEASES, "kube-node-lease", "node-1");
    assertThat(second.text("spec", "renewTime")).isGreaterThan(first.text("spec", "renewTime"));
  }

  @Test
  void a_pod_runs_by_one_write() {
    world.claimOf("pod", "device: gpu-0");
    world.api.forgetCalls();

    world.pod("pod", "node-1", "pod");

    assertThat(world.api.writes()).hasSize(1);
    var status = world.status("pod");
    assertThat(status.text("phase")).isEqualTo("Running");
    assertThat(conditions(status))
        .containsEntry("PodScheduled", "True")
        .containsEntry("Initialized", "True")
        .containsEntry("ContainersReady", "True")
        .containsEntry("Ready", "True");
    assertThat(status.text("podIP")).startsWith("10.").isNotEqualTo(status.text("hostIP"));
    assertThat(status.text("startTime")).isEqualTo("2026-11-15T12:00:00Z");
    assertThat(status.objects("containerStatuses"))
        .singleElement()
        .satisfies(it -> assertThat(it.truth("ready")).isTrue())
        .satisfies(
            it ->
                assertThat(it.text("state", "running", "startedAt"))
                    .isEqualTo("2026-11-15T12:00:00Z"));
  }

  @Test
  void a_pod_without_claims_runs() {
    assertThat(world.pod("plain", "node-1").phase("plain")).isEqualTo("Running");
  }

  @Test
  void a_pod_of_another_node_is_left_alone_until_there_is_that_node() {
    world.pod("pod", "node-9");
    assertThat(world.phase("pod")).isEqualTo("Pending");

    world.node("node-9");

    assertThat(world.phase("pod")).isEqualTo("Running");
  }

  @Test
  void nodes_that_are_not_selected_are_left_alone() {
    world.restart(LabelQuery.parse("hollow=true"), Duration.ZERO);
    world.api.put(
        Resources.NODES, HollowWorld.yaml("{metadata: {name: one, labels: {hollow: 'true'}}}"));
    world.loop.run();

    world.pod("here", "one").pod("there", "node-1");

    assertThat(world.phase("here")).isEqualTo("Running");
    assertThat(world.phase("there")).isEqualTo("Pending");
  }

  @Test
  void a_claim_that_comes_to_be_reserved_later_is_waited_for() {
    world.claim("claim", List.of(), "device: gpu-0").pod("pod", "node-1", "claim");
    world.loop.advance(Duration.ofSeconds(1));
    assertThat(world.phase("pod")).isEqualTo("Pending");
    assertThat(world.api.events()).isEmpty();

    world.claim("claim", List.of("pod"), "device: gpu-0");

    assertThat(world.phase("pod")).isEqualTo("Running");
    assertThat(world.loop.timers()).as("nobody waits any more").isLessThanOrEqualTo(1);
  }

  @Test
  void a_pod_that_waits_for_long_says_why_once_and_waits_on() {
    world.claim("claim", List.of(), "device: gpu-0").pod("pod", "node-1", "claim");

    world.loop.advance(Duration.ofMinutes(10));

    assertThat(world.phase("pod")).isEqualTo("Pending");
    assertThat(world.api.events("FailedPrepareDynamicResources"))
        .singleElement()
        .satisfies(
            it ->
                assertThat(it.text("message"))
                    .startsWith(
                        "Failed to prepare dynamic resources: pod pod (uid-of-pod) is not allowed"
                            + " to use ResourceClaim claim ("))
        .satisfies(it -> assertThat(it.number("count")).contains(1L));
  }

  @Test
  void a_claim_that_was_made_for_another_pod_is_not_used() {
    world.claim("made", List.of("pod"), "device: gpu-0");
    var pod = HollowWorld.pod("pod", "node-1", Json.Obj.EMPTY);
    world.put(
        pod.with(
                List.of("spec", "resourceClaims"),
                Json.Arr.of(HollowWorld.yaml("{name: gpu, resourceClaimTemplateName: t}")))
            .with(
                List.of("status", "resourceClaimStatuses"),
                Json.Arr.of(HollowWorld.yaml("{name: gpu, resourceClaimName: made}"))));
    world.loop.advance(Duration.ofSeconds(5));

    assertThat(world.phase("pod")).isEqualTo("Pending");

    world.api.edit(
        Resources.CLAIMS,
        "default",
        "made",
        it ->
            it.with(
                List.of("metadata", "ownerReferences"),
                Json.Arr.of(
                    HollowWorld.yaml(
                        "{apiVersion: v1, kind: Pod, name: pod, uid: uid-of-pod,"
                            + " controller: true}"))));
    world.loop.run();

    assertThat(world.phase("pod")).isEqualTo("Running");
  }

  @Test
  void a_claim_for_extended_resources_is_prepared_too() {
    world.claim("made", List.of("pod"), "device: gpu-0");
    world.put(
        HollowWorld.pod("pod", "node-1", Json.Obj.EMPTY)
            .with(
                List.of("status", "extendedResourceClaimStatus"),
                Json.obj("resourceClaimName", "made")));

    assertThat(world.phase("pod")).isEqualTo("Running");
    assertThat(world.prepared()).isOne();
  }

  @Test
  void a_pod_succeeds_after_the_time_it_was_given() {
    world.annotatedPod("pod", "node-1", "dray.dev/runs-for", "1m30s");
    world.loop.advance(Duration.ofSeconds(89));
    assertThat(world.phase("pod")).isEqualTo("Running");

    world.loop.advance(Duration.ofSeconds(1));

    var status = world.status("pod");
    assertThat(status.text("phase")).isEqualTo("Succeeded");
    assertThat(conditions(status)).containsEntry("Ready", "False");
    assertThat(
            status
                .objects("containerStatuses")
                .getFirst()
                .number("state", "terminated", "exitCode"))
        .contains(0L);
  }

  @Test
  void a_pod_fails_after_the_time_it_was_given() {
    world.annotatedPod("pod", "node-1", "dray.dev/fails-after", "500ms");

    world.loop.advance(Duration.ofSeconds(1));

    assertThat(world.phase("pod")).isEqualTo("Failed");
  }

  @Test
  void a_time_that_cannot_be_read_is_told() {
    world.annotatedPod("pod", "node-1", "dray.dev/runs-for", "soon");

    world.loop.advance(Duration.ofHours(1));

    assertThat(world.phase("pod")).isEqualTo("Running");
    assertThat(world.api.events("InvalidAnnotation")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"5s,5000", "1m30s,90000", "250ms,250", "2h,7200000", "0s,0"})
  void spans_of_time(String text, long millis) {
    assertThat(Annotations.span(text)).contains(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "s", "5 s", "x5s", "5sx", "-5s", "1.5s"})
  void no_spans_of_time(String text) {
    assertThat(Annotations.span(text)).isEmpty();
  }

  @Test
  void after_a_restart_a_pod_runs_only_as_long_as_is_left() {
    world.annotatedPod("pod", "node-1", "dray.dev/runs-for", "60s");
    world.loop.advance(Duration.ofSeconds(40));
    world.restart();

    world.loop.advance(Duration.ofSeconds(19));
    assertThat(world.phase("pod")).isEqualTo("Running");
    world.loop.advance(Duration.ofSeconds(1));

    assertThat(world.phase("pod")).isEqualTo("Succeeded");
  }

  @Test
  void a_pod_that_has_ended_leaves_its_devices_to_others() {
    world.claimOf("first", "device: gpu-0");
    world.put(HollowWorld.pod("first", "node-1", Json.obj("dray.dev/runs-for", "1s"), "first"));
    world.loop.advance(Duration.ofSeconds(2));

    world.podWith("second", "device: gpu-0");

    assertThat(world.phase("first")).isEqualTo("Succeeded");
    assertThat(world.phase("second")).isEqualTo("Running");
  }

  private void delete(String pod) {
    world.api.send(Call.delete(Resources.PODS, "default", pod, "uid-of-" + pod), _ -> {});
    world.loop.run();
  }

  @Test
  void a_pod_that_is_deleted_gives_back_its_devices_and_is_gone() {
    world.podWith("pod", "device: gpu-0");

    delete("pod");

    assertThat(world.isThere("pod")).isFalse();
    assertThat(world.prepared()).isZero();
  }

  @Test
  void a_deleted_pod_with_a_finalizer_is_seen_to_have_ended() {
    world.podWith("pod", "device: gpu-0");
    world.api.edit(
        Resources.PODS,
        "default",
        "pod",
        it ->
            it.with(List.of("metadata", "finalizers"), Json.strings(List.of("example.com/keep"))));
    world.loop.run();

    delete("pod");

    assertThat(world.phase("pod")).isEqualTo("Failed");
    assertThat(world.prepared()).isZero();
    world.api.edit(
        Resources.PODS, "default", "pod", it -> it.without(List.of("metadata", "finalizers")));
  }

  @Test
  void a_pod_that_is_deleted_while_it_waits_is_gone() {
    world.claim("claim", List.of(), "device: gpu-0").pod("pod", "node-1", "claim");

    delete("pod");

    assertThat(world.isThere("pod")).isFalse();
    world.claim("claim", List.of("pod"), "device: gpu-0");
    assertThat(world.prepared()).isZero();
  }

  @Test
  void a_claim_of_two_pods_is_held_until_the_last_is_gone() {
    world.claim("shared", List.of("first", "second"), "device: gpu-0");
    world.pod("first", "node-1", "shared").pod("second", "node-1", "shared");

    delete("first");
    world.podWith("third", "device: gpu-0");

    assertThat(world.phase("third")).isEqualTo("Failed");
    delete("second");
    world.podWith("fourth", "device: gpu-0");
    assertThat(world.phase("fourth")).isEqualTo("Running");
  }

  @Test
  void a_status_that_was_not_written_is_written_again() {
    var writes = FakeApi.is(Call.Verb.STRATEGIC_PATCH, Resources.PODS, "status");
    world.api.next(writes, Fault.unavailable());
    world.api.next(writes, new Fault.LoseAnswer());

    world.pod("pod", "node-1");
    world.loop.advance(Duration.ofSeconds(1));

    assertThat(world.phase("pod")).isEqualTo("Running");
    assertThat(world.api.writes().stream().filter(writes)).hasSize(3);
  }

  @Test
  void what_is_written_late_does_not_undo_what_came_after() {
    var writes = FakeApi.is(Call.Verb.STRATEGIC_PATCH, Resources.PODS, "status");
    world.api.next(writes, new Fault.Lose());
    world.claimOf("pod", "device: gpu-0").pod("pod", "node-1", "pod");

    delete("pod");
    world.loop.advance(Duration.ofMinutes(1));

    assertThat(world.isThere("pod")).isFalse();
    assertThat(world.api.writes().stream().filter(writes)).hasSize(1);
  }

  @Test
  void a_pod_of_the_same_name_is_another_pod() {
    world.podWith("pod", "device: gpu-0");
    world.api.remove(Resources.PODS, "default", "pod");
    world.put(
        HollowWorld.pod("pod", "node-1", Json.Obj.EMPTY)
            .with(List.of("metadata", "uid"), Json.of("another")));

    assertThat(world.phase("pod")).isEqualTo("Running");
    assertThat(world.prepared()).isZero();
  }

  @Test
  void nothing_happens_once_it_is_stopped() {
    world.annotatedPod("before", "node-1", "dray.dev/runs-for", "1s");
    world.stop();

    world.pod("after", "node-1");
    world.loop.advance(Duration.ofSeconds(10));

    assertThat(world.phase("after")).isEqualTo("Pending");
    assertThat(world.phase("before")).isEqualTo("Running");
  }

  private static final String CONDITIONAL =
      "{device: gpu-0, bindingConditions: [Attached], bindingFailureConditions: [Broken]}";

  private void claimThatBinds(String behaviour) {
    world.claim("claim", List.of(), CONDITIONAL);
    world.api.edit(
        Resources.CLAIMS,
        "default",
        "claim",
        it ->
            it.with(
                List.of("metadata", "annotations"),
                Json.obj("dray.dev/binding-conditions", behaviour)));
    world.loop.run();
  }

  private Map<String, String> deviceConditions() {
    var devices = world.api.tree(Resources.CLAIMS, "default", "claim").objects("status", "devices");
    return devices.isEmpty() ? Map.of() : conditions(devices.getFirst());
  }

  @Test
  void devices_become_ready_for_binding_where_an_annotation_says_so() {
    claimThatBinds("true");

    assertThat(deviceConditions()).containsExactly(Map.entry("Attached", "True"));
  }

  @Test
  void devices_fail_to_bind_where_an_annotation_says_so() {
    claimThatBinds("fail");

    assertThat(deviceConditions()).containsExactly(Map.entry("Broken", "True"));
  }

  @Test
  void devices_become_ready_for_binding_after_a_while() {
    claimThatBinds("3s");
    assertThat(deviceConditions()).isEmpty();

    world.loop.advance(Duration.ofSeconds(3));

    assertThat(deviceConditions()).containsExactly(Map.entry("Attached", "True"));
  }

  @Test
  void without_an_annotation_binding_is_somebody_elses_business() {
    world.claim("claim", List.of(), CONDITIONAL);

    world.loop.advance(Duration.ofMinutes(1));

    assertThat(deviceConditions()).isEmpty();
  }

  @Test
  void the_node_may_say_what_becomes_of_binding_conditions() {
    world.api.edit(
        Resources.NODES,
        "",
        "node-1",
        it ->
            it.with(
                List.of("metadata", "annotations"),
                Json.obj("dray.dev/binding-conditions", "true")));
    world.loop.run();
    world.claim("claim", List.of(), CONDITIONAL);

    world.api.edit(
        Resources.CLAIMS,
        "default",
        "claim",
        it ->
            it.with(
                List.of("status", "allocation", "nodeSelector"),
                HollowWorld.yaml(
                    "{nodeSelectorTerms: [{matchFields:"
                        + " [{key: metadata.name, operator: In, values: [node-1]}]}]}")));
    world.loop.run();

    assertThat(deviceConditions()).containsExactly(Map.entry("Attached", "True"));
  }
}

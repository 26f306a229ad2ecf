package dev.dray.controller;

import static dev.dray.client.FakeApi.is;
import static dev.dray.controller.Bench.NS;
import static dev.dray.controller.Bench.allocated;
import static dev.dray.controller.Bench.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.json.Json;
import dev.dray.client.Call.Verb;
import dev.dray.client.Fault;
import dev.dray.client.ManualLoop;
import dev.dray.client.Resources;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pods leave devices with taints that say so, when they must and not before. */
class TaintEvictionTest {
  private static final String NOW = ManualLoop.START.toString();
  private static final String DELETIONS = "device_taint_eviction_controller_pod_deletions";

  private final Bench bench = new Bench();

  @BeforeEach
  void a_device_is_published() {
    publish(1, device("gpu-0"), device("gpu-1"));
  }

  private static Json.Obj device(String name, Json.Obj... taints) {
    return taints.length == 0
        ? Json.obj("name", name)
        : Json.obj("name", name, "taints", Json.Arr.of(taints));
  }

  private static Json.Obj taint(String effect) {
    return Json.obj("key", "broken", "value", "yes", "effect", effect, "timeAdded", NOW);
  }

  private void publish(int generation, Json.Obj... devices) {
    publish("slice", generation, devices);
  }

  private void publish(String slice, int generation, Json.Obj... devices) {
    var pool = Json.obj("name", "pool", "generation", generation, "resourceSliceCount", 1);
    bench.api.put(
        Resources.SLICES,
        Json.obj(
            "metadata",
            Json.obj("name", slice),
            "spec",
            Json.obj(
                "driver",
                "gpu.example.com",
                "pool",
                pool,
                "allNodes",
                true,
                "devices",
                Json.Arr.of(devices))));
    bench.loop.run();
  }

  private static Json.Obj tolerating(String device, Json.Obj... tolerations) {
    return Bench.result(device).with("tolerations", Json.Arr.of(tolerations));
  }

  private static Json.Obj toleration(String effect) {
    return Json.obj("key", "broken", "operator", "Exists", "effect", effect);
  }

  private static Json.Obj toleration(long seconds) {
    return toleration("NoExecute").with("tolerationSeconds", Json.of(seconds));
  }

  /** A pod on a node that holds a device. */
  private void running(String pod, Json.Obj result) {
    bench.putPod(pod, "gpu:" + pod);
    bench.bind(pod);
    bench.api.put(Resources.CLAIMS, allocated(Bench.claim(pod), result, user(pod, bench.uid(pod))));
    bench.loop.run();
  }

  private void rule(String name, String effect) {
    rule(name, effect, Json.obj("driver", "gpu.example.com", "device", "gpu-0"));
  }

  private void rule(String name, String effect, Json.Obj selector) {
    var spec = Json.obj("deviceSelector", selector, "taint", taint(effect));
    bench.api.put(
        Resources.TAINT_RULES,
        Json.obj("metadata", Json.obj("name", name, "generation", 1), "spec", spec));
    bench.loop.run();
  }

  private boolean leaves(String pod) {
    return bench
        .api
        .find(Resources.PODS, NS, pod)
        .map(it -> it.metadata().deletionTimestamp().isPresent())
        .orElse(true);
  }

  private List<String> told() {
    return bench.api.events("DeviceTaintManagerEviction").stream()
        .map(it -> it.text("involvedObject", "name") + ": " + it.text("message"))
        .toList();
  }

  private String status(String rule) {
    var conditions =
        bench.api.tree(Resources.TAINT_RULES, "", rule).objects("status", "conditions");
    assertThat(conditions).hasSize(1);
    var it = conditions.getFirst();
    assertThat(it.text("type")).isEqualTo("EvictionInProgress");
    return "%s %s: %s".formatted(it.text("status"), it.text("reason"), it.text("message"));
  }

  @Test
  void a_pod_leaves_a_tainted_device_at_once() {
    var replica = bench.start();
    running("p", Bench.result("gpu-0"));
    running("q", Bench.result("gpu-1"));
    bench.api.forgetCalls();

    publish(1, device("gpu-0", taint("NoExecute")), device("gpu-1"));

    assertThat(leaves("p")).isTrue();
    assertThat(leaves("q")).isFalse();
    assertThat(bench.writes()).containsExactly(Verb.STRATEGIC_PATCH, Verb.DELETE);
    assertThat(told()).containsExactly("p: Marking for deletion");
    var condition = bench.api.tree(Resources.PODS, NS, "p").objects("status", "conditions");
    assertThat(condition)
        .containsExactly(
            Json.obj(
                "type",
                "DisruptionTarget",
                "status",
                "True",
                "reason",
                "DeletionByDeviceTaintManager",
                "message",
                "Device Taint manager: deleting due to NoExecute taint",
                "lastTransitionTime",
                NOW));
    assertThat(deletions(replica)).isEqualTo(1);
  }

  private static double deletions(Bench.Replica replica) {
    return replica.metrics.scrape().stream()
        .filter(it -> it.getMetadata().getName().equals(DELETIONS))
        .mapToDouble(it -> ((CounterSnapshot) it).getDataPoints().getFirst().getValue())
        .sum();
  }

  @Test
  void a_pod_is_evicted_once_although_its_deletion_is_not_known_yet() {
    bench.start();
    running("p", Bench.result("gpu-0"));
    bench.api.hold(Resources.PODS);
    rule("r", "NoExecute");
    assertThat(leaves("p")).isTrue();
    bench.api.forgetCalls();

    bench.api.edit(
        Resources.CLAIMS,
        NS,
        "p",
        it -> Bench.held(it, user("p", bench.uid("p")), user("q", "another")));
    bench.pass(Duration.ofMinutes(5));

    assertThat(bench.api.calls()).noneMatch(it -> it.verb() == Verb.DELETE);
    assertThat(told()).containsExactly("p: Marking for deletion");
  }

  @Test
  void a_new_replica_keeps_to_the_ten_seconds_of_the_last() {
    var first = bench.start();
    running("p", tolerating("gpu-0", toleration(60)));
    running("q", tolerating("gpu-0", toleration(60)));
    rule("r", "NoExecute");
    bench.pass(Duration.ofSeconds(2));
    assertThat(status("r")).contains("2 pods need to be evicted");
    first.stop();
    bench.api.remove(Resources.PODS, NS, "q");

    bench.start();
    assertThat(status("r")).contains("2 pods need to be evicted");
    bench.pass(Duration.ofSeconds(10));
    assertThat(status("r")).contains("1 pod needs to be evicted");
  }

  @Test
  void other_effects_evict_nobody() {
    bench.start();
    running("p", Bench.result("gpu-0"));

    publish(1, device("gpu-0", taint("NoSchedule"), taint("None")));
    bench.pass(Duration.ofHours(1));

    assertThat(leaves("p")).isFalse();
  }

  @Test
  void a_taint_that_was_there_before_the_controller_counts() {
    publish(1, device("gpu-0", taint("NoExecute")));
    running("p", Bench.result("gpu-0"));

    bench.start();

    assertThat(leaves("p")).isTrue();
  }

  @Test
  void a_pod_stays_for_as_long_as_its_claim_tolerates() {
    bench.start();
    running("p", tolerating("gpu-0", toleration(300), toleration(60), toleration(120)));

    publish(1, device("gpu-0", taint("NoExecute")));
    bench.pass(Duration.ofSeconds(59));
    assertThat(leaves("p")).isFalse();

    bench.pass(Duration.ofSeconds(1));
    assertThat(leaves("p")).isTrue();
  }

  @Test
  void seconds_count_from_when_the_taint_was_added() {
    publish(1, device("gpu-0", taint("NoExecute")));
    bench.pass(Duration.ofSeconds(50));
    running("p", tolerating("gpu-0", toleration(60)));
    bench.start();
    assertThat(leaves("p")).isFalse();

    bench.pass(Duration.ofSeconds(10));

    assertThat(leaves("p")).isTrue();
  }

  @Test
  void without_seconds_a_taint_is_tolerated_forever() {
    bench.start();
    running("p", tolerating("gpu-0", toleration(1), toleration("NoExecute")));

    publish(1, device("gpu-0", taint("NoExecute")));
    bench.pass(Duration.ofDays(30));

    assertThat(leaves("p")).isFalse();
  }

  @Test
  void only_a_toleration_of_the_effect_lets_a_pod_stay() {
    bench.start();
    running("p", tolerating("gpu-0", toleration(""), toleration("NoSchedule")));

    publish(1, device("gpu-0", taint("NoExecute")));

    assertThat(leaves("p")).isTrue();
  }

  @Test
  void a_time_beyond_all_clocks_is_waited_for() {
    bench.start();
    running("p", tolerating("gpu-0", toleration(Long.MAX_VALUE)));

    publish(1, device("gpu-0", taint("NoExecute")));
    bench.pass(Duration.ofDays(365));

    assertThat(leaves("p")).isFalse();
  }

  @Test
  void a_rule_evicts_and_says_so() {
    bench.start();
    running("p", Bench.result("gpu-0"));
    running("q", Bench.result("gpu-1"));

    rule("r", "NoExecute");
    assertThat(leaves("p")).isTrue();
    assertThat(leaves("q")).isFalse();
    assertThat(status("r"))
        .isEqualTo("True PodsPendingEviction: 1 pod needs to be evicted in 1 namespace.");

    bench.pass(Duration.ofSeconds(11));
    assertThat(status("r"))
        .isEqualTo("False Completed: 1 pod evicted since starting the controller.");
  }

  @Test
  void a_rule_that_is_removed_in_time_evicts_nobody() {
    bench.start();
    running("p", tolerating("gpu-0", toleration(60)));
    rule("r", "NoExecute");
    bench.pass(Duration.ofSeconds(30));

    bench.api.remove(Resources.TAINT_RULES, "", "r");
    bench.pass(Duration.ofHours(1));

    assertThat(leaves("p")).isFalse();
    assertThat(told()).containsExactly("p: Cancelling deletion");
    assertThat(bench.loop.timers()).isZero();
  }

  @Test
  void a_rule_whose_effect_changes_evicts_from_then_on() {
    bench.start();
    running("p", Bench.result("gpu-0"));
    rule("r", "NoSchedule");
    assertThat(status("r"))
        .isEqualTo("False OtherEffect: Eviction only happens for the NoExecute effect.");

    rule("r", "NoExecute");

    assertThat(leaves("p")).isTrue();
  }

  @Test
  void a_rule_holds_for_devices_that_are_not_published_any_more() {
    bench.start();
    running("p", Bench.result("gpu-0"));
    bench.api.remove(Resources.SLICES, "", "slice");
    bench.loop.run();

    rule("r", "NoExecute");

    assertThat(leaves("p")).isTrue();
  }

  @Test
  void a_published_taint_goes_with_its_device() {
    bench.start();
    running("p", tolerating("gpu-0", toleration(60)));
    publish(1, device("gpu-0", taint("NoExecute")));
    bench.pass(Duration.ofSeconds(30));

    bench.api.remove(Resources.SLICES, "", "slice");
    bench.pass(Duration.ofHours(1));

    assertThat(leaves("p")).isFalse();
    assertThat(told()).containsExactly("p: Cancelling deletion");
  }

  @Test
  void only_the_newest_generation_of_a_pool_counts() {
    bench.start();
    running("p", tolerating("gpu-0", toleration(60)));
    publish(1, device("gpu-0", taint("NoExecute")));

    publish("newer", 2, device("gpu-0"));
    bench.pass(Duration.ofHours(1));
    assertThat(leaves("p")).isFalse();

    bench.api.remove(Resources.SLICES, "", "newer");
    bench.pass(Duration.ofSeconds(1));
    assertThat(leaves("p")).isTrue();
  }

  @Test
  void a_rule_without_selector_is_for_all_devices() {
    bench.start();
    running("p", Bench.result("gpu-0"));
    bench.api.put(
        Resources.TAINT_RULES,
        Json.obj("metadata", Json.obj("name", "r"), "spec", Json.obj("taint", taint("NoExecute"))));
    bench.loop.run();

    assertThat(leaves("p")).isTrue();
  }

  @Test
  void a_rule_for_other_devices_evicts_nobody() {
    bench.start();
    running("p", Bench.result("gpu-0"));
    rule("a", "NoExecute", Json.obj("driver", "other.example.com"));
    rule("b", "NoExecute", Json.obj("pool", "other"));
    rule("c", "NoExecute", Json.obj("device", "other"));
    bench.pass(Duration.ofHours(1));

    assertThat(leaves("p")).isFalse();
    assertThat(status("c")).isEqualTo("False NotStarted: ");
  }

  @Test
  void a_rule_without_effect_tells_whom_it_would_evict_and_evicts_nobody() {
    bench.start();
    running("p", Bench.result("gpu-0"));
    running("q", tolerating("gpu-1", toleration("NoExecute")));
    bench.putPod("waiting", "gpu:p");

    rule("r", "None", Json.obj("driver", "gpu.example.com"));
    bench.pass(Duration.ofHours(1));

    assertThat(leaves("p")).isFalse();
    assertThat(status("r"))
        .isEqualTo(
            "False NoEffect: 2 published devices selected. 2 allocated devices selected. 1 pod"
                + " would be evicted in 1 namespace if the effect was NoExecute. This information"
                + " will not be updated again. Recreate the DeviceTaintRule to trigger an update.");
  }

  @Test
  void the_status_of_a_rule_is_written_no_more_often_than_every_ten_seconds() {
    bench.start();
    for (int i = 0; i < 20; i++) {
      running("p" + i, tolerating("gpu-0", toleration(i)));
    }
    bench.api.forgetCalls();
    rule("r", "NoExecute");
    bench.pass(Duration.ofSeconds(60));

    assertThat(bench.api.calls().stream().filter(is(Verb.APPLY, Resources.TAINT_RULES, "status")))
        .hasSizeBetween(2, 4);
    assertThat(status("r"))
        .isEqualTo("False Completed: 20 pods evicted since starting the controller.");
  }

  @Test
  void the_earliest_time_of_all_claims_counts() {
    bench.start();
    bench.putPod("p", "a:a", "b:b");
    bench.bind("p");
    var user = user("p", bench.uid("p"));
    bench.api.put(
        Resources.CLAIMS, allocated(Bench.claim("a"), tolerating("gpu-0", toleration(60)), user));
    bench.api.put(
        Resources.CLAIMS, allocated(Bench.claim("b"), tolerating("gpu-1", toleration(30)), user));
    rule("r", "NoExecute", Json.obj("driver", "gpu.example.com"));
    bench.pass(Duration.ofSeconds(29));
    assertThat(leaves("p")).isFalse();

    bench.pass(Duration.ofSeconds(1));
    assertThat(leaves("p")).isTrue();
  }

  @Test
  void a_pod_that_only_waits_for_the_claim_or_has_ended_is_left_alone() {
    bench.start();
    running("p", Bench.result("gpu-0"));
    bench.phase("p", "Succeeded");
    bench.api.hold(Resources.CLAIMS);
    bench.putPod("waiting", "gpu:p");
    bench.loop.run();
    bench.api.forgetCalls();

    publish(1, device("gpu-0", taint("NoExecute")));
    bench.pass(Duration.ofMinutes(1));

    assertThat(bench.api.calls()).noneMatch(it -> it.verb() == Verb.DELETE);
  }

  @Test
  void a_pod_that_comes_to_its_node_later_leaves_it() {
    publish(1, device("gpu-0", taint("NoExecute")));
    bench.start();
    bench.putPod("p", "gpu:p");
    bench.api.put(
        Resources.CLAIMS,
        allocated(Bench.claim("p"), Bench.result("gpu-0"), user("p", bench.uid("p"))));
    bench.loop.run();
    assertThat(leaves("p")).isFalse();

    bench.bind("p");
    bench.loop.run();

    assertThat(leaves("p")).isTrue();
  }

  @Test
  void a_pod_with_extended_resources_leaves_too() {
    bench.start();
    bench.putPod("p");
    bench.bind("p");
    bench.api.edit(
        Resources.PODS,
        NS,
        "p",
        it ->
            it.with(
                List.of("status", "extendedResourceClaimStatus"),
                Json.obj("resourceClaimName", "extended")));
    bench.api.put(
        Resources.CLAIMS,
        allocated(Bench.claim("extended"), Bench.result("gpu-0"), user("p", bench.uid("p"))));
    rule("r", "NoExecute");

    assertThat(leaves("p")).isTrue();
  }

  @Test
  void what_fails_is_tried_again() {
    bench.start();
    running("p", Bench.result("gpu-0"));
    bench.api.next(is(Verb.STRATEGIC_PATCH, Resources.PODS, "status"), 2, new Fault.LoseAnswer());
    bench.api.next(is(Verb.DELETE, Resources.PODS), 2, Fault.unavailable());
    bench.api.next(is(Verb.APPLY, Resources.TAINT_RULES, "status"), 2, Fault.conflict());

    rule("r", "NoExecute");
    bench.pass(Duration.ofMinutes(1));

    assertThat(leaves("p")).isTrue();
    assertThat(status("r")).startsWith("False Completed");
  }

  @Test
  void a_pod_that_took_the_place_of_another_is_not_evicted_for_it() {
    bench.start();
    running("p", tolerating("gpu-0", toleration(60)));
    rule("r", "NoExecute");
    bench.pass(Duration.ofSeconds(59));
    bench.api.hold(Resources.PODS);
    bench.api.remove(Resources.PODS, NS, "p");
    bench.putPod("p", "gpu:other");
    bench.bind("p");
    bench.pass(Duration.ofSeconds(10));
    bench.api.letGo(Resources.PODS);
    bench.pass(Duration.ofMinutes(1));

    assertThat(leaves("p")).isFalse();
  }

  @Test
  void without_its_gates_nothing_is_evicted() {
    bench.gates = bench.gates.without(Gate.DRA_DEVICE_TAINT_RULES);
    var rulesOff = bench.start();
    running("p", Bench.result("gpu-0"));
    rule("r", "NoExecute");
    assertThat(leaves("p")).isFalse();
    rulesOff.stop();

    bench.gates = bench.gates.without(Gate.DRA_DEVICE_TAINTS);
    bench.start();
    publish(1, device("gpu-0", taint("NoExecute")));

    assertThat(leaves("p")).isFalse();
  }

  @Test
  void while_nothing_is_tainted_a_thousand_pods_leave_no_timer_behind() {
    bench.start();
    var pods = new ArrayList<String>();
    for (int i = 0; i < 1000; i++) {
      pods.add("p" + i);
    }
    pods.forEach(pod -> running(pod, Bench.result(pod)));
    bench.pass(Duration.ofMinutes(1));

    assertThat(bench.loop.timers()).isZero();
    assertThat(bench.writes()).isEmpty();
  }
}

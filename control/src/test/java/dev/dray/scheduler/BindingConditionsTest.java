package dev.dray.scheduler;

import static dev.dray.client.FakeApi.is;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.client.Call.Verb;
import dev.dray.client.Fault;
import dev.dray.client.Resources;
import dev.dray.framework.ScoringStrategy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Devices that drivers must make ready before a pod is bound. */
class BindingConditionsTest {
  private final World world =
      new World(
          new SchedulerOptions(
              List.of(SchedulerOptions.DEFAULT_NAME),
              Gates.defaults(),
              Duration.ofSeconds(60),
              SchedulerOptions.FILTER_TIMEOUT,
              ScoringStrategy.LEAST_ALLOCATED,
              SchedulerOptions.MOST_BINDINGS));

  @BeforeEach
  void devices_to_be_attached() {
    for (var node : List.of("n1", "n2")) {
      world.node(node);
      world.apply(
          """
          apiVersion: resource.k8s.io/v1
          kind: ResourceSlice
          metadata: {name: %s}
          spec:
            driver: gpu.example.com
            nodeName: %s
            pool: {name: %s, generation: 1, resourceSliceCount: 1}
            devices:
            - name: gpu-0
              bindsToNode: true
              bindingConditions: [attached]
              bindingFailureConditions: [broken]
          """
              .formatted(node, node, node));
    }
    world.podWithGpu("a");
  }

  private void driverSays(String claim, String pool, String condition) {
    world.api.edit(
        Resources.CLAIMS,
        "default",
        claim,
        it ->
            it.with(
                List.of("status", "devices"),
                Json.Arr.of(
                    Json.obj(
                        "driver",
                        "gpu.example.com",
                        "pool",
                        pool,
                        "device",
                        "gpu-0",
                        "conditions",
                        Json.Arr.of(
                            Json.obj(
                                "type",
                                condition,
                                "status",
                                "True",
                                "reason",
                                "Because",
                                "message",
                                "it is so"))))));
  }

  @Test
  void a_pod_is_bound_when_the_driver_has_attached_its_device() {
    world.seconds(12);
    assertThat(world.nodeOf("a")).isEmpty();
    assertThat(world.claimTree("a").text("status", "allocation", "allocationTimestamp"))
        .isEqualTo("2026-11-15T12:00:00Z");
    assertThat(world.api.events("BindingConditionsPending"))
        .singleElement()
        .satisfies(
            it ->
                assertThat(it.text("message"))
                    .isEqualTo("waiting for binding conditions for device on node n1"));

    driverSays("a", "n1", "attached");
    world.run();

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(world.counter("scheduler_dra_bindingconditions_allocations", "status", "success"))
        .isEqualTo(1);
    assertThat(world.writes()).hasSize(3);
  }

  @Test
  void pods_that_wait_for_devices_hold_up_nobody() {
    var world = new World(1);
    world.apply(
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: n1}
        spec:
          driver: gpu.example.com
          nodeName: n1
          pool: {name: n1, generation: 1, resourceSliceCount: 1}
          devices: [{name: gpu-0, bindingConditions: [attached], bindingFailureConditions: [no]}]
        """);
    world.node("n1");
    world.podWithGpu("a");
    world.run();
    assertThat(world.devices("a")).isNotEmpty();

    world.pod("b");
    world.run();

    assertThat(world.nodeOf("a")).isEmpty();
    assertThat(world.nodeOf("b")).isEqualTo("n1");
  }

  @Test
  void a_device_that_cannot_be_attached_is_given_back_and_another_one_found() {
    world.run();
    assertThat(world.devices("a")).containsExactly("n1/gpu-0");
    world.apply(
        """
        apiVersion: v1
        kind: Node
        metadata: {name: n1}
        spec: {unschedulable: true}
        status: {allocatable: {cpu: '8', memory: 32Gi, pods: '110'}}
        """);

    driverSays("a", "n1", "broken");
    world.run();
    assertThat(world.nodeOf("a")).isEmpty();
    assertThat(world.condition("a").text("message"))
        .isEqualTo(
            "running PreBind plugin \"DynamicResources\": device binding failed: claim=a,"
                + " reason=Because, message=\"it is so\"");
    assertThat(world.users("a")).isEmpty();
    assertThat(world.counter("scheduler_dra_bindingconditions_allocations", "status", "failed"))
        .isEqualTo(1);

    world.seconds(5);
    assertThat(world.devices("a")).containsExactly("n2/gpu-0");
    driverSays("a", "n2", "attached");
    world.seconds(5);

    assertThat(world.nodeOf("a")).isEqualTo("n2");
    assertThat(world.users("a")).containsExactly("a");
    assertThat(world.scheduler.ledger()).isEqualTo(world.scheduler.rebuilt());
  }

  @Test
  void a_device_that_takes_too_long_is_given_back() {
    world.seconds(55);
    assertThat(world.devices("a")).containsExactly("n1/gpu-0");
    assertThat(world.users("a")).containsExactly("a");

    world.seconds(7);

    assertThat(world.counter("scheduler_dra_bindingconditions_allocations", "status", "timeout"))
        .isEqualTo(1);
    assertThat(world.api.events("FailedScheduling"))
        .anySatisfy(
            it ->
                assertThat(it.text("message"))
                    .isEqualTo(
                        "running PreBind plugin \"DynamicResources\": device binding timeout:"
                            + " claim=a"));
    world.seconds(10);
    assertThat(world.api.events("FailedScheduling"))
        .anySatisfy(
            it ->
                assertThat(it.text("message")).contains("deallocation of ResourceClaim completed"));
  }

  @Test
  void a_pod_that_goes_while_it_waits_for_devices_is_let_go() {
    world.run();

    world.api.remove(Resources.PODS, "default", "a");
    world.seconds(100);

    assertThat(world.writes()).hasSize(2);
    assertThat(world.users("a")).containsExactly("a");
    assertThat(world.scheduler.isIdle()).isTrue();
  }

  @Test
  void a_claim_that_goes_while_its_devices_are_waited_for_lets_the_pod_try_again() {
    world.run();

    world.api.remove(Resources.CLAIMS, "default", "a");
    world.run();

    assertThat(world.condition("a").text("message")).contains("got deleted in the meantime");
    assertThat(world.counter("scheduler_dra_bindingconditions_allocations", "status", "error"))
        .isEqualTo(1);
  }

  @Test
  void a_claim_that_keeps_its_pod_from_all_nodes_is_deallocated() {
    world.api.next(
        is(Verb.CREATE, Resources.PODS, "binding"), new Fault.Refuse(403, "Forbidden", "no"));
    world.run();
    driverSays("a", "n1", "attached");
    world.run();
    assertThat(world.nodeOf("a")).isEmpty();
    driverSays("a", "n1", "broken");
    world.api.forgetCalls();

    world.seconds(3);

    assertThat(world.devices("a")).hasSize(1);
    assertThat(world.claimTree("a").items("status", "devices")).isEmpty();
    assertThat(world.writes()).contains("UPDATE resourceclaims.resource.k8s.io default/a/status");
  }

  @Test
  void a_claim_that_others_use_is_not_deallocated() {
    world.run();
    driverSays("a", "n1", "attached");
    world.run();
    assertThat(world.nodeOf("a")).isEqualTo("n1");
    driverSays("a", "n1", "broken");
    world.run();
    world.api.forgetCalls();

    world.pod("b", "a");
    world.seconds(5);

    assertThat(world.nodeOf("b")).isEmpty();
    assertThat(world.users("a")).containsExactly("a");
    assertThat(world.condition("b").text("message"))
        .startsWith(
            "0/2 nodes are available: 2 resourceclaim not available on the node. preemption:");
  }

  @Test
  void a_deallocation_that_is_refused_is_tried_again_later() {
    world.run();
    driverSays("a", "n1", "broken");
    world.run();
    world.api.next(
        is(Verb.UPDATE, Resources.CLAIMS, "status"), new Fault.Refuse(403, "Forbidden", "no"));

    world.seconds(30);

    assertThat(world.claimTree("a").items("status", "devices")).isEmpty();
  }
}

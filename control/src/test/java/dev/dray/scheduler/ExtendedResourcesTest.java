package dev.dray.scheduler;

import static dev.dray.client.FakeApi.is;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.client.Call.Verb;
import dev.dray.client.Fault;
import dev.dray.client.KnownObject;
import dev.dray.client.Resources;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pods that ask for an extended resource and get devices. */
class ExtendedResourcesTest {
  private final World world = new World();

  @BeforeEach
  void a_class_that_stands_for_a_resource() {
    world.apply(
        """
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: {name: gpu}
        spec:
          extendedResourceName: example.com/gpu
          selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]
        """);
    world.nodeWithGpus("n1", 2);
  }

  private void pod(String name) {
    world.podThat(
        name,
        "containers: [{name: main, image: none, resources: {requests: {example.com/gpu: '1'}}}]");
  }

  private String claim() {
    return world.api.all(Resources.CLAIMS).stream()
        .map(KnownObject::metadata)
        .map(it -> it.name())
        .findFirst()
        .orElse("");
  }

  @Test
  void a_claim_is_made_allocated_and_named_in_the_pods_status_before_the_binding() {
    pod("a");

    world.run();

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(claim()).startsWith("a-extended-resources-");
    assertThat(world.devices(claim())).containsExactly("n1/gpu-0");
    assertThat(world.users(claim())).containsExactly("a");
    var status =
        world
            .api
            .tree(Resources.PODS, "default", "a")
            .object("status", "extendedResourceClaimStatus");
    assertThat(status.text("resourceClaimName")).isEqualTo(claim());
    assertThat(status.objects("requestMappings"))
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.text("containerName")).isEqualTo("main");
              assertThat(it.text("resourceName")).isEqualTo("example.com/gpu");
              assertThat(it.text("requestName")).isEqualTo("container-0-request-0");
            });
    assertThat(world.writes())
        .containsExactly(
            "CREATE resourceclaims.resource.k8s.io default/",
            "UPDATE resourceclaims.resource.k8s.io default/" + claim(),
            "UPDATE resourceclaims.resource.k8s.io default/" + claim() + "/status",
            "STRATEGIC_PATCH pods default/a/status",
            "CREATE pods default/a/binding");
    assertThat(
            world.counter("dynamic_resource_allocation_resourceclaim_creates", "status", "success"))
        .isEqualTo(1);
    assertThat(world.scheduler.ledger()).isEqualTo(world.scheduler.rebuilt());
  }

  @Test
  void if_the_answer_to_the_creation_is_lost_there_is_still_one_claim() {
    world.api.next(is(Verb.CREATE, Resources.CLAIMS), new Fault.LoseAnswer());
    pod("a");

    world.seconds(2);

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(world.api.all(Resources.CLAIMS)).hasSize(1);
  }

  @Test
  void if_the_creation_is_lost_it_is_done_again() {
    world.api.next(is(Verb.CREATE, Resources.CLAIMS), new Fault.Lose());
    pod("a");

    world.seconds(2);

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(world.api.all(Resources.CLAIMS)).hasSize(1);
  }

  @Test
  void if_the_binding_fails_the_claim_is_deleted_and_another_attempt_made() {
    world.api.next(
        is(Verb.CREATE, Resources.PODS, "binding"), new Fault.Refuse(403, "Forbidden", "no"));
    pod("a");
    world.run();
    assertThat(world.api.all(Resources.CLAIMS)).isEmpty();

    world.seconds(5);

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(world.api.all(Resources.CLAIMS)).hasSize(1);
    assertThat(world.scheduler.ledger()).isEqualTo(world.scheduler.rebuilt());
  }

  @Test
  void a_claim_left_over_from_a_scheduler_that_ended_is_deleted_first() {
    world.api.before(is(Verb.CREATE, Resources.PODS, "binding"), () -> world.scheduler.stop());
    world.api.next(is(Verb.CREATE, Resources.PODS, "binding"), new Fault.Lose());
    pod("a");
    world.run();
    assertThat(world.api.all(Resources.CLAIMS)).hasSize(1);
    var left = world.api.all(Resources.CLAIMS).getFirst().metadata().uid();

    world.restart();
    world.seconds(10);

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(world.api.all(Resources.CLAIMS))
        .singleElement()
        .satisfies(it -> assertThat(it.metadata().uid()).isNotEqualTo(left));
    assertThat(List.of(world.users(claim()))).containsExactly(List.of("a"));
  }

  @Test
  void a_pod_for_which_no_devices_are_left_waits_without_a_claim() {
    pod("a");
    pod("b");
    pod("c");

    world.run();

    assertThat(world.nodeOf("c")).isEmpty();
    assertThat(world.api.all(Resources.CLAIMS)).hasSize(2);
  }
}

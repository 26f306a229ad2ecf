package dev.dray.scheduler;

import static dev.dray.client.FakeApi.is;
import static dev.dray.client.FakeApi.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.client.Call;
import dev.dray.client.Fault;
import dev.dray.client.Resources;
import dev.dray.framework.SchedulerCache;
import dev.dray.framework.ScoringStrategy;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SchedulerTest {
  private final World world = new World();

  @Test
  void a_pod_gets_a_node_and_its_claim_a_device() {
    world.nodeWithGpus("n1", 1);
    world.podWithGpu("a");

    world.run();

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(world.devices("a")).containsExactly("n1/gpu-0");
    assertThat(world.users("a")).containsExactly("a");
    assertThat(world.claimTree("a").texts("metadata", "finalizers"))
        .containsExactly("resource.kubernetes.io/delete-protection");
  }

  @Test
  void a_pod_without_claims_costs_one_write() {
    world.node("n1");
    world.pod("a");

    world.run();

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(world.writes()).containsExactly("CREATE pods default/a/binding");
  }

  @Test
  void the_claim_is_guarded_then_allocated_and_reserved_in_one_write_then_the_pod_is_bound() {
    world.nodeWithGpus("n1", 1);
    world.podWithGpu("a");

    world.run();

    assertThat(world.writes())
        .containsExactly(
            "UPDATE resourceclaims.resource.k8s.io default/a",
            "UPDATE resourceclaims.resource.k8s.io default/a/status",
            "CREATE pods default/a/binding");
  }

  @Test
  void the_claims_of_a_pod_are_written_in_its_order() {
    world.nodeWithGpus("n1", 3);
    world.claim("x");
    world.claim("y");
    world.claim("z");
    world.pod("a", "z", "x", "y");

    world.run();

    assertThat(world.writes())
        .filteredOn(it -> it.endsWith("/status"))
        .extracting(it -> it.substring(it.lastIndexOf(" ") + 1))
        .containsExactly("default/z/status", "default/x/status", "default/y/status");
    assertThat(world.nodeOf("a")).isEqualTo("n1");
  }

  @Test
  void no_device_is_given_twice_and_who_finds_none_waits() {
    world.nodeWithGpus("n1", 2);
    world.nodeWithGpus("n2", 1);
    IntStream.range(0, 5).forEach(i -> world.podWithGpu("p" + i));

    world.run();

    var devices =
        IntStream.range(0, 5).mapToObj(i -> world.devices("p" + i)).flatMap(List::stream).toList();
    assertThat(devices).containsExactlyInAnyOrder("n1/gpu-0", "n1/gpu-1", "n2/gpu-0");
    assertThat(world.gauge("scheduler_pending_pods", "queue", "unschedulable")).isEqualTo(2);
  }

  @Test
  void who_is_more_important_comes_first_then_who_is_older_then_by_name() {
    world.pod("c");
    world.podThat("b", "priority: 10");
    world.seconds(2);
    world.pod("a");
    world.podThat("d", "priority: 10");
    world.api.forgetCalls();

    world.node("n1");
    world.run();

    assertThat(world.api.writes())
        .filteredOn(it -> it.subresource().equals("binding"))
        .extracting(Call::name)
        .containsExactly("b", "d", "c", "a");
  }

  @Test
  void pods_of_other_schedulers_pods_that_ended_and_pods_that_go_are_left_alone() {
    world.node("n1");
    world.pod("other");
    world.api.edit(
        Resources.PODS,
        "default",
        "other",
        it -> it.with(List.of("spec", "schedulerName"), Json.of("somebody-else")));
    world.pod("ended");
    world.api.edit(
        Resources.PODS,
        "default",
        "ended",
        it -> it.with(List.of("status", "phase"), Json.of("Failed")));
    world.pod("going");
    world.api.edit(
        Resources.PODS,
        "default",
        "going",
        it ->
            it.with(List.of("metadata", "deletionTimestamp"), Json.of("2026-11-15T12:00:00Z"))
                .with(List.of("metadata", "finalizers"), Json.strings(List.of("x"))));

    world.run();

    assertThat(world.writes()).isEmpty();
    assertThat(world.decisions()).isZero();
  }

  @Test
  void it_goes_by_the_names_it_is_given() {
    var world = new World(options(List.of("one", "two"), ScoringStrategy.LEAST_ALLOCATED));
    world.node("n1");
    for (var name : List.of("one", "two", "default-scheduler")) {
      world.pod(name);
      world.api.edit(
          Resources.PODS,
          "default",
          name,
          it -> it.with(List.of("spec", "schedulerName"), Json.of(name)));
    }

    world.run();

    assertThat(world.nodeOf("one")).isEqualTo("n1");
    assertThat(world.nodeOf("two")).isEqualTo("n1");
    assertThat(world.nodeOf("default-scheduler")).isEmpty();
  }

  @Test
  void pods_are_spread_unless_the_scheduler_is_to_fill_nodes() {
    assertThat(nodesOfTwoPods(ScoringStrategy.LEAST_ALLOCATED)).containsExactly("n1", "n2");
    assertThat(nodesOfTwoPods(ScoringStrategy.MOST_ALLOCATED)).containsExactly("n1", "n1");
  }

  private static SchedulerOptions options(List<String> names, ScoringStrategy strategy) {
    return new SchedulerOptions(
        names,
        Gates.defaults(),
        SchedulerCache.BINDING_TIMEOUT,
        SchedulerOptions.FILTER_TIMEOUT,
        strategy,
        SchedulerOptions.MOST_BINDINGS);
  }

  private static List<String> nodesOfTwoPods(ScoringStrategy strategy) {
    var world = new World(options(List.of(SchedulerOptions.DEFAULT_NAME), strategy));
    world.node("n1");
    world.node("n2");
    world.pod("a");
    world.pod("b");
    world.run();
    return List.of(world.nodeOf("a"), world.nodeOf("b"));
  }

  @Test
  void
      a_pod_that_finds_no_node_is_told_so_even_if_its_claim_is_heard_of_before_its_write_is_done() {
    world.nodeWithGpus("n1", 2);
    List.of("shared", "of-a", "of-b").forEach(world::claim);
    world.pod("a", "shared", "of-a");
    world.pod("b", "shared", "of-b");
    world.api.next(
        is(Call.Verb.UPDATE, Resources.CLAIMS, "status").and(named("shared")),
        new Fault.SlowAnswer(Duration.ofSeconds(5)));

    world.seconds(20);

    assertThat(world.nodeOf("a")).isEqualTo("n1");
    assertThat(world.condition("b").text("reason")).isEqualTo("Unschedulable");
  }

  @Test
  void two_pods_share_a_claim() {
    world.nodeWithGpus("n1", 1);
    world.nodeWithGpus("n2", 1);
    world.claim("shared");
    world.pod("a", "shared");
    world.pod("b", "shared");

    world.seconds(1);

    assertThat(world.nodeOf("a")).isNotEmpty().isEqualTo(world.nodeOf("b"));
    assertThat(world.users("shared")).containsExactly("a", "b");
    assertThat(world.devices("shared")).hasSize(1);
  }

  @Test
  void many_pods_share_a_claim_without_refusing_each_other() {
    world.nodeWithGpus("n1", 1);
    world.claim("shared");
    IntStream.range(0, 50).forEach(i -> world.pod("p%02d".formatted(i), "shared"));

    world.seconds(1);

    assertThat(world.users("shared")).hasSize(50);
    assertThat(world.api.calls()).noneMatch(it -> it.verb() == Call.Verb.GET);
    assertThat(world.writes()).hasSize(50 + 1 + 50);
  }

  @Test
  void a_pod_on_a_node_already_takes_room_and_devices() {
    world.nodeWithGpus("n1", 1);
    world.podWithGpu("a");
    world.run();

    world.restart();
    world.podWithGpu("b");
    world.run();

    assertThat(world.nodeOf("b")).isEmpty();
    assertThat(world.scheduler.ledger()).isEqualTo(world.scheduler.rebuilt());
  }

  @Test
  void no_more_bindings_are_under_way_than_allowed() {
    var world = new World(2);
    world.node("n1");
    IntStream.range(0, 10).forEach(i -> world.pod("p" + i));
    world.api.hold(Resources.EVENTS);
    world.api.always(
        it -> it.subresource().equals("binding"),
        new dev.dray.client.Fault.Slow(java.time.Duration.ofSeconds(1)));

    world.seconds(2);

    assertThat(world.writes()).filteredOn(it -> it.endsWith("/binding")).hasSizeBetween(4, 6);
    world.seconds(10);
    assertThat(IntStream.range(0, 10).mapToObj(i -> world.nodeOf("p" + i))).allMatch("n1"::equals);
  }

  @Test
  void a_stopped_scheduler_writes_nothing_more() {
    world.nodeWithGpus("n1", 1);
    world.run();
    world.podWithGpu("a");
    world.scheduler.stop();

    world.seconds(60);

    assertThat(world.writes()).isEmpty();
  }

  @Test
  void thousands_of_pods_find_their_nodes_with_three_writes_each() {
    IntStream.range(0, 20).forEach(i -> world.nodeWithGpus("n%02d".formatted(i), 8));
    IntStream.range(0, 160).forEach(i -> world.podWithGpu("p%03d".formatted(i)));

    world.run();

    assertThat(IntStream.range(0, 160).mapToObj(i -> world.nodeOf("p%03d".formatted(i))))
        .noneMatch(String::isEmpty);
    assertThat(world.writes()).hasSize(160 * 3);
    assertThat(world.decisions()).isEqualTo(160);
    assertThat(world.scheduler.ledger()).isEqualTo(world.scheduler.rebuilt());
  }
}

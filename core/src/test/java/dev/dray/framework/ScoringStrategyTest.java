package dev.dray.framework;

import static dev.dray.framework.Clusters.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.FilterTimeout;
import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gates;
import dev.dray.framework.whatif.PodQueue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScoringStrategyTest {
  /** A quarter of a node, in cpu and memory alike, so that all nodes are used evenly. */
  private static final String QUARTER =
      "containers: [{name: main, resources: {requests: {cpu: 1, memory: 1Gi}}}]\n";

  private static String node(String name) {
    return """
    ---
    apiVersion: v1
    kind: Node
    metadata: {name: %s}
    status: {allocatable: {cpu: 4, memory: 4Gi, pods: 110}}
    """
        .formatted(name);
  }

  private static String running(String name, String node) {
    return pod(name, QUARTER + "nodeName: " + node + "\n");
  }

  private static String waiting(String name) {
    return pod(name, QUARTER);
  }

  private static SchedulerCache board(ScoringStrategy strategy) {
    return new SchedulerCache(
        Gates.defaults(), SchedulerCache.BINDING_TIMEOUT, FilterTimeout.ENDLESS, strategy);
  }

  /** Where the pods that wait go, one after the other. */
  private static List<String> places(SchedulerCache cache, String... manifests) {
    var cluster = Clusters.of(manifests);
    cluster.nodes().forEach(cache::put);
    cluster.pods().forEach(cache::put);
    cache.settle();
    var places = new ArrayList<String>();
    for (var pod : cluster.pods().stream().filter(PodQueue::isPending).toList()) {
      places.add(place(cache, pod));
    }
    return places;
  }

  private static String place(SchedulerCache cache, Pod pod) {
    var chosen = (SchedulerCache.Decision.Chosen) cache.decide(pod, Instant.EPOCH);
    cache.assume(chosen);
    return chosen.node();
  }

  @Test
  void a_pod_goes_to_the_fuller_node_with_most_allocated() {
    var cache = board(ScoringStrategy.MOST_ALLOCATED);

    assertThat(places(cache, node("a"), node("b"), running("r", "b"), waiting("p")))
        .containsExactly("b");
  }

  @Test
  void a_pod_goes_to_the_emptier_node_with_least_allocated() {
    var cache = board(ScoringStrategy.LEAST_ALLOCATED);

    assertThat(places(cache, node("a"), node("b"), running("r", "a"), waiting("p")))
        .containsExactly("b");
  }

  @Test
  void a_board_that_is_not_told_otherwise_prefers_emptier_nodes() {
    var cache = new SchedulerCache(Gates.defaults());

    assertThat(places(cache, node("a"), node("b"), running("r", "a"), waiting("p")))
        .containsExactly("b");
  }

  @ParameterizedTest
  @EnumSource
  void of_equally_full_nodes_the_first_by_name_is_taken(ScoringStrategy strategy) {
    var manifests = new String[] {node("b"), node("a"), node("c"), waiting("p")};

    assertThat(places(board(strategy), manifests)).containsExactly("a");
  }

  @Test
  void nodes_are_filled_one_after_the_other_with_most_allocated() {
    assertThat(places(board(ScoringStrategy.MOST_ALLOCATED), sixPodsForTwoNodes()))
        .containsExactly("a", "a", "a", "a", "b", "b");
  }

  @Test
  void nodes_are_filled_in_turn_with_least_allocated() {
    assertThat(places(board(ScoringStrategy.LEAST_ALLOCATED), sixPodsForTwoNodes()))
        .containsExactly("a", "b", "a", "b", "a", "b");
  }

  private static String[] sixPodsForTwoNodes() {
    return Stream.concat(
            Stream.of(node("a"), node("b")),
            Stream.iterate(1, i -> i + 1).limit(6).map(i -> waiting("p" + i)))
        .toArray(String[]::new);
  }

  @Test
  void strategies_are_called_as_upstream_calls_them() {
    assertThat(ScoringStrategy.of("LeastAllocated")).contains(ScoringStrategy.LEAST_ALLOCATED);
    assertThat(ScoringStrategy.of("MostAllocated")).contains(ScoringStrategy.MOST_ALLOCATED);
    assertThat(ScoringStrategy.of("mostallocated")).isEmpty();
  }
}

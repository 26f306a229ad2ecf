package dev.dray.framework;

import static dev.dray.framework.Clusters.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gates;
import dev.dray.cluster.Cluster;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A node on which finding devices takes too long is passed over, for one attempt. */
class FilterTimeoutTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static final String USES_C =
      "containers: [{name: main}]\nresourceClaims: [{name: x, resourceClaimName: c}]\n";

  private boolean hurry = true;

  private SchedulerCache board(Cluster cluster) {
    var cache =
        new SchedulerCache(
            Gates.defaults(),
            SchedulerCache.BINDING_TIMEOUT,
            () -> () -> hurry,
            ScoringStrategy.LEAST_ALLOCATED);
    cluster.nodes().forEach(cache::put);
    cluster.slices().forEach(cache::put);
    cluster.classes().forEach(cache::put);
    cluster.claims().forEach(cache::put);
    cluster.pods().forEach(cache::put);
    cache.settle();
    return cache;
  }

  private static String why(SchedulerCache cache, Pod pod) {
    return ((SchedulerCache.Decision.Waits) cache.decide(pod, NOW)).reason().message();
  }

  @Test
  void a_pod_is_told_that_it_took_too_long() {
    var cluster = Clusters.of(Tangled.CLAIM, Tangled.node("a"), pod("p", USES_C));

    assertThat(why(board(cluster), cluster.pods().getFirst()))
        .isEqualTo("0/1 nodes are available: 1 timed out trying to allocate devices.");
  }

  @Test
  void another_node_is_taken_where_there_is_one() {
    var cluster =
        Clusters.of(Tangled.CLAIM, Tangled.node("a"), Tangled.easy("b"), pod("p", USES_C));

    var chosen =
        (SchedulerCache.Decision.Chosen) board(cluster).decide(cluster.pods().getFirst(), NOW);

    assertThat(chosen.node()).isEqualTo("b");
  }

  @Test
  void the_next_attempt_asks_again_and_wondering_whether_to_try_does_not() {
    var cluster = Clusters.of(Tangled.CLAIM, Tangled.node("a"), pod("p", USES_C));
    var pod = cluster.pods().getFirst();
    var cache = board(cluster);
    why(cache, pod);
    hurry = false;
    long asked = cache.asked();

    assertThat(cache.mightFit(pod)).isFalse();
    assertThat(cache.asked()).isEqualTo(asked);

    assertThat(((SchedulerCache.Decision.Chosen) cache.decide(pod, NOW)).node()).isEqualTo("a");
  }

  @Test
  void a_node_that_comes_meanwhile_is_taken() {
    var cluster = Clusters.of(Tangled.CLAIM, Tangled.node("b"), pod("p", USES_C));
    var pod = cluster.pods().getFirst();
    var cache = board(cluster);
    why(cache, pod);
    var more = Clusters.of(Tangled.easy("a"));

    more.nodes().forEach(cache::put);
    more.slices().forEach(cache::put);
    cache.settle();

    assertThat(cache.mightFit(pod)).isTrue();
    assertThat(((SchedulerCache.Decision.Chosen) cache.decide(pod, NOW)).node()).isEqualTo("a");
  }

  @Test
  void a_node_that_goes_meanwhile_is_not_asked() {
    var cluster = Clusters.of(Tangled.CLAIM, Tangled.node("a"), pod("p", USES_C));
    var pod = cluster.pods().getFirst();
    var cache = board(cluster);
    why(cache, pod);

    cache.removeNode("a");

    assertThat(why(cache, pod)).isEqualTo("0/0 nodes are available.");
  }
}

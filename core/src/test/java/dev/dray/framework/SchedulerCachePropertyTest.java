package dev.dray.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever happened before, only what was told counts. */
class SchedulerCachePropertyTest {
  private static final int STEPS = 120;

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void a_board_decides_as_one_that_was_just_told_the_same(long seed) {
    var cluster = new LiveCluster(seed);
    for (int step = 0; step < STEPS; step++) {
      cluster.step();
      if (step % 3 == 0) {
        cluster.board().settle();
        compare(cluster, "seed %d, step %d".formatted(seed, step));
      }
    }
  }

  private static void compare(LiveCluster cluster, String at) {
    var cache = cluster.board();
    var fresh = cluster.afresh();
    assertThat(cache.ledger()).as(at).isEqualTo(fresh.ledger());
    assertThat(cache.nodes()).as(at).isEqualTo(fresh.nodes());
    for (var pod : cluster.waiting()) {
      var as = at + ", " + pod.metadata().name();
      assertThat(cache.group(pod)).as(as).isEqualTo(fresh.group(pod));
      assertThat(cache.notReady(pod)).as(as).isEqualTo(fresh.notReady(pod));
      boolean mightFit = cache.mightFit(pod);
      var decision = cache.decide(pod, LiveCluster.NOW);
      assertThat(text(decision)).as(as).isEqualTo(text(fresh.decide(pod, LiveCluster.NOW)));
      assertThat(mightFit || decision instanceof SchedulerCache.Decision.Waits).as(as).isTrue();
    }
  }

  /** All of what is to be done; of what keeps it from being done, the words. */
  private static Object text(SchedulerCache.Decision decision) {
    return switch (decision) {
      case SchedulerCache.Decision.Chosen chosen -> chosen;
      case SchedulerCache.Decision.Waits(var reason, var unavailable) ->
          List.of(reason.message(), unavailable);
    };
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void once_all_is_told_the_ledger_is_what_the_claims_say(long seed) {
    var cluster = new LiveCluster(seed);
    for (int step = 0; step < STEPS; step++) {
      cluster.step();
    }

    cluster.finish();

    assertThat(cluster.board().ledger()).isEqualTo(cluster.board().rebuilt());
    compare(cluster, "seed %d".formatted(seed));
  }
}

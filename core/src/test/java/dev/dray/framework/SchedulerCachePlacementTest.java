package dev.dray.framework;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.FilterTimeout;
import dev.dray.allocation.Parallelizer;
import dev.dray.api.core.Pod;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.cluster.Cluster;
import dev.dray.framework.claim.Reservations;
import dev.dray.framework.whatif.OfflineScheduler;
import dev.dray.framework.whatif.PodOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A board decides as {@link OfflineScheduler} does for the same cluster. */
class SchedulerCachePlacementTest {
  private static final Instant NOW = Instant.EPOCH;

  private static Cluster cluster(Random random) {
    var parts = new Parts(random);
    var claims = new ArrayList<ResourceClaim>();
    var pods = new ArrayList<Pod>();
    Parts.SHARED.forEach(name -> claims.add(parts.claim(name)));
    for (int i = 0; i < 8; i++) {
      var pod = parts.pod("p" + i);
      pods.add(pod);
      if (!pod.status().resourceClaimStatuses().isEmpty()) {
        claims.add(parts.claimOf(pod));
      }
    }
    return new Cluster(
        once(Stream.generate(parts::slice).limit(8), it -> it.metadata().name()),
        once(Stream.generate(parts::deviceClass).limit(4), it -> it.metadata().name()),
        once(Stream.generate(parts::patch).limit(2), it -> it.metadata().name()),
        once(Stream.generate(parts::rule).limit(2), it -> it.metadata().name()),
        claims,
        List.of(),
        pods,
        Parts.NODES.stream().map(parts::node).toList(),
        List.of());
  }

  private static <T> List<T> once(Stream<T> some, java.util.function.Function<T, String> name) {
    var byName = new TreeMap<String, T>();
    some.forEach(it -> byName.put(name.apply(it), it));
    return List.copyOf(byName.values());
  }

  private static SchedulerCache board(Cluster cluster, Random random) {
    var cache =
        new SchedulerCache(
            Gates.defaults(),
            SchedulerCache.BINDING_TIMEOUT,
            FilterTimeout.ENDLESS,
            ScoringStrategy.LEAST_ALLOCATED,
            random.nextInt(5));
    var tell = new ArrayList<Runnable>();
    cluster.slices().forEach(it -> tell.add(() -> cache.put(it)));
    cluster.classes().forEach(it -> tell.add(() -> cache.put(it)));
    cluster.patches().forEach(it -> tell.add(() -> cache.put(it)));
    cluster.taintRules().forEach(it -> tell.add(() -> cache.put(it)));
    cluster.claims().forEach(it -> tell.add(() -> cache.put(it)));
    cluster.pods().forEach(it -> tell.add(() -> cache.put(it)));
    cluster.nodes().forEach(it -> tell.add(() -> cache.put(it)));
    tell.add(cache::settle);
    Collections.shuffle(tell, random);
    tell.forEach(Runnable::run);
    cache.settle();
    return cache;
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void pod_after_pod_goes_where_placing_puts_it(long seed) {
    var random = new Random(seed);
    var cluster = cluster(random);
    var scheduler =
        new OfflineScheduler(cluster, Gates.defaults(), Parallelizer.CALLER, FilterTimeout.ENDLESS);
    var cache = board(cluster, random);

    for (var pod : scheduler.pending()) {
      var decision = cache.decide(pod, NOW);

      var outcome = scheduler.place(pod);
      if (lacksClass(decision)) {
        assertThat(outcome).isInstanceOf(PodOutcome.Waits.class);
      } else {
        assertThat(text(decision))
            .as("seed %d, %s", seed, pod.metadata().name())
            .isEqualTo(text(outcome));
      }
      if (decision instanceof SchedulerCache.Decision.Chosen chosen) {
        settle(cache, chosen, random);
      }
      assertThat(cache.ledger()).isEqualTo(scheduler.ledger());
    }
  }

  /** What a scheduler does then, and informers now or later. */
  private static void settle(
      SchedulerCache cache, SchedulerCache.Decision.Chosen chosen, Random random) {
    cache.assume(chosen);
    claims(chosen).forEach(cache::written);
    if (random.nextBoolean()) {
      cache.bound(chosen);
    }
    if (random.nextBoolean()) {
      cache.put(chosen.pod().withSpec(chosen.pod().spec().withNodeName(chosen.node())));
    }
    if (random.nextBoolean()) {
      claims(chosen).forEach(cache::put);
    }
  }

  private static List<ResourceClaim> claims(SchedulerCache.Decision.Chosen chosen) {
    return Stream.of(chosen.allocated(), chosen.others(), chosen.extended().stream().toList())
        .flatMap(List::stream)
        .map(claim -> Reservations.reserved(claim, chosen.pod()))
        .toList();
  }

  /** A board says so before it looks at nodes, as a scheduler does. */
  private static boolean lacksClass(SchedulerCache.Decision decision) {
    return decision
            instanceof SchedulerCache.Decision.Waits(UnschedulableReason.Mistake(_, var mistake), _)
        && mistake.endsWith("does not exist");
  }

  private static String text(SchedulerCache.Decision decision) {
    return switch (decision) {
      case SchedulerCache.Decision.Chosen chosen -> chosen.node() + sorted(claims(chosen).stream());
      case SchedulerCache.Decision.Waits waits -> waits.reason().message();
    };
  }

  private static String text(PodOutcome outcome) {
    return switch (outcome) {
      case PodOutcome.On on -> on.node() + sorted(on.claims().stream());
      case PodOutcome.Waits waits -> waits.message();
    };
  }

  private static List<String> sorted(Stream<ResourceClaim> claims) {
    return claims.map(ResourceClaim::toString).sorted().toList();
  }
}

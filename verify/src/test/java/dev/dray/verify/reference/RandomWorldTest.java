package dev.dray.verify.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.verify.reference.ReferenceOutcome.DoesNotFit;
import dev.dray.verify.reference.ReferenceOutcome.Fatal;
import dev.dray.verify.reference.ReferenceOutcome.Fits;
import java.util.EnumSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Worlds that agree on everything would prove nothing. */
class RandomWorldTest {
  private static final long STEPS = 100_000;
  private static final int WORLDS = 1_000;

  private final ReferenceAllocator reference = new ReferenceAllocator();

  enum Sort {
    SMALL(RandomWorld::of),
    HARDER(RandomWorld::harder);

    private final LongFunction<World> worlds;

    Sort(LongFunction<World> worlds) {
      this.worlds = worlds;
    }

    World of(long seed) {
      return worlds.apply(seed);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.testing.Seeds#hundred")
  void the_same_seed_makes_the_same_world(long seed) {
    assertThat(RandomWorld.of(seed)).isEqualTo(RandomWorld.of(seed));
    assertThat(RandomWorld.harder(seed)).isEqualTo(RandomWorld.harder(seed));
  }

  @ParameterizedTest
  @EnumSource(Sort.class)
  void many_fit_many_do_not_and_some_are_hopeless(Sort sort, TestReporter reporter) {
    var outcomes = outcomes(sort);

    reporter.publishEntry(sort.toString(), outcomes.toString());
    assertThat(outcomes.get(name(Fits.class))).isGreaterThan(WORLDS * 40 / 100);
    assertThat(outcomes.get(name(DoesNotFit.class))).isGreaterThan(WORLDS * 25 / 100);
    assertThat(outcomes.get(name(Fatal.class))).isGreaterThan(WORLDS * 3 / 100);
    assertThat(outcomes).doesNotContainKey("too long");
  }

  private Map<String, Integer> outcomes(Sort sort) {
    var outcomes = new TreeMap<String, Integer>();
    for (int seed = 0; seed < WORLDS; seed++) {
      var answer = reference.allocateWithin(sort.of(seed), STEPS);
      outcomes.merge(
          answer.map(it -> name(it.outcome().getClass())).orElse("too long"), 1, Integer::sum);
    }
    return outcomes;
  }

  private static String name(Class<?> outcome) {
    return outcome.getSimpleName();
  }

  @ParameterizedTest
  @EnumSource(Quirk.class)
  void every_decision_matters_somewhere(Quirk quirk) {
    var found =
        LongStream.range(0, 20_000)
            .mapToObj(RandomWorld::harder)
            .anyMatch(world -> isSensitive(world, quirk));

    assertThat(found).isTrue();
  }

  private boolean isSensitive(World world, Quirk quirk) {
    var answer = reference.allocateWithin(world, 1_000);
    return answer.isPresent()
        && !Outcomes.comparable(answer.get().outcome())
            .equals(Outcomes.comparable(reference.allocate(world, EnumSet.of(quirk)).outcome()));
  }

  @Test
  void all_that_results_can_say_is_said_somewhere() {
    var said = new TreeMap<String, Integer>();
    for (int seed = 0; seed < WORLDS; seed++) {
      if (reference.allocate(RandomWorld.of(seed)).outcome() instanceof Fits(var results)) {
        results.stream()
            .flatMap(result -> result.devices().results().stream())
            .forEach(
                device -> {
                  count(said, "admin access", device.adminAccess().isPresent());
                  count(said, "alternative", device.request().contains("/"));
                  count(said, "binding", !device.bindingConditions().isEmpty());
                  count(said, "capacity", !device.consumedCapacity().isEmpty());
                  count(said, "counters", !device.consumedCounters().isEmpty());
                  count(said, "groups", !device.compatibilityGroups().isEmpty());
                  count(said, "operations", !device.skipNodeOperations().isEmpty());
                  count(said, "tolerations", !device.tolerations().isEmpty());
                });
      }
    }

    assertThat(said).hasSize(8);
  }

  private static void count(Map<String, Integer> said, String what, boolean isSaid) {
    if (isSaid) {
      said.merge(what, 1, Integer::sum);
    }
  }
}

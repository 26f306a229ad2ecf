package dev.dray.verify.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.allocation.EagerAllocator;
import dev.dray.verify.reference.Outcomes;
import dev.dray.verify.reference.RandomWorld;
import dev.dray.verify.reference.ReferenceAllocator;
import dev.dray.verify.reference.World;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The engine prunes, remembers and shares; it must still answer as who does none of that.
 *
 * <p>Ten thousand worlds of each size; {@code -Ddray.seeds=100000} makes it more.
 */
class EnginePropertyTest {
  private static final long STEPS = 100_000;
  private static final int WORLDS_IN_A_PART = 500;

  private final ReferenceAllocator reference = new ReferenceAllocator();
  private final List<Engine> engines = List.of(new Engine(), new Engine(EagerAllocator::of));

  static LongStream firstSeeds() {
    Long only = Long.getLong("dray.seed");
    return only == null
        ? LongStream.range(0, Long.getLong("dray.seeds", 10_000) / WORLDS_IN_A_PART)
            .map(part -> part * WORLDS_IN_A_PART)
        : LongStream.of(only);
  }

  private static int worlds() {
    return Long.getLong("dray.seed") == null ? WORLDS_IN_A_PART : 1;
  }

  @ParameterizedTest(name = "seeds from {0}")
  @MethodSource("firstSeeds")
  void small_worlds_are_answered_as_by_trying_everything(long firstSeed) {
    compare(firstSeed, RandomWorld::of);
  }

  @ParameterizedTest(name = "seeds from {0}")
  @MethodSource("firstSeeds")
  void harder_worlds_are_answered_as_by_trying_everything(long firstSeed) {
    compare(firstSeed, RandomWorld::harder);
  }

  private void compare(long firstSeed, LongFunction<World> worlds) {
    int compared = 0;
    for (long seed = firstSeed; seed < firstSeed + worlds(); seed++) {
      var world = worlds.apply(seed);
      var expected = reference.allocateWithin(world, STEPS);
      if (expected.isPresent()) {
        compared++;
        for (var engine : engines) {
          assertThat(Outcomes.comparable(engine.allocate(world)))
              .as("-Ddray.seed=%d: the reference says %s", seed, expected.get().outcome())
              .isEqualTo(Outcomes.comparable(expected.get().outcome()));
        }
      }
    }
    assertThat(compared)
        .as("worlds that trying everything can decide within %d steps", STEPS)
        .isGreaterThanOrEqualTo(worlds() * 98 / 100);
  }
}

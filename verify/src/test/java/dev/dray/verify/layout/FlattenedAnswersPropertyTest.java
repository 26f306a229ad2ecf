package dev.dray.verify.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.verify.conformance.Engine;
import dev.dray.verify.reference.FlatWorlds;
import dev.dray.verify.reference.Outcomes;
import dev.dray.verify.reference.RandomWorld;
import dev.dray.verify.reference.World;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whoever has no mixins, patches and taint rules gets flattened slices, and the same answers.
 *
 * <p>A thousand worlds of each size; {@code -Ddray.seeds=100000} makes it more.
 */
class FlattenedAnswersPropertyTest {
  private static final int WORLDS_IN_A_PART = 500;

  private final Engine engine = new Engine();
  private final FlatWorlds flat = new FlatWorlds();

  static LongStream firstSeeds() {
    Long only = Long.getLong("dray.seed");
    return only == null
        ? LongStream.range(0, Long.getLong("dray.seeds", 1_000) / WORLDS_IN_A_PART)
            .map(part -> part * WORLDS_IN_A_PART)
        : LongStream.of(only);
  }

  private static int worlds() {
    return Long.getLong("dray.seed") == null ? WORLDS_IN_A_PART : 1;
  }

  @ParameterizedTest(name = "seeds from {0}")
  @MethodSource("firstSeeds")
  void small_worlds_are_answered_as_before(long firstSeed) {
    compare(firstSeed, RandomWorld::of);
  }

  @ParameterizedTest(name = "seeds from {0}")
  @MethodSource("firstSeeds")
  void harder_worlds_are_answered_as_before(long firstSeed) {
    compare(firstSeed, RandomWorld::harder);
  }

  private void compare(long firstSeed, LongFunction<World> worlds) {
    int compared = 0;
    for (long seed = firstSeed; seed < firstSeed + worlds(); seed++) {
      var world = worlds.apply(seed);
      var slices = flat.slices(world);
      if (slices.isSame()) {
        compared++;
        assertThat(Outcomes.comparable(engine.allocate(FlatWorlds.with(slices, world))))
            .as("-Ddray.seed=%d: %s", seed, slices)
            .isEqualTo(Outcomes.comparable(engine.allocate(world)));
      }
    }
    assertThat(compared)
        .as("worlds that can be said without mixins")
        .isGreaterThanOrEqualTo(worlds() * 96 / 100);
  }
}

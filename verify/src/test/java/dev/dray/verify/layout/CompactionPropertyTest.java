package dev.dray.verify.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.gate.Gate;
import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ResourceSlice;
import dev.dray.api.validation.Validator;
import dev.dray.layout.Compaction;
import dev.dray.layout.Equivalence;
import dev.dray.layout.SliceBytes;
import dev.dray.testing.Manifest;
import dev.dray.verify.Repository;
import dev.dray.verify.conformance.Engine;
import dev.dray.verify.reference.Outcomes;
import dev.dray.verify.reference.RandomWorld;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compact slices are never larger, and neither flattening nor the engine can tell them from others.
 *
 * <p>Five hundred worlds; {@code -Ddray.seeds=100000} makes it more.
 */
class CompactionPropertyTest {
  private static final int WORLDS_IN_A_PART = 500;

  private final Map<Gates, Validator> validators = new HashMap<>();
  private final Engine engine = new Engine();
  private int smaller;

  static LongStream firstSeeds() {
    Long only = Long.getLong("dray.seed");
    return only == null
        ? LongStream.range(0, Long.getLong("dray.seeds", 500) / WORLDS_IN_A_PART)
            .map(part -> part * WORLDS_IN_A_PART)
        : LongStream.of(only);
  }

  private static int worlds() {
    return Long.getLong("dray.seed") == null ? WORLDS_IN_A_PART : 1;
  }

  @ParameterizedTest(name = "seeds from {0}")
  @MethodSource("firstSeeds")
  void random_slices_say_the_same_in_no_more_bytes(long firstSeed) {
    for (long seed = firstSeed; seed < firstSeed + worlds(); seed++) {
      var world = RandomWorld.harder(seed);
      world = world.withGates(world.gates().with(Gate.DRA_RESOURCE_SLICE_MIXINS));
      if (world.gates().conflicts().isEmpty()) {
        var compact = compact(seed, world.slices(), world.gates());
        assertThat(Outcomes.comparable(engine.allocate(world.withSlices(compact))))
            .as("-Ddray.seed=%d", seed)
            .isEqualTo(Outcomes.comparable(engine.allocate(world)));
      }
    }
    assertThat(smaller).as("worlds that got smaller").isGreaterThan(worlds() / 4);
  }

  private List<ResourceSlice> compact(long seed, List<ResourceSlice> slices, Gates gates) {
    var validator = validators.computeIfAbsent(gates, Validator::with);
    var pools = Compaction.of(slices, gates, validator);
    for (var pool : pools) {
      assertThat(SliceBytes.of(pool.after()))
          .as("-Ddray.seed=%d: bytes", seed)
          .isLessThanOrEqualTo(SliceBytes.of(pool.before()));
      if (pool.before().stream().allMatch(it -> validator.create(it).isEmpty())) {
        assertThat(pool.after())
            .as("-Ddray.seed=%d: valid", seed)
            .allMatch(it -> validator.create(it).isEmpty());
      }
    }
    var after = pools.stream().flatMap(it -> it.after().stream()).toList();
    assertThat(Equivalence.difference(slices, after, gates)).as("-Ddray.seed=%d", seed).isEmpty();
    smaller += SliceBytes.of(after) < SliceBytes.of(slices) ? 1 : 0;
    return after;
  }

  @Test
  void eight_h200_take_less_than_two_fifths_and_less_than_with_mixins_by_hand() {
    var gates = Gates.defaults();
    var flat = example("flat.yaml");

    var after = compact(0, flat, gates);

    assertThat(SliceBytes.of(after)).isLessThan(SliceBytes.of(flat) * 2 / 5);
    assertThat(SliceBytes.of(after)).isLessThan(SliceBytes.of(example("mixins.yaml")));
  }

  private static List<ResourceSlice> example(String file) {
    return Manifest.all(Repository.read("examples/h200/" + file)).stream()
        .map(ResourceSlice.class::cast)
        .toList();
  }
}

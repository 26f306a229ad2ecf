package dev.dray.verify.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.meta.QualifiedName;
import dev.dray.api.resource.device.Counter;
import dev.dray.inventory.Inventory;
import dev.dray.inventory.PoolGeneration;
import dev.dray.layout.FlatDevice;
import dev.dray.layout.FlatPool;
import dev.dray.layout.Flattening;
import dev.dray.testing.Seeds;
import dev.dray.verify.reference.RandomWorld;
import dev.dray.verify.reference.World;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The values that flattening tells the origin of are those that the engine allocates by. */
class ProvenancePropertyTest {

  static LongStream seeds() {
    return Seeds.thousand();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void flattened_devices_have_the_values_of_the_inventory(long seed) {
    var world = RandomWorld.of(seed);
    var inventory = inventory(world);
    var flattened =
        Flattening.of(
            world.slices(), world.classes(), world.patches(), world.taintRules(), world.gates());

    for (var pool : flattened.pools()) {
      var generation = generation(inventory, pool);
      assertThat(pool.devices()).hasSize(generation.size());
      for (int row = 0; row < generation.size(); row++) {
        assertSame(pool.devices().get(row), generation, row);
      }
    }
  }

  private static Inventory inventory(World world) {
    var inventory = new Inventory(world.gates());
    world.classes().forEach(inventory::put);
    world.patches().forEach(inventory::put);
    world.taintRules().forEach(inventory::put);
    world.slices().forEach(inventory::put);
    return inventory;
  }

  private static PoolGeneration generation(Inventory inventory, FlatPool pool) {
    return inventory.snapshot().pool(pool.id()).orElseThrow().generations().stream()
        .filter(it -> it.number() == pool.generation())
        .findFirst()
        .orElseThrow();
  }

  private static void assertSame(FlatDevice flat, PoolGeneration generation, int row) {
    var driver = generation.pool().driver();
    var traits = generation.traits(generation.traitsNumber(row));
    assertThat(flat.name()).isEqualTo(generation.name(row));
    assertThat(shortest(flat.effective().attributes(), driver))
        .isEqualTo(shortest(generation.table().device(row).attributes(), driver));
    assertThat(shortest(flat.effective().capacity(), driver).toString())
        .isEqualTo(new TreeMap<>(traits.capacity()).toString());
    assertThat(flat.effective().taints()).isEqualTo(traits.taints());
    assertThat(flat.hidden()).isEqualTo(traits.hidden());
    for (int i = 0; i < traits.consumptions().size(); i++) {
      var consumption = traits.consumptions().get(i);
      var counters = flat.effective().consumesCounters().get(i).counters();
      assertThat(counters.keySet())
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(
                      consumption.fixed().keySet().stream(),
                      consumption.requested().keySet().stream())
                  .toList());
      consumption
          .fixed()
          .forEach(
              (name, amount) ->
                  assertThat(counters.get(name))
                      .extracting(Counter::value)
                      .isEqualTo(Optional.of(amount)));
    }
  }

  private static <V> Map<String, V> shortest(Map<String, V> map, String driver) {
    var shortest = new TreeMap<String, V>();
    map.forEach((name, value) -> shortest.put(QualifiedName.shortest(name, driver), value));
    return shortest;
  }
}

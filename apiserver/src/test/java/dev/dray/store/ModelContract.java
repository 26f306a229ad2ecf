package dev.dray.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.store.memory.MemoryStore;
import java.time.InstantSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is asked of a store, the reference gives the same answer. */
public interface ModelContract extends OpensStores {

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("dev.dray.store.Trial#seeds")
  default void the_store_and_the_reference_give_the_same_answers(long seed)
      throws InterruptedException {
    try (var store = open();
        var reference = new MemoryStore(InstantSource.system())) {
      var mine = new Interview(store, seed).run(250);
      var expected = new Interview(reference, seed).run(250);

      assertThat(mine).as("seed %d", seed).isEqualTo(expected);
    }
  }
}

package dev.dray.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.store.memory.MemoryStore;
import dev.dray.watch.Cache;
import java.lang.ref.WeakReference;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MetricsTest {

  /** A server that has come and gone. */
  private static WeakReference<Cache> gone() {
    try (var store = new MemoryStore(InstantSource.system());
        var cache = Cache.start(store, List.of())) {
      assertThat(new Metrics(cache, List.of())).isNotNull();
      return new WeakReference<>(cache);
    }
  }

  @Test
  void what_a_server_held_is_free_once_it_has_ended() throws InterruptedException {
    var cache = gone();

    for (int tries = 0; cache.get() != null && tries < 100; tries++) {
      System.gc();
      Thread.sleep(10);
    }

    assertThat(cache.get()).isNull();
  }
}

package dev.dray.watch;

import static dev.dray.watch.Past.PODS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.store.Store;
import dev.dray.store.StoreOperation;
import dev.dray.store.memory.MemoryStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Writers at work while feeds are opened anywhere, read slowly, and left.
 *
 * <p>{@code -Ddray.seed=N} runs one seed again, {@code -Ddray.seeds=N} more of them.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FeedsPropertyTest {
  private static final int WRITERS = 3;
  private static final int WRITES = 400;
  private static final int FEEDS = 40;
  private static final List<String> NAMESPACES = List.of("", "a/", "b/");

  @Test
  void every_feed_tells_the_history_of_the_store_from_where_it_began() throws Exception {
    var one = Long.getLong("dray.seed");
    int seeds = Integer.getInteger("dray.seeds", 10);
    for (long seed = one == null ? 0 : one; seed < (one == null ? seeds : one + 1); seed++) {
      run(seed);
    }
  }

  private static void run(long seed) throws Exception {
    var random = new SplittableRandom(seed);
    try (var store = new MemoryStore(InstantSource.system());
        var cache = Cache.start(store, List.of(), new Window(1 + random.nextInt(50), 1L << 40));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var writing = new AtomicInteger(WRITERS);
      var work = new ArrayList<Future<?>>();
      for (int i = 0; i < WRITERS; i++) {
        var own = random.split();
        work.add(threads.submit(() -> write(store, own, writing)));
      }
      for (int i = 0; i < FEEDS; i++) {
        var own = random.split();
        work.add(threads.submit(read(store, cache, own, writing, seed)));
      }
      for (var it : work) {
        it.get();
      }
    }
  }

  private static void write(Store store, SplittableRandom random, AtomicInteger writing) {
    for (int i = 0; i < WRITES; i++) {
      var operations = new LinkedHashMap<String, StoreOperation>();
      for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
        var key = NAMESPACES.get(1 + random.nextInt(2)) + random.nextInt(12);
        operations.put(key, random.nextInt(4) == 0 ? Past.delete(key) : Past.put(key, "v" + i));
      }
      Past.commit(store, operations.values().toArray(StoreOperation[]::new));
    }
    writing.decrementAndGet();
  }

  private static Callable<Void> read(
      Store store, Cache cache, SplittableRandom random, AtomicInteger writing, long seed) {
    return () -> {
      var prefix = PODS + NAMESPACES.get(random.nextInt(NAMESPACES.size()));
      for (int i = random.nextInt(20); i > 0; i--) {
        Thread.sleep(0, 100_000);
      }
      boolean shared = random.nextBoolean();
      var opening = cache.open(prefix);
      long after =
          shared
              ? opening.contents().revision()
              : 1 + random.nextLong(Math.max(1, store.revision()));
      try (var feed = shared ? opening.feed() : cache.follow(prefix, after)) {
        boolean leaves = random.nextInt(4) == 0;
        var lines = follow(feed, random, writing, leaves);
        long upTo = feed.revision();
        if (!leaves) {
          upTo = store.revision();
          lines.addAll(Past.told(feed, upTo));
        }
        assertThat(lines)
            .as("seed %d, %s after %d", seed, prefix, after)
            .isEqualTo(Past.told(store, prefix, after, upTo));
      }
      return null;
    };
  }

  /** Reads, sometimes slowly, until nobody writes, or until it has had enough. */
  private static List<String> follow(
      Feed feed, SplittableRandom random, AtomicInteger writing, boolean leaves)
      throws InterruptedException {
    var lines = new ArrayList<String>();
    int most = leaves ? random.nextInt(50) : Integer.MAX_VALUE;
    while (writing.get() > 0 && lines.size() < most) {
      feed.next(Duration.ofMillis(1)).map(Past::line).ifPresent(lines::add);
      if (random.nextInt(40) == 0) {
        Thread.sleep(random.nextInt(5));
      }
    }
    if (leaves) {
      // All of the revision that was begun.
      long begun = feed.revision();
      lines.removeIf(it -> revision(it) > begun);
    }
    return lines;
  }

  private static long revision(String line) {
    return Long.parseLong(line.substring(line.indexOf('@') + 1, line.indexOf(',')));
  }
}

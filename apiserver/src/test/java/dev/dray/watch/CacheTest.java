package dev.dray.watch;

import static dev.dray.watch.Past.PODS;
import static dev.dray.watch.Past.commit;
import static dev.dray.watch.Past.delete;
import static dev.dray.watch.Past.put;
import static dev.dray.watch.Past.told;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.store.CompactedException;
import dev.dray.store.Store;
import dev.dray.store.StoreException;
import dev.dray.store.StoreOperation;
import dev.dray.store.memory.MemoryStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CacheTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Window SMALL = new Window(4, Long.MAX_VALUE);

  private final Store store = new MemoryStore(InstantSource.system());
  private final FragileStore fragile = new FragileStore(store);
  private final List<AutoCloseable> open = new ArrayList<>();

  private Cache start(Window window, Cache.Listener... listeners) {
    var cache = Cache.start(fragile, List.of(listeners), window);
    open.add(cache);
    return cache;
  }

  @AfterEach
  void close() throws Exception {
    for (var it : open) {
      it.close();
    }
    store.close();
  }

  private static List<String> keys(Cache.Contents contents) {
    return contents.items().stream().map(it -> it.key().substring(PODS.length())).toList();
  }

  @Test
  void has_what_was_there_before_it_and_what_comes_after() throws InterruptedException {
    commit(store, put("a/1", "x"), put("b/1", "x"));
    var cache = start(Window.DEFAULT);
    long revision = commit(store, put("a/2", "x"), delete("b/1"));

    assertThat(cache.catchUp(LONG)).isEqualTo(revision);

    assertThat(keys(cache.list(PODS))).containsExactly("a/1", "a/2");
    assertThat(keys(cache.list(PODS + "a/"))).containsExactly("a/1", "a/2");
    assertThat(keys(cache.list(PODS + "b/"))).isEmpty();
    assertThat(cache.list(PODS).revision()).isEqualTo(revision);
    assertThat(cache.find(PODS + "a/2").orElseThrow().revision()).isEqualTo(revision);
    assertThat(cache.find(PODS + "b/1")).isEmpty();
    assertThat(cache.counts()).containsEntry(PODS, 2);
  }

  @Test
  void a_cache_on_request_comes_as_far_as_it_is_asked_to_and_no_further()
      throws InterruptedException {
    var told = new ArrayList<String>();
    var cache =
        Cache.onRequest(store, List.of(event -> told.add(event.key())), new Window(2, 1_000));
    open.add(cache);
    long before = cache.revision();
    commit(store, put("a/1", "x"));
    assertThat(cache.revision()).isEqualTo(before);
    assertThat(told).isEmpty();

    long revision = cache.catchUp(Duration.ZERO);

    assertThat(cache.revision()).isEqualTo(revision).isGreaterThan(before);
    assertThat(keys(cache.list(PODS))).containsExactly("a/1");
    assertThat(told).containsExactly(PODS + "a/1");

    for (int i = 0; i < 2_500; i++) {
      commit(store, put("a/1", "y" + i), put("a/2", "y" + i));
    }
    store.compact(store.revision() - 10);
    assertThat(cache.catchUp(Duration.ZERO)).isEqualTo(store.revision());
    assertThat(keys(cache.list(PODS))).containsExactly("a/1", "a/2");
  }

  @Test
  void a_namespace_is_not_a_prefix_of_another_one() throws InterruptedException {
    commit(store, put("a/1", "x"), put("ab/1", "x"), put("a-b/1", "x"));
    var cache = start(Window.DEFAULT);

    assertThat(keys(cache.list(PODS + "a/"))).containsExactly("a/1");
  }

  @Test
  void lists_show_all_of_a_revision_or_nothing_of_it() throws InterruptedException {
    var cache = start(Window.DEFAULT);
    var writer =
        Thread.ofVirtual()
            .start(
                () -> {
                  for (int i = 0; i < 2_000; i++) {
                    commit(store, put("a/1", "x" + i), put("a/2", "x" + i));
                  }
                });
    while (writer.isAlive()) {
      var items = cache.list(PODS).items();
      assertThat(items.stream().map(Item::revision).distinct().count()).isLessThanOrEqualTo(1);
      assertThat(items.size()).isIn(0, 2);
    }
    writer.join();
  }

  @Test
  void waits_in_vain_for_a_revision_that_does_not_come() throws InterruptedException {
    var cache = start(Window.DEFAULT);

    assertThat(cache.await(store.revision() + 1, Duration.ofMillis(10))).isFalse();
  }

  @Test
  void says_so_if_it_cannot_follow_and_goes_on_when_it_can() throws InterruptedException {
    var cache = start(Window.DEFAULT);
    fragile.breakDown();
    commit(store, put("a/1", "x"));

    while (cache.trouble().isEmpty()) {
      Thread.onSpinWait();
    }
    assertThat(cache.trouble()).contains("out of reach");
    assertThatThrownBy(() -> cache.catchUp(Duration.ofMillis(10)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("out of reach");

    fragile.repair();
    assertThat(cache.catchUp(LONG)).isEqualTo(store.revision());
    assertThat(cache.trouble()).isEmpty();
    assertThat(keys(cache.list(PODS))).containsExactly("a/1");
  }

  @Test
  void does_not_stop_following_for_a_mistake_of_anyone() throws InterruptedException {
    var cache =
        start(
            Window.DEFAULT,
            event -> {
              throw new IllegalStateException("a mistake of a listener");
            });
    fragile.fail(new IllegalArgumentException("a mistake of the store"));
    commit(store, put("a/1", "x"));

    assertThat(cache.catchUp(LONG)).isEqualTo(store.revision());
  }

  @Test
  void listeners_hear_in_order_and_before_anyone_can_read() throws InterruptedException {
    commit(store, put("a/0", "x"));
    var heard = Collections.synchronizedList(new ArrayList<String>());
    var holder = new ArrayList<Cache>();
    var early = Collections.synchronizedList(new ArrayList<Long>());
    var cache =
        start(
            Window.DEFAULT,
            event -> {
              heard.add(Past.line(event));
              holder.stream()
                  .filter(it -> it.revision() >= event.revision())
                  .forEach(_ -> early.add(event.revision()));
            });
    holder.add(cache);
    long begin = store.revision();
    for (int i = 0; i < 50; i++) {
      commit(store, put("a/" + i % 7, "x" + i), put("b/" + i, "y"));
      commit(store, delete("b/" + i));
    }

    cache.catchUp(LONG);

    assertThat(heard.getFirst()).isEqualTo("put %sa/0 @2, before nothing".formatted(PODS));
    assertThat(heard.subList(1, heard.size()))
        .isEqualTo(told(store, PODS, begin, store.revision()));
    assertThat(early).isEmpty();
  }

  @Test
  void a_feed_tells_what_comes_after_what_was_there() throws InterruptedException {
    commit(store, put("a/1", "x"));
    var cache = start(Window.DEFAULT);
    var opening = cache.open(PODS + "a/");
    long from = opening.contents().revision();
    commit(store, put("a/2", "x"), put("b/1", "x"));
    commit(store, put("b/2", "x"));
    long last = commit(store, delete("a/1"));

    try (var feed = opening.feed()) {
      assertThat(keys(opening.contents())).containsExactly("a/1");
      assertThat(told(feed, last)).isEqualTo(told(store, PODS + "a/", from, last)).hasSize(2);
    }
  }

  @Test
  void a_feed_can_begin_at_any_revision_there_was() throws InterruptedException {
    for (int i = 0; i < 10; i++) {
      commit(store, put("a/" + i % 3, "x" + i), put("b/" + i, "y"));
    }
    var cache = start(SMALL);
    for (int i = 0; i < 10; i++) {
      commit(store, put("a/" + i % 3, "z" + i), delete("b/" + i));
    }
    long last = cache.catchUp(LONG);

    for (long after = 1; after <= last; after++) {
      try (var feed = cache.follow(PODS, after)) {
        assertThat(told(feed, last)).isEqualTo(told(store, PODS, after, last));
      }
    }
  }

  @Test
  void a_feed_that_begins_in_the_future_tells_only_that() throws InterruptedException {
    var cache = start(Window.DEFAULT);
    long future = store.revision() + 2;
    try (var feed = cache.follow(PODS, future)) {
      commit(store, put("a/1", "x"));
      commit(store, put("a/2", "x"));
      long last = commit(store, put("a/3", "x"));

      assertThat(told(feed, last))
          .containsExactly("put %sa/3 @%d, before nothing".formatted(PODS, last));
    }
  }

  @Test
  void a_reader_left_behind_by_the_window_misses_nothing() throws InterruptedException {
    var cache = start(SMALL);
    var opening = cache.open(PODS);
    long from = opening.contents().revision();
    try (var feed = opening.feed()) {
      commit(store, put("a/1", "x"), put("a/2", "x"), put("a/3", "x"));
      cache.catchUp(LONG);
      // One of three changes of a revision is read, then the window goes over the others.
      var first = Past.line(feed.next(LONG).orElseThrow());
      for (int i = 0; i < 20; i++) {
        commit(store, put("a/" + i, "y"), put("b/" + i, "y"));
      }
      long last = cache.catchUp(LONG);

      var lines = new ArrayList<String>();
      lines.add(first);
      lines.addAll(told(feed, last));
      assertThat(lines).isEqualTo(told(store, PODS, from, last)).hasSize(43);
    }
  }

  @Test
  void a_window_is_bounded_by_bytes_too() throws InterruptedException {
    var cache = start(new Window(1_000, 1));
    var opening = cache.open(PODS);
    for (int i = 0; i < 5; i++) {
      commit(store, put("a/1", "x" + i));
    }
    long last = cache.catchUp(LONG);

    assertThat(cache.linkAfter(PODS, last - 2)).isNull();
    assertThat(cache.linkAfter(PODS, last - 1)).isNotNull();
    try (var feed = opening.feed()) {
      assertThat(told(feed, last)).hasSize(5);
    }
  }

  @Test
  void what_is_compacted_can_not_be_followed() throws InterruptedException {
    var cache = start(SMALL);
    for (int i = 0; i < 20; i++) {
      commit(store, put("a/" + i, "x"));
    }
    long last = cache.catchUp(LONG);
    var behind = cache.follow(PODS, 3);
    store.compact(last - 2);

    assertThatThrownBy(() -> cache.follow(PODS, 3)).isInstanceOf(CompactedException.class);
    assertThatThrownBy(() -> told(behind, last)).isInstanceOf(CompactedException.class);
    try (var feed = cache.follow(PODS, last - 1)) {
      assertThat(told(feed, last)).hasSize(1);
    }
  }

  @Test
  void a_bookmark_never_runs_ahead_of_what_was_told() throws InterruptedException {
    for (int i = 0; i < 30; i++) {
      commit(store, put("a/" + i, "x"));
    }
    var cache = start(SMALL);
    long last = store.revision();
    try (var feed = cache.follow(PODS, 1)) {
      while (feed.revision() < last) {
        var event = feed.next(LONG).orElseThrow();
        assertThat(feed.revision()).isLessThanOrEqualTo(event.revision());
      }
    }
  }

  @Test
  void after_the_store_has_forgotten_what_was_missed_everything_is_right_again()
      throws InterruptedException {
    commit(store, put("a/gone", "x"), put("a/same", "x"), put("a/changed", "x"));
    var heard = Collections.synchronizedList(new ArrayList<String>());
    var cache = start(Window.DEFAULT, event -> heard.add(Past.line(event)));
    long before = cache.catchUp(LONG);
    var waiting = cache.open(PODS).feed();
    heard.clear();
    fragile.breakDown();
    while (cache.trouble().isEmpty()) {
      Thread.onSpinWait();
    }
    commit(store, put("a/changed", "y"));
    commit(store, delete("a/gone"));
    commit(store, put("a/new", "y"));
    long last = commit(store, put("a/changed", "z"));
    store.compact(last - 1);
    fragile.repair();

    assertThat(cache.catchUp(LONG)).isEqualTo(last);

    assertThat(keys(cache.list(PODS))).containsExactly("a/changed", "a/new", "a/same");
    assertThat(heard)
        .containsExactly(
            "put %sa/changed @%d, before %d".formatted(PODS, last, before),
            "put %sa/new @%d, before nothing".formatted(PODS, last),
            "delete %sa/gone @%d, before %d".formatted(PODS, last, before));
    // Whoever waited has missed what nobody knows any more, and must be told so.
    assertThatThrownBy(() -> waiting.next(LONG)).isInstanceOf(CompactedException.class);
    assertThatThrownBy(() -> cache.follow(PODS, before)).isInstanceOf(CompactedException.class);
    try (var feed = cache.follow(PODS, last - 1)) {
      assertThat(told(feed, last)).hasSize(1);
    }
  }

  @Test
  void closing_ends_waits_and_the_thread() throws InterruptedException {
    var cache = start(Window.DEFAULT);
    var feed = cache.open(PODS).feed();
    var waiting = Thread.ofVirtual().start(() -> awaitFuture(cache));

    cache.close();

    waiting.join();
    assertThat(feed.next(LONG)).isEmpty();
    assertThat(Thread.getAllStackTraces().keySet().stream().map(Thread::getName))
        .doesNotContain("dray-cache");
  }

  private static void awaitFuture(Cache cache) {
    try {
      assertThat(cache.await(Long.MAX_VALUE, LONG)).isFalse();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void keys_of_other_kinds_do_not_get_mixed_up() throws InterruptedException {
    var cache = start(Window.DEFAULT);
    var other = Cache.ROOT + "core/podtemplates/";
    commit(store, put("a/1", "x"), new StoreOperation.Put(other + "a/1", Past.value("x")));
    cache.catchUp(LONG);

    assertThat(cache.list(PODS).items()).hasSize(1);
    assertThat(cache.list(other).items()).hasSize(1);
    assertThat(cache.counts()).containsOnlyKeys(PODS, other);
  }
}

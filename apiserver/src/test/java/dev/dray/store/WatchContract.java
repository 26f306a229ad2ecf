package dev.dray.store;

import static dev.dray.store.Trial.bytes;
import static dev.dray.store.Trial.commit;
import static dev.dray.store.Trial.delete;
import static dev.dray.store.Trial.follow;
import static dev.dray.store.Trial.put;
import static dev.dray.store.Trial.text;
import static dev.dray.store.Trial.told;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** Watches: from where, in which order, of what. */
public interface WatchContract extends OpensStores {

  @Test
  default void a_watch_can_begin_after_any_revision() throws InterruptedException {
    try (var store = open()) {
      long start = store.revision();
      var revisions = new ArrayList<>(List.of(start));
      for (int i = 1; i <= 5; i++) {
        revisions.add(put(store, "/a", "v" + i));
      }
      revisions.add(delete(store, "/a"));
      var all = List.of("+/a=v1", "+/a=v2", "+/a=v3", "+/a=v4", "+/a=v5", "-/a");

      for (int i = 0; i < revisions.size(); i++) {
        assertThat(told(Trial.changes(store, "", revisions.get(i))))
            .isEqualTo(all.subList(i, all.size()));
      }
    }
  }

  @Test
  default void a_watch_goes_on_with_what_is_yet_to_come() throws InterruptedException {
    try (var store = open()) {
      long start = store.revision();
      long first = put(store, "/a", "old");
      try (var watch = store.watch("/", start)) {
        assertThat(told(follow(watch, start, first))).containsExactly("+/a=old");
        long second = put(store, "/a", "new");
        assertThat(told(follow(watch, first, second))).containsExactly("+/a=new");
        long third = delete(store, "/a");
        assertThat(told(follow(watch, second, third))).containsExactly("-/a");
      }
    }
  }

  @Test
  default void all_changes_of_a_revision_come_together() throws InterruptedException {
    try (var store = open()) {
      long start = store.revision();
      long last = start;
      for (int i = 0; i < 20; i++) {
        last = commit(store, pair(i));
      }

      // Not to be torn apart is what follow sees to.
      try (var watch = store.watch("/", start)) {
        var changes = follow(watch, start, last);

        assertThat(changes).hasSize(40);
        assertThat(changes.stream().map(KeyChange::revision).distinct()).hasSize(20);
      }
    }
  }

  private static StoreOperation[] pair(int number) {
    return new StoreOperation[] {
      new StoreOperation.Put("/a", bytes("a" + number)),
      new StoreOperation.Put("/b", bytes("b" + number))
    };
  }

  @Test
  default void a_watch_tells_its_prefix_only_and_its_revision_moves_on_with_all()
      throws InterruptedException {
    try (var store = open()) {
      long start = store.revision();
      try (var watch = store.watch("/pods/", start)) {
        put(store, "/pods/a", "x");
        put(store, "/pods", "x");
        put(store, "/pods0", "x");
        long other = put(store, "/nodes/a", "x");

        assertThat(told(follow(watch, start, other))).containsExactly("+/pods/a=x");

        long idle = put(store, "/nodes/a", "y");
        assertThat(follow(watch, other, idle)).isEmpty();
      }
    }
  }

  @Test
  default void changes_say_what_was_before() throws InterruptedException {
    try (var store = open()) {
      long start = store.revision();
      long created = put(store, "/a", "one");
      long updated = put(store, "/a", "two");
      delete(store, "/a");
      put(store, "/a", "three");

      var changes = Trial.changes(store, "/", start);

      assertThat(changes.get(0).previous()).isEmpty();
      var before = changes.get(1).previous().orElseThrow();
      assertThat(text(before)).isEqualTo("one");
      assertThat(before.revision()).isEqualTo(created);
      var deleted = changes.get(2).previous().orElseThrow();
      assertThat(text(deleted)).isEqualTo("two");
      assertThat(deleted.revision()).isEqualTo(updated);
      assertThat(deleted.created()).isEqualTo(created);
      assertThat(changes.get(3).previous()).isEmpty();
    }
  }

  @Test
  default void live_changes_say_what_was_before_too() throws InterruptedException {
    try (var store = open()) {
      long one = put(store, "/a", "one");
      try (var watch = store.watch("/", one)) {
        long two = put(store, "/a", "two");
        long gone = delete(store, "/a");

        var changes = follow(watch, one, gone);

        assertThat(changes.stream().map(it -> text(it.previous().orElseThrow())))
            .containsExactly("one", "two");
        assertThat(changes.get(1).previous().orElseThrow().revision()).isEqualTo(two);
      }
    }
  }

  @Test
  default void a_reader_that_is_far_behind_misses_nothing() throws InterruptedException {
    try (var store = open()) {
      long start = store.revision();
      var expected = new ArrayList<String>();
      try (var watch = store.watch("/", start)) {
        long last = start;
        for (int i = 0; i < 300; i++) {
          var operations = new StoreOperation[10];
          for (int j = 0; j < operations.length; j++) {
            operations[j] = new StoreOperation.Put("/k" + j, bytes("v" + i));
            expected.add("+/k" + j + "=v" + i);
          }
          last = commit(store, operations);
        }

        assertThat(told(follow(watch, start, last))).containsExactlyInAnyOrderElementsOf(expected);
      }
    }
  }

  @Test
  default void patience_ends_with_an_empty_batch() throws InterruptedException {
    try (var store = open()) {
      long start = store.revision();
      try (var watch = store.watch("/", start)) {
        var batch = watch.next(Duration.ofMillis(20));

        assertThat(batch.changes()).isEmpty();
        assertThat(batch.revision()).isEqualTo(start);
      }
    }
  }

  @Test
  default void closing_a_watch_wakes_its_reader() throws InterruptedException, ExecutionException {
    try (var store = open()) {
      var watch = store.watch("/", store.revision());
      var reading = CompletableFuture.supplyAsync(() -> next(watch));
      watch.close();

      assertThat(reading.get().changes()).isEmpty();
    }
  }

  private static Watch.Batch next(Watch watch) {
    try {
      return watch.next(Duration.ofMinutes(10));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  default void closing_a_store_ends_its_watches() {
    var store = open();
    var watch = store.watch("/", store.revision());
    var reading = CompletableFuture.supplyAsync(() -> next(watch));
    store.close();

    assertThatThrownBy(reading::get).hasCauseInstanceOf(StoreException.class);
  }
}

package dev.dray.store;

import static dev.dray.store.Trial.delete;
import static dev.dray.store.Trial.put;
import static dev.dray.store.Trial.texts;
import static dev.dray.store.Trial.told;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Compaction: what is forgotten, and what is not. */
public interface CompactionContract extends OpensStores {

  @Test
  default void what_is_current_survives_compaction() {
    try (var store = open()) {
      put(store, "/a", "one");
      long a = put(store, "/a", "two");
      put(store, "/b", "one");
      long last = delete(store, "/b");

      store.compact(last);

      assertThat(store.compacted()).isEqualTo(last);
      assertThat(texts(store.list(RangeRequest.all("/")))).containsExactly("/a=two");
      assertThat(store.get("/a").orElseThrow().revision()).isEqualTo(a);
      assertThat(store.revision()).isEqualTo(last);
    }
  }

  @Test
  default void the_past_can_be_listed_from_the_compacted_revision_on() {
    try (var store = open()) {
      put(store, "/a", "one");
      long before = put(store, "/b", "one");
      long compacted = put(store, "/a", "two");
      long after = put(store, "/a", "three");

      store.compact(compacted);

      assertThatThrownBy(() -> store.list(new RangeRequest("/", before, "", 0)))
          .isInstanceOfSatisfying(
              CompactedException.class, it -> assertThat(it.compacted()).isEqualTo(compacted));
      assertThat(texts(store.list(new RangeRequest("/", compacted, "", 0))))
          .containsExactly("/a=two", "/b=one");
      assertThat(texts(store.list(new RangeRequest("/", after, "", 0))))
          .containsExactly("/a=three", "/b=one");
    }
  }

  @Test
  default void watches_can_begin_after_the_compacted_revision_and_not_before_it()
      throws InterruptedException {
    try (var store = open()) {
      put(store, "/a", "one");
      long before = put(store, "/a", "two");
      long compacted = delete(store, "/a");
      put(store, "/a", "three");
      delete(store, "/a");

      store.compact(compacted);

      assertThatThrownBy(() -> store.watch("/", before)).isInstanceOf(CompactedException.class);
      assertThat(told(Trial.changes(store, "/", compacted))).containsExactly("+/a=three", "-/a");
    }
  }

  @Test
  default void compacting_what_is_compacted_changes_nothing() {
    try (var store = open()) {
      long first = put(store, "/a", "one");
      long second = put(store, "/a", "two");
      store.compact(second);

      store.compact(first);
      store.compact(second);

      assertThat(store.compacted()).isEqualTo(second);
    }
  }

  @Test
  default void the_future_cannot_be_compacted() {
    try (var store = open()) {
      long future = put(store, "/a", "one") + 1_000_000;

      assertThatThrownBy(() -> store.compact(future)).isInstanceOf(StoreException.class);
    }
  }

  @Test
  default void revisions_are_never_reused() throws InterruptedException {
    try (var store = open()) {
      put(store, "/a", "one");
      long tombstone = delete(store, "/a");
      store.compact(tombstone);
      assertThat(store.list(RangeRequest.all("")).entries()).isEmpty();

      long next = put(store, "/a", "two");

      assertThat(next).isGreaterThan(tombstone);
      assertThat(told(Trial.changes(store, "/", tombstone))).containsExactly("+/a=two");
    }
  }

  @Test
  default void a_past_that_is_gone_is_not_told_as_previous_but_the_change_is()
      throws InterruptedException {
    try (var store = open()) {
      long first = put(store, "/a", "one");
      put(store, "/b", "other");
      put(store, "/a", "two");
      store.compact(first);

      // Whether a store still has what was before may differ; that it tells the change may not.
      assertThat(told(Trial.changes(store, "/", first))).containsExactly("+/b=other", "+/a=two");
    }
  }
}

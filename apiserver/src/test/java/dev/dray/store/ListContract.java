package dev.dray.store;

import static dev.dray.store.Trial.commit;
import static dev.dray.store.Trial.delete;
import static dev.dray.store.Trial.keys;
import static dev.dray.store.Trial.put;
import static dev.dray.store.Trial.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists: prefixes, order, pages, the past. */
public interface ListContract extends OpensStores {

  @Test
  default void a_list_has_the_keys_with_its_prefix_only() {
    try (var store = open()) {
      for (var key : List.of("/pod", "/pods/a", "/pods/b", "/pods0", "/pot", "/nodes/a")) {
        put(store, key, "x");
      }

      assertThat(keys(store.list(RangeRequest.all("/pods/"))))
          .containsExactly("/pods/a", "/pods/b");
      assertThat(store.list(RangeRequest.all("")).entries()).hasSize(6);
    }
  }

  @Test
  default void keys_are_ordered_by_their_bytes() {
    // Ascending in UTF-8. In UTF-16 the last one would come before the two ahead of it.
    var ordered =
        List.of(
            "/!",
            "/-a",
            "/.a",
            "/a",
            "/a-",
            "/a.b",
            "/a/b",
            "/a0",
            "/é",
            "/\uE000",
            "/\uFFFD",
            "/\uD83D\uDE00");
    try (var store = open()) {
      for (var key : ordered.reversed()) {
        put(store, key, "x");
      }

      assertThat(keys(store.list(RangeRequest.all("/")))).isEqualTo(ordered);
      assertThat(keys(store.list(new RangeRequest("/", 0, "/\uE000", 1))))
          .containsExactly("/\uFFFD");
      assertThat(keys(store.list(RangeRequest.all("/\uD83D\uDE00"))))
          .containsExactly("/\uD83D\uDE00");
    }
  }

  @Test
  default void a_list_at_a_revision_is_as_things_were_then() {
    try (var store = open()) {
      put(store, "/a", "one");
      long then = put(store, "/b", "one");
      put(store, "/a", "two");
      delete(store, "/b");
      put(store, "/c", "one");

      var past = store.list(new RangeRequest("/", then, "", 0));

      assertThat(texts(past)).containsExactly("/a=one", "/b=one");
      assertThat(past.revision()).isEqualTo(then);
      assertThat(texts(store.list(RangeRequest.all("/")))).containsExactly("/a=two", "/c=one");
    }
  }

  @Test
  default void pages_say_how_many_keys_are_left_and_stay_at_their_revision() {
    try (var store = open()) {
      for (int i = 10; i < 35; i++) {
        put(store, "/p/" + i, "x");
      }
      var all = new ArrayList<String>();
      var remaining = new ArrayList<Long>();
      var page = store.list(new RangeRequest("/p/", 0, "", 10));
      long revision = page.revision();
      while (true) {
        all.addAll(keys(page));
        remaining.add(page.remaining());
        if (page.remaining() == 0) {
          break;
        }
        delete(store, "/p/34");
        put(store, "/p/99", "late");
        page = store.list(new RangeRequest("/p/", revision, all.getLast(), 10));
        assertThat(page.revision()).isEqualTo(revision);
      }

      assertThat(remaining).containsExactly(15L, 5L, 0L);
      assertThat(all).hasSize(25).doesNotHaveDuplicates().isSorted().doesNotContain("/p/99");
    }
  }

  @Test
  default void a_page_that_holds_exactly_all_has_none_remaining() {
    try (var store = open()) {
      commit(
          store,
          new StoreOperation.Put("/a", Trial.bytes("x")),
          new StoreOperation.Put("/b", Trial.bytes("x")));

      assertThat(store.list(new RangeRequest("/", 0, "", 2)).remaining()).isZero();
      assertThat(store.list(new RangeRequest("/", 0, "", 1)).remaining()).isEqualTo(1);
      assertThat(store.list(new RangeRequest("/", 0, "/b", 1)).entries()).isEmpty();
    }
  }

  @Test
  default void an_empty_list_has_the_newest_revision() {
    try (var store = open()) {
      long revision = put(store, "/a", "x");

      assertThat(store.list(RangeRequest.all("/none/")).revision()).isEqualTo(revision);
    }
  }

  @Test
  default void a_revision_that_is_yet_to_come_cannot_be_listed() {
    try (var store = open()) {
      long future = put(store, "/a", "x") + 1_000_000;

      assertThatThrownBy(() -> store.list(new RangeRequest("/", future, "", 0)))
          .isInstanceOf(StoreException.class)
          .isNotInstanceOf(CompactedException.class)
          .hasMessageContaining(Long.toString(future));
    }
  }
}

package dev.dray.store;

import static dev.dray.store.Trial.bytes;
import static dev.dray.store.Trial.commit;
import static dev.dray.store.Trial.delete;
import static dev.dray.store.Trial.keys;
import static dev.dray.store.Trial.put;
import static dev.dray.store.Trial.revision;
import static dev.dray.store.Trial.text;
import static dev.dray.store.Trial.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Transactions, one after the other. */
public interface WriteContract extends OpensStores {

  @Test
  default void a_new_store_is_empty_and_has_a_revision() {
    try (var store = open()) {
      assertThat(store.revision()).isPositive();
      assertThat(store.get("/a")).isEmpty();
      assertThat(store.list(RangeRequest.all("")).entries()).isEmpty();
    }
  }

  @Test
  default void what_was_created_is_there_and_knows_its_revisions() {
    try (var store = open()) {
      long created = revision(store.commit(Transaction.create("/a", bytes("one"))));
      long updated = revision(store.commit(Transaction.update("/a", created, bytes("two"))));

      var entry = store.get("/a").orElseThrow();

      assertThat(text(entry)).isEqualTo("two");
      assertThat(entry.revision()).isEqualTo(updated).isGreaterThan(created);
      assertThat(entry.created()).isEqualTo(created);
      assertThat(store.revision()).isEqualTo(updated);
    }
  }

  @Test
  default void a_key_that_is_there_cannot_be_created() {
    try (var store = open()) {
      put(store, "/a", "one");

      var outcome = store.commit(Transaction.create("/a", bytes("two")));

      assertThat(outcome).isEqualTo(new Outcome.Conflict(List.of(new Precondition.Absent("/a"))));
      assertThat(text(store.get("/a").orElseThrow())).isEqualTo("one");
    }
  }

  @Test
  default void a_key_that_moved_on_is_neither_updated_nor_deleted() {
    try (var store = open()) {
      long first = put(store, "/a", "one");
      long second = put(store, "/a", "two");
      var stale = new Outcome.Conflict(List.of(new Precondition.At("/a", first)));

      assertThat(store.commit(Transaction.update("/a", first, bytes("x")))).isEqualTo(stale);
      assertThat(store.commit(Transaction.delete("/a", first))).isEqualTo(stale);

      assertThat(store.get("/a").orElseThrow().revision()).isEqualTo(second);
    }
  }

  @Test
  default void a_key_that_is_not_there_is_neither_updated_nor_deleted_at_a_revision() {
    try (var store = open()) {
      long gone = put(store, "/a", "one");
      delete(store, "/a");

      assertThat(store.commit(Transaction.update("/a", gone, bytes("x"))))
          .isInstanceOf(Outcome.Conflict.class);
      assertThat(store.commit(Transaction.delete("/b", 0))).isInstanceOf(Outcome.Conflict.class);
    }
  }

  @Test
  default void a_key_that_comes_back_is_new() {
    try (var store = open()) {
      put(store, "/a", "one");
      long deleted = delete(store, "/a");
      assertThat(store.get("/a")).isEmpty();

      long again = revision(store.commit(Transaction.create("/a", bytes("two"))));

      assertThat(again).isGreaterThan(deleted);
      assertThat(store.get("/a").orElseThrow().created()).isEqualTo(again);
    }
  }

  @Test
  default void deleting_what_is_not_there_is_no_change() throws InterruptedException {
    try (var store = open()) {
      long before = put(store, "/a", "one");

      long committed = delete(store, "/b");

      assertThat(committed).isEqualTo(store.revision());
      assertThat(Trial.changes(store, "", before)).isEmpty();
    }
  }

  @Test
  default void a_transaction_is_done_as_a_whole_at_one_revision() {
    try (var store = open()) {
      long a = put(store, "/a", "one");
      put(store, "/b", "one");

      long revision =
          revision(
              store.commit(
                  new Transaction(
                      List.of(new Precondition.At("/a", a), new Precondition.Absent("/c")),
                      List.of(
                          new StoreOperation.Put("/a", bytes("two")),
                          new StoreOperation.Delete("/b"),
                          new StoreOperation.Put("/c", bytes("new"))))));

      assertThat(texts(store.list(RangeRequest.all("/")))).containsExactly("/a=two", "/c=new");
      assertThat(store.list(RangeRequest.all("/")).entries())
          .allMatch(it -> it.revision() == revision);
    }
  }

  @Test
  default void a_transaction_with_a_failed_condition_does_nothing_and_names_all_that_failed() {
    try (var store = open()) {
      long a = put(store, "/a", "one");
      var wrong = new Precondition.At("/a", a - 1);
      var taken = new Precondition.Absent("/a");

      var outcome =
          store.commit(
              new Transaction(
                  List.of(wrong, new Precondition.Absent("/b"), taken),
                  List.of(
                      new StoreOperation.Put("/b", bytes("x")), new StoreOperation.Delete("/a"))));

      assertThat(outcome).isEqualTo(new Outcome.Conflict(List.of(wrong, taken)));
      assertThat(keys(store.list(RangeRequest.all("/")))).containsExactly("/a");
      assertThat(store.revision()).isEqualTo(a);
    }
  }

  @Test
  default void not_after_holds_for_keys_that_are_older_or_absent() {
    try (var store = open()) {
      long first = put(store, "/a", "one");
      long second = put(store, "/a", "two");

      assertThat(guarded(store, new Precondition.NotAfter("/a", second)))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(guarded(store, new Precondition.NotAfter("/a", second + 100)))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(guarded(store, new Precondition.NotAfter("/none", first)))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(guarded(store, new Precondition.NotAfter("/none", 0)))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(guarded(store, new Precondition.NotAfter("/a", first)))
          .isEqualTo(new Outcome.Conflict(List.of(new Precondition.NotAfter("/a", first))));
    }
  }

  /** Whether the store looks at the texts of {@link Precondition.NotAfterBut}; it need not. */
  default boolean comparesTexts() {
    return true;
  }

  @Test
  default void not_after_but_holds_where_the_text_is_known() {
    try (var store = open()) {
      long first = put(store, "/a", "one");
      put(store, "/a", "two");
      var known = new Precondition.NotAfterBut("/a", first, Set.of("two", "three"));

      assertThat(guarded(store, known) instanceof Outcome.Committed).isEqualTo(comparesTexts());
    }
  }

  @Test
  default void not_after_but_fails_where_something_else_was_written_since() {
    try (var store = open()) {
      long first = put(store, "/a", "one");
      put(store, "/a", "two");
      var unknown = new Precondition.NotAfterBut("/a", first, Set.of("one", "three"));

      assertThat(guarded(store, new Precondition.NotAfterBut("/none", 0, Set.of("x"))))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(guarded(store, new Precondition.NotAfterBut("/a", store.revision(), Set.of("x"))))
          .isInstanceOf(Outcome.Committed.class);
      assertThat(guarded(store, unknown)).isEqualTo(new Outcome.Conflict(List.of(unknown)));
    }
  }

  private static Outcome guarded(Store store, Precondition condition) {
    return store.commit(
        new Transaction(List.of(condition), List.of(new StoreOperation.Put("/other", bytes("x")))));
  }

  @Test
  default void conditions_can_be_asked_without_doing_anything() {
    try (var store = open()) {
      long a = put(store, "/a", "one");

      var holds = store.commit(new Transaction(List.of(new Precondition.At("/a", a)), List.of()));
      var fails = store.commit(new Transaction(List.of(new Precondition.Absent("/a")), List.of()));

      assertThat(holds).isEqualTo(new Outcome.Committed(a));
      assertThat(fails).isInstanceOf(Outcome.Conflict.class);
      assertThat(store.revision()).isEqualTo(a);
    }
  }

  @Test
  default void values_of_any_bytes_come_back_as_they_were() {
    try (var store = open()) {
      var all = new byte[1_000_000];
      for (int i = 0; i < all.length; i++) {
        all[i] = (byte) (i * 31 + i / 256);
      }
      commit(
          store, new StoreOperation.Put("/big", all), new StoreOperation.Put("/none", new byte[0]));

      assertThat(store.get("/big").orElseThrow().value()).isEqualTo(all);
      assertThat(store.get("/none").orElseThrow().value()).isEmpty();
    }
  }

  @Test
  default void a_closed_store_says_so() {
    var store = open();
    store.close();

    assertThatThrownBy(() -> store.get("/a"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> put(store, "/a", "x"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("closed");
  }
}

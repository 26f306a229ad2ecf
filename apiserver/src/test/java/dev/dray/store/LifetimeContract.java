package dev.dray.store;

import static dev.dray.store.Trial.bytes;
import static dev.dray.store.Trial.commit;
import static dev.dray.store.Trial.put;
import static dev.dray.store.Trial.told;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Keys that the store deletes by itself. */
public interface LifetimeContract extends OpensStores {

  @Test
  default void a_key_is_deleted_after_its_lifetime_and_not_before() throws InterruptedException {
    try (var store = open()) {
      var lifetime = Duration.ofSeconds(1);
      long begin = System.nanoTime();
      long start = commit(store, shortLived("/event", lifetime));
      put(store, "/stays", "x");

      try (var watch = store.watch("/event", start)) {
        var changes = new ArrayList<KeyChange>();
        while (changes.isEmpty()) {
          changes.addAll(watch.next(Duration.ofMinutes(2)).changes());
        }

        assertThat(told(changes)).containsExactly("-/event");
        assertThat(changes.getFirst().revision()).isGreaterThan(start);
        assertThat(changes.getFirst().previous()).isPresent();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(lifetime);
      }
      assertThat(store.get("/event")).isEmpty();
      assertThat(store.get("/stays")).isPresent();
    }
  }

  @Test
  default void a_key_that_was_written_again_has_the_lifetime_of_the_last_write()
      throws InterruptedException {
    try (var store = open()) {
      commit(store, shortLived("/kept", Duration.ofSeconds(1)));
      put(store, "/kept", "for good");
      long start = commit(store, shortLived("/gone", Duration.ofSeconds(1)));

      // The one without a lifetime was due first: when the other is gone, its time had come, too.
      try (var watch = store.watch("/", start)) {
        var changes = new ArrayList<KeyChange>();
        while (changes.isEmpty()) {
          changes.addAll(watch.next(Duration.ofMinutes(2)).changes());
        }
        assertThat(told(changes)).containsExactly("-/gone");
      }
      assertThat(store.get("/kept")).isPresent();
    }
  }

  @Test
  default void a_key_of_the_same_name_does_not_inherit_a_lifetime() throws InterruptedException {
    try (var store = open()) {
      commit(store, shortLived("/again", Duration.ofSeconds(1)));
      Trial.delete(store, "/again");
      put(store, "/again", "for good");
      long start = commit(store, shortLived("/gone", Duration.ofSeconds(1)));

      try (var watch = store.watch("/gone", start)) {
        while (watch.next(Duration.ofMinutes(2)).changes().isEmpty()) {
          // Only the revision moved on.
        }
      }
      assertThat(store.list(RangeRequest.all("/")).entries())
          .extracting(StoreEntry::key)
          .isEqualTo(List.of("/again"));
    }
  }

  private static StoreOperation shortLived(String key, Duration lifetime) {
    return new StoreOperation.Put(key, bytes("x"), Optional.of(lifetime));
  }
}

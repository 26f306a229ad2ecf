package dev.dray.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.store.StoreEntry;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LastWrittenTest {
  private final LastWritten last = new LastWritten();

  private static StoreEntry entry(String key, long revision, int bytes) {
    return new StoreEntry(key, new byte[bytes], revision, 1);
  }

  @Test
  void the_newest_of_a_key_is_known_until_it_is_deleted() {
    last.put(entry("a", 1, 10));
    last.put(entry("a", 2, 10));

    assertThat(last.find("a").map(StoreEntry::revision)).contains(2L);

    last.remove("a");
    assertThat(last.find("a")).isEmpty();
  }

  @Test
  void nothing_is_known_after_a_rollback() {
    last.put(entry("a", 1, 10));

    last.clear();

    assertThat(last.find("a")).isEmpty();
  }

  @Test
  void who_was_written_longest_ago_makes_room() {
    last.put(entry("a", 1, 3 << 20));
    last.put(entry("b", 2, 3 << 20));
    last.put(entry("a", 3, 3 << 20));
    last.put(entry("c", 4, 3 << 20));

    assertThat(last.find("b")).isEmpty();
    assertThat(last.find("a")).isPresent();
    assertThat(last.find("c")).isPresent();
  }

  @Test
  void what_is_too_large_is_not_kept() {
    last.put(entry("a", 1, 9 << 20));

    assertThat(last.find("a")).isEmpty();
  }
}

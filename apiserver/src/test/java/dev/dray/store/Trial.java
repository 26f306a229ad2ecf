package dev.dray.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.LongStream;

/** What tests of stores do again and again. */
public final class Trial {
  private Trial() {}

  /** Seeds of random trials: ten, or the one given by {@code -Ddray.seed=17}. */
  public static LongStream seeds() {
    Long only = Long.getLong("dray.seed");
    return only == null ? LongStream.range(0, 10) : LongStream.of(only);
  }

  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static String text(StoreEntry entry) {
    return new String(entry.value(), StandardCharsets.UTF_8);
  }

  /** Writes a key, whatever it was. */
  public static long put(Store store, String key, String text) {
    return commit(store, new StoreOperation.Put(key, bytes(text)));
  }

  public static long delete(Store store, String key) {
    return commit(store, new StoreOperation.Delete(key));
  }

  public static long commit(Store store, StoreOperation... operations) {
    return revision(store.commit(new Transaction(List.of(), List.of(operations))));
  }

  /** The revision of a transaction that must have been done. */
  public static long revision(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Committed.class);
    return ((Outcome.Committed) outcome).revision();
  }

  public static List<String> keys(Page page) {
    return page.entries().stream().map(StoreEntry::key).toList();
  }

  public static List<String> texts(Page page) {
    return page.entries().stream().map(it -> it.key() + "=" + text(it)).toList();
  }

  /** All that a watch tells until it has told everything up to a revision. */
  public static List<KeyChange> follow(Watch watch, long after, long until)
      throws InterruptedException {
    return new Follower(watch, after).until(until);
  }

  /** Like {@link #follow(Watch, long, long)}, on a watch of its own. */
  public static List<KeyChange> changes(Store store, String prefix, long after)
      throws InterruptedException {
    try (var watch = store.watch(prefix, after)) {
      return follow(watch, after, store.revision());
    }
  }

  /** A change in short: {@code +key=value} or {@code -key}. */
  public static String told(KeyChange change) {
    return switch (change) {
      case KeyChange.Put(var entry, _) -> "+" + entry.key() + "=" + text(entry);
      case KeyChange.Deleted(var key, _, _) -> "-" + key;
    };
  }

  public static List<String> told(List<KeyChange> changes) {
    return changes.stream().map(Trial::told).toList();
  }
}

package dev.dray.watch;

import dev.dray.store.KeyChange;
import dev.dray.store.Outcome;
import dev.dray.store.Store;
import dev.dray.store.StoreOperation;
import dev.dray.store.Transaction;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Writes to a store, and what its own history says of them. */
final class Past {
  static final String PODS = Cache.ROOT + "core/pods/";

  private Past() {}

  static byte[] value(String text) {
    return "{\"metadata\":{\"name\":\"%s\"}}".formatted(text).getBytes(StandardCharsets.UTF_8);
  }

  static StoreOperation put(String key, String value) {
    return new StoreOperation.Put(PODS + key, value(value));
  }

  static StoreOperation delete(String key) {
    return new StoreOperation.Delete(PODS + key);
  }

  static long commit(Store store, StoreOperation... operations) {
    return store.commit(new Transaction(List.of(), List.of(operations)))
            instanceof Outcome.Committed(var revision)
        ? revision
        : -1;
  }

  /** A change as a line: what happened, to which key, when, and what it was before. */
  static String line(Event event) {
    return "%s %s @%d, before %s"
        .formatted(
            event.now().isPresent() ? "put" : "delete",
            event.key(),
            event.revision(),
            event.before().map(it -> Long.toString(it.revision())).orElse("nothing"));
  }

  private static String line(KeyChange change) {
    return "%s %s @%d, before %s"
        .formatted(
            change instanceof KeyChange.Put ? "put" : "delete",
            change.key(),
            change.revision(),
            change.previous().map(it -> Long.toString(it.revision())).orElse("nothing"));
  }

  /** All that the store tells of a prefix after a revision and up to another. */
  static List<String> told(Store store, String prefix, long after, long upTo)
      throws InterruptedException {
    var lines = new ArrayList<String>();
    try (var watch = store.watch(prefix, after)) {
      for (long reached = after; reached < upTo; ) {
        var batch = watch.next(Duration.ofSeconds(10));
        batch.changes().stream()
            .filter(it -> it.revision() <= upTo)
            .forEach(it -> lines.add(line(it)));
        reached = batch.revision();
      }
    }
    return lines;
  }

  /** All that a feed tells up to a revision. */
  static List<String> told(Feed feed, long upTo) throws InterruptedException {
    var lines = new ArrayList<String>();
    while (feed.revision() < upTo) {
      feed.next(Duration.ofMillis(20)).ifPresent(it -> lines.add(line(it)));
    }
    return lines;
  }
}

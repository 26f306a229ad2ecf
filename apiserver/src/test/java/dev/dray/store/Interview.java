package dev.dray.store;

import static dev.dray.store.Trial.bytes;
import static dev.dray.store.Trial.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random questions to a store, and its answers as text. Revisions are told as the number of the
 * transaction that they are of, since no two stores count alike.
 */
final class Interview {
  private static final String[] PREFIXES = {"", "/", "/a", "/a/", "/b/", "/b/\uD83D\uDE00", "/z"};

  private final Store store;
  private final Random random;
  private final List<Long> revisions = new ArrayList<>();
  private final List<String> answers = new ArrayList<>();
  private int compacted;

  Interview(Store store, long seed) {
    this.store = store;
    this.random = new Random(seed);
    revisions.add(store.revision());
  }

  List<String> run(int questions) throws InterruptedException {
    for (int i = 0; i < questions; i++) {
      switch (random.nextInt(20)) {
        case 0, 1 -> answers.add("get " + store.get(key()).map(this::entry));
        case 2, 3, 4 -> list();
        case 5 -> watch();
        case 6 -> compact();
        default -> commit();
      }
    }
    return answers;
  }

  private String key() {
    String[] folders = {"/a/", "/b/", "/ab"};
    String[] names = {"x", "y", "\u00E9", "\uFFFD", "\uD83D\uDE00"};
    return folders[random.nextInt(folders.length)] + names[random.nextInt(names.length)];
  }

  private void commit() {
    var operations = new ArrayList<StoreOperation>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      var key = key();
      if (operations.stream().noneMatch(it -> it.key().equals(key))) {
        operations.add(
            random.nextInt(3) == 0
                ? new StoreOperation.Delete(key)
                : new StoreOperation.Put(key, bytes("v" + random.nextInt(1000))));
      }
    }
    var conditions = new ArrayList<Precondition>();
    for (int i = random.nextInt(3); i > 0; i--) {
      conditions.add(condition(key()));
    }
    boolean changes = changes(operations);
    var outcome = store.commit(new Transaction(conditions, operations));
    switch (outcome) {
      case Outcome.Committed(long revision) -> {
        // A transaction without a change has no revision of its own.
        if (changes) {
          revisions.add(revision);
        }
        answers.add("committed " + changes);
      }
      case Outcome.Conflict(var failed) ->
          answers.add("conflict " + failed.stream().map(conditions::indexOf).toList());
    }
  }

  private boolean changes(List<StoreOperation> operations) {
    return operations.stream()
        .anyMatch(it -> it instanceof StoreOperation.Put || store.get(it.key()).isPresent());
  }

  /** One that often holds: about what the key is now. */
  private Precondition condition(String key) {
    long now = store.get(key).map(StoreEntry::revision).orElse(0L);
    long some = revisions.get(random.nextInt(revisions.size()));
    return switch (random.nextInt(5)) {
      case 0 -> new Precondition.Absent(key);
      case 1 -> new Precondition.At(key, some);
      case 2 -> new Precondition.At(key, now);
      case 3 -> new Precondition.NotAfter(key, some);
      default -> new Precondition.NotAfter(key, now);
    };
  }

  private void list() {
    int number = random.nextInt(revisions.size() + 1);
    long at = number == revisions.size() ? 0 : revisions.get(number);
    var prefix = PREFIXES[random.nextInt(PREFIXES.length)];
    var after = random.nextBoolean() ? "" : key();
    var range = new RangeRequest(prefix, at, after, random.nextInt(5));
    try {
      var page = store.list(range);
      var entries = page.entries().stream().map(this::entry).toList();
      answers.add("list " + entries + page.remaining() + (at == 0 ? "" : number(page.revision())));
    } catch (CompactedException e) {
      answers.add("list compacted " + number(e.compacted()));
    }
  }

  private void watch() throws InterruptedException {
    int number = random.nextInt(revisions.size());
    var prefix = PREFIXES[random.nextInt(PREFIXES.length)];
    long after = revisions.get(number);
    if (number < compacted) {
      answers.add("watch " + refused(prefix, after));
      return;
    }
    var changes = new ArrayList<String>();
    try (var watch = store.watch(prefix, after)) {
      for (var change : Trial.follow(watch, after, store.revision())) {
        changes.add(number(change.revision()) + Trial.told(change) + before(change));
      }
    }
    // Within a revision, stores tell changes in an order of their own.
    changes.sort(null);
    answers.add("watch " + changes);
  }

  private String before(KeyChange change) {
    // What is before the compacted revision may be known or not.
    return change
        .previous()
        .filter(it -> it.revision() > revisions.get(compacted))
        .map(it -> " was " + entry(it))
        .orElse("");
  }

  private boolean refused(String prefix, long after) {
    try (var _ = store.watch(prefix, after)) {
      return false;
    } catch (CompactedException e) {
      return true;
    }
  }

  private void compact() {
    compacted = Math.max(compacted, random.nextInt(revisions.size()));
    store.compact(revisions.get(compacted));
    answers.add("compacted " + number(store.compacted()));
  }

  private String entry(StoreEntry entry) {
    return "%s=%s@%d,%d"
        .formatted(entry.key(), text(entry), number(entry.revision()), number(entry.created()));
  }

  private int number(long revision) {
    return revisions.indexOf(revision);
  }
}

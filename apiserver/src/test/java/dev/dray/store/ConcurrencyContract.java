package dev.dray.store;

import static dev.dray.store.Trial.bytes;
import static dev.dray.store.Trial.put;
import static dev.dray.store.Trial.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Many writers and readers at once. */
public interface ConcurrencyContract extends OpensStores {
  int ACCOUNTS = 8;
  int BALANCE = 100;
  int WRITERS = 6;
  int TRANSFERS = 150;

  /** How many transfers were done, and what the watches told of them. */
  record Race(int done, List<List<KeyChange>> told) {}

  @Test
  default void racing_writers_lose_no_update_and_watches_tell_all_of_them()
      throws InterruptedException, ExecutionException {
    long seed = Long.getLong("dray.seed", 1);
    try (var store = open()) {
      long start = store.revision();
      for (int i = 0; i < ACCOUNTS; i++) {
        put(store, "/account/" + i, Integer.toString(BALANCE));
      }

      var race = race(store, start, seed);

      assertThat(race.done()).as("seed %d", seed).isPositive();
      for (var told : race.told()) {
        var replayed = replay(told);
        assertThat(replayed.balances()).as("seed %d", seed).isEqualTo(balances(store));
        // One revision per account that was opened, and one per transfer that was acknowledged.
        assertThat(replayed.revisions()).isEqualTo(ACCOUNTS + race.done());
      }
    }
  }

  private static Race race(Store store, long start, long seed)
      throws InterruptedException, ExecutionException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var written = new CountDownLatch(1);
      var watchers = new ArrayList<Future<List<KeyChange>>>();
      for (int i = 0; i < 3; i++) {
        watchers.add(threads.submit(watcher(store, start, written)));
      }
      var writers = new ArrayList<Future<Integer>>();
      for (int i = 0; i < WRITERS; i++) {
        var random = new Random(seed * WRITERS + i);
        writers.add(threads.submit(() -> transfers(store, random)));
      }
      int done = 0;
      for (var writer : writers) {
        done += writer.get();
      }
      written.countDown();
      var told = new ArrayList<List<KeyChange>>();
      for (var watcher : watchers) {
        told.add(watcher.get());
      }
      return new Race(done, told);
    }
  }

  private static Callable<List<KeyChange>> watcher(
      Store store, long start, CountDownLatch written) {
    return () -> {
      try (var watch = store.watch("/account/", start)) {
        var follower = new Follower(watch, start);
        // Keeps up while there is writing, and then reads up to the last that was written.
        while (written.getCount() > 0) {
          follower.some(Duration.ofMillis(50));
        }
        return follower.until(store.revision());
      }
    };
  }

  private static int transfers(Store store, Random random) {
    int done = 0;
    for (int i = 0; i < TRANSFERS; i++) {
      int from = random.nextInt(ACCOUNTS);
      int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
      if (store.commit(transfer(store, from, to)) instanceof Outcome.Committed) {
        done++;
      }
    }
    return done;
  }

  private static Transaction transfer(Store store, int from, int to) {
    var giver = store.get("/account/" + from).orElseThrow();
    var taker = store.get("/account/" + to).orElseThrow();
    return new Transaction(
        List.of(
            new Precondition.At(giver.key(), giver.revision()),
            new Precondition.At(taker.key(), taker.revision())),
        List.of(
            new StoreOperation.Put(giver.key(), bytes(Integer.toString(balance(giver) - 1))),
            new StoreOperation.Put(taker.key(), bytes(Integer.toString(balance(taker) + 1)))));
  }

  private static int balance(StoreEntry entry) {
    return Integer.parseInt(text(entry));
  }

  private static Map<String, Integer> balances(Store store) {
    var balances = new TreeMap<String, Integer>();
    store
        .list(RangeRequest.all("/account/"))
        .entries()
        .forEach(it -> balances.put(it.key(), balance(it)));
    return balances;
  }

  /** What a story comes to, and in how many revisions. */
  record Replayed(Map<String, Integer> balances, int revisions) {}

  private static Replayed replay(List<KeyChange> changes) {
    var balances = new TreeMap<String, Integer>();
    long last = 0;
    int revisions = 0;
    for (var change : changes) {
      if (change.revision() != last) {
        assertThat(sum(balances)).as("before revision %d", change.revision()).isZero();
        revisions++;
        last = change.revision();
      }
      var entry = ((KeyChange.Put) change).entry();
      assertThat(change.previous().map(ConcurrencyContract::balance).orElse(BALANCE))
          .isEqualTo(balances.getOrDefault(entry.key(), BALANCE));
      balances.put(entry.key(), balance(entry));
    }
    assertThat(sum(balances)).isZero();
    return new Replayed(balances, revisions);
  }

  /** What was gained over all accounts: nothing, unless half of a transfer is seen. */
  private static int sum(Map<String, Integer> balances) {
    return balances.values().stream().mapToInt(it -> it - BALANCE).sum();
  }
}

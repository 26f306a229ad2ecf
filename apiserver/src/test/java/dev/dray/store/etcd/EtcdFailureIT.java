package dev.dray.store.etcd;

import static dev.dray.store.Trial.bytes;
import static dev.dray.store.Trial.put;
import static dev.dray.store.Trial.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.store.Follower;
import dev.dray.store.KeyChange;
import dev.dray.store.Outcome;
import dev.dray.store.RangeRequest;
import dev.dray.store.Store;
import dev.dray.store.StoreException;
import dev.dray.store.Transaction;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An etcd that is killed again and again while it is used. */
class EtcdFailureIT {
  private static final int KILLS = Integer.getInteger("dray.rounds", 5);

  @TempDir
  @SuppressWarnings("NullAway.Init") // set before each test
  Path folder;

  @Test
  void a_lost_answer_is_found_out_and_watches_go_on_without_a_gap()
      throws IOException, InterruptedException, ExecutionException {
    var etcd = EtcdProcess.start(folder);
    try (var store = EtcdStore.connect(List.of(etcd.endpoint()), "/test");
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      long start = put(store, "/counter", "0");
      var watch = store.watch("/", start);
      var follower = new Follower(watch, start);
      var done = new AtomicBoolean();
      var count = new AtomicLong();
      Future<List<Long>> counting = threads.submit(() -> count(store, start, done, count));

      killAgainAndAgain(etcd, count, counting);
      done.set(true);
      var revisions = counting.get();

      // Each number once, in order, each at the revision that was acknowledged.
      var told = follower.until(store.revision());
      assertThat(told).extracting(KeyChange::revision).isEqualTo(revisions);
      assertThat(told.stream().map(it -> text(((KeyChange.Put) it).entry())))
          .isEqualTo(numbers(revisions.size()));
      watch.close();
    } finally {
      etcd.kill();
    }
  }

  private static List<String> numbers(int count) {
    var numbers = new ArrayList<String>();
    for (int i = 1; i <= count; i++) {
      numbers.add(Integer.toString(i));
    }
    return numbers;
  }

  private static void killAgainAndAgain(EtcdProcess etcd, AtomicLong count, Future<?> counting)
      throws IOException, InterruptedException {
    long seed = Long.getLong("dray.seed", 1);
    var random = new Random(seed);
    for (int i = 0; i < KILLS; i++) {
      long until = count.get() + 20 + random.nextInt(100);
      while (count.get() < until && !counting.isDone()) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
      etcd.kill();
      etcd.restart();
    }
  }

  /** The only one who counts: for it there can be no conflict, unless an outcome is misreported. */
  private static List<Long> count(Store store, long start, AtomicBoolean done, AtomicLong count) {
    var revisions = new ArrayList<Long>();
    long last = start;
    while (!done.get()) {
      var number = bytes(Integer.toString(revisions.size() + 1));
      last =
          switch (store.commit(Transaction.update("/counter", last, number))) {
            case Outcome.Committed(long revision) -> revision;
            case Outcome.Conflict it -> throw new AssertionError(it.toString());
          };
      revisions.add(last);
      count.incrementAndGet();
    }
    return revisions;
  }

  @Test
  void two_stores_with_one_prefix_see_each_other_and_those_with_others_do_not()
      throws IOException, InterruptedException {
    var etcd = EtcdProcess.start(folder);
    var endpoints = List.of(etcd.endpoint());
    try (var one = EtcdStore.connect(endpoints, "/a");
        var other = EtcdStore.connect(endpoints, "/a");
        var stranger = EtcdStore.connect(endpoints, "/ab");
        var watch = other.watch("/", other.revision())) {
      long start = other.revision();
      put(stranger, "b/x", "stranger");
      long revision = put(one, "/x", "one");

      assertThat(new Follower(watch, start).until(revision)).hasSize(1);
      assertThat(text(other.get("/x").orElseThrow())).isEqualTo("one");
      assertThat(stranger.get("/x")).isEmpty();
    } finally {
      etcd.kill();
    }
  }

  @Test
  void an_endpoint_that_is_down_is_passed_over() throws IOException, InterruptedException {
    var etcd = EtcdProcess.start(folder);
    var endpoints = List.of(URI.create("http://127.0.0.1:1"), etcd.endpoint());
    try (var store = EtcdStore.connect(endpoints, "/test")) {
      long before = store.revision();
      long after = put(store, "/x", "1");

      try (var watch = store.watch("/", before)) {
        assertThat(new Follower(watch, before).until(after)).hasSize(1);
      }
    } finally {
      etcd.kill();
    }
  }

  @Test
  void an_endpoint_that_accepts_and_says_nothing_is_passed_over()
      throws IOException, InterruptedException {
    var etcd = EtcdProcess.start(folder);
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      var silence = URI.create("http://127.0.0.1:" + silent.getLocalPort());
      try (var store = EtcdStore.connect(List.of(silence, etcd.endpoint()), "/test")) {
        for (int i = 0; i < 10; i++) {
          put(store, "/x" + i, "1");
        }

        assertThat(store.list(RangeRequest.all("/")).entries()).hasSize(10);
      }
    } finally {
      etcd.kill();
    }
  }

  @Test
  void reads_do_not_fail_while_etcd_starts_again()
      throws IOException, InterruptedException, ExecutionException {
    var etcd = EtcdProcess.start(folder);
    try (var store = EtcdStore.connect(List.of(etcd.endpoint()), "/test");
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var done = new AtomicBoolean();
      var count = new AtomicLong();
      Future<?> reading =
          threads.submit(
              () -> {
                while (!done.get()) {
                  store.revision();
                  count.incrementAndGet();
                }
              });

      killAgainAndAgain(etcd, count, reading);
      done.set(true);

      reading.get();
    } finally {
      etcd.kill();
    }
  }

  @Test
  void an_etcd_that_is_not_there_is_named() {
    assertThatThrownBy(() -> EtcdStore.connect(List.of(URI.create("http://127.0.0.1:1")), "/test"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("http://127.0.0.1:1")
        .hasMessageContaining("Check that");
  }
}

package dev.dray.guard;

import static dev.dray.guard.GuardedServer.CLAIMS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.kinds.StatusError;
import dev.dray.kinds.WriteCheck;
import dev.dray.kinds.WriteContext;
import dev.dray.security.User;
import dev.dray.store.KeyChange;
import dev.dray.store.Outcome;
import dev.dray.store.Precondition;
import dev.dray.store.RangeRequest;
import dev.dray.store.StoreEntry;
import dev.dray.store.StoreOperation;
import dev.dray.store.Transaction;
import dev.dray.store.Watch;
import dev.dray.store.memory.MemoryStore;
import dev.dray.watch.Cache;
import dev.dray.watch.Event;
import dev.dray.watch.Item;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two servers that hear of changes late, and of one change of a transaction before the other; what
 * they judged is stored later, in any order, or never. Whatever happens, nothing is given twice.
 */
class LaggingServersPropertyTest {
  private static final int SEEDS = Integer.getInteger("dray.seeds", 400);

  /**
   * Most mistakes show soon, so that many short histories find more; some are long all the same.
   */
  private static final int STEPS = 150;

  private static final int MANY_STEPS = 1_000;
  private static final int CLAIM_COUNT = 12;
  private static final List<String> POOLS = List.of("p", "q");
  private static final List<String> DEVICES = List.of("d0", "d1", "d2", "d3", "d4");

  /** What the device of each pool has that several may use at a time. */
  private static final int BANDWIDTH = 8;

  private static final WriteContext SCHEDULER =
      new WriteContext(User.SERVER, "update", "v1", Instant.EPOCH);

  private final MemoryStore store = new MemoryStore(InstantSource.system());

  /** How often something was stored after others that nobody had been told of. */
  private static final AtomicInteger TOGETHER = new AtomicInteger();

  static List<Long> seeds() {
    var only = Long.getLong("dray.seed");
    var seeds = new ArrayList<Long>();
    for (long seed = 1; only == null && seed <= SEEDS; seed++) {
      seeds.add(seed);
    }
    return only == null ? seeds : List.of(only);
  }

  /** A guard, what it still has to be told, and how far everything was told. */
  private final class Server {
    final AllocationGuard guard = new AllocationGuard(Gates.defaults());
    final Watch watch = store.watch(Cache.ROOT, 0);
    final Deque<KeyChange> untold = new ArrayDeque<>();
    final Map<String, Item> items = new HashMap<>();
    final List<Transaction> judged = new ArrayList<>();
    long heard;
    long revision;

    void hear(int changes) throws InterruptedException {
      if (untold.isEmpty()) {
        var batch = watch.next(Duration.ZERO);
        untold.addAll(batch.changes());
        heard = batch.revision();
      }
      for (int i = 0; i < changes && !untold.isEmpty(); i++) {
        tell(untold.remove());
      }
      if (untold.isEmpty()) {
        revision = heard;
      }
    }

    private void tell(KeyChange change) {
      var now =
          change instanceof KeyChange.Put(var entry, _)
              ? Optional.of(new Item(entry))
              : Optional.<Item>empty();
      now.ifPresentOrElse(it -> items.put(it.key(), it), () -> items.remove(change.key()));
      guard.changed(new Event(change.key(), change.revision(), now, Optional.empty()));
    }

    void judge(int claim, Optional<Json.Obj> allocation) {
      var item = items.get(CLAIMS.key("ns", "c" + claim));
      if (item == null || item.revision() > revision) {
        return;
      }
      var before = item.tree();
      var after =
          allocation
              .map(it -> before.with(List.of("status", "allocation"), it))
              .orElseGet(() -> before.without("status"));
      try {
        var verdict = guard.check(write(before, after), new GuardedServer.RevisionOnly(revision));
        var conditions = new ArrayList<>(verdict.conditions());
        conditions.add(new Precondition.At(item.key(), item.revision()));
        var operations = new ArrayList<>(verdict.operations());
        // Either order must do.
        operations.add(
            claim % 2 == 0 ? 0 : operations.size(),
            new StoreOperation.Put(item.key(), after.bytes()));
        judged.add(new Transaction(conditions, operations));
      } catch (StatusError e) {
        assertThat(e.reason()).isEqualTo(StatusError.Reason.CONFLICT);
      }
    }

    private WriteCheck.Write write(Json.Obj before, Json.Obj after) {
      return new WriteCheck.Write(
          WriteCheck.Verb.UPDATE,
          CLAIMS,
          "status",
          "ns",
          before.text("metadata", "name"),
          after,
          Optional.of(before),
          Optional.of(GuardedServer.change(before, after)),
          false,
          SCHEDULER);
    }
  }

  @AfterAll
  static void some_were_stored_together() {
    assertThat(TOGETHER.get()).isPositive();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void nothing_is_given_twice(long seed) throws InterruptedException {
    var random = new Random(seed);
    POOLS.forEach(this::publish);
    for (int i = 0; i < CLAIM_COUNT; i++) {
      make(i);
    }
    var servers = List.of(new Server(), new Server());
    for (int step = 0; step < (seed % 8 == 0 ? MANY_STEPS : STEPS); step++) {
      var server = servers.get(random.nextInt(servers.size()));
      switch (random.nextInt(10)) {
        case 0, 1 -> server.hear(1 + random.nextInt(6));
        case 2, 3, 4, 5 -> server.judge(random.nextInt(CLAIM_COUNT), Optional.of(some(random)));
        case 6 -> server.judge(random.nextInt(CLAIM_COUNT), Optional.empty());
        default -> commit(server, random);
      }
      check(seed, step);
    }
  }

  /** Only what is shared has to be published for the guard to know how much there is. */
  private void publish(String pool) {
    var tree =
        GuardedServer.tree(
            """
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: slice-%s}
            spec:
              driver: d
              pool: {name: %s, generation: 1, resourceSliceCount: 1}
              nodeName: node
              devices:
              - name: port
                allowMultipleAllocations: true
                capacity: {bandwidth: {value: "%d"}}
            """
                .formatted(pool, pool, BANDWIDTH));
    put(
        GuardedServer.KINDS
            .find(ApiVersion.GROUP, "resourceslices")
            .orElseThrow()
            .key("", "slice-" + pool),
        tree);
  }

  private void put(String key, Json.Obj tree) {
    store.commit(new Transaction(List.of(), List.of(new StoreOperation.Put(key, tree.bytes()))));
  }

  private void make(int claim) {
    var name = "c" + claim;
    var tree =
        GuardedServer.tree(
            """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: %s, namespace: ns, uid: uid-%s}
            spec: {devices: {requests: [{name: main, exactly: {deviceClassName: gpu}}%s]}}
            """
                .formatted(name, name, taking()));
    put(CLAIMS.key("ns", name), tree);
  }

  /** Requests for so much bandwidth. */
  private static String taking() {
    return IntStream.rangeClosed(1, BANDWIDTH / 2)
        .mapToObj(
            it ->
                ", {name: take-%d, exactly: {deviceClassName: gpu, capacity: {requests: {bandwidth: %d}}}}"
                    .formatted(it, it))
        .collect(Collectors.joining());
  }

  private static Json.Obj some(Random random) {
    var results = new ArrayList<Json>();
    for (var pool : POOLS) {
      if (random.nextBoolean() || results.isEmpty()) {
        var device = DEVICES.get(random.nextInt(DEVICES.size()));
        results.add(random.nextBoolean() ? result(pool, device) : share(pool, random));
      }
    }
    return Json.obj("devices", Json.obj("results", Json.of(results)));
  }

  private static Json.Obj result(String pool, String device) {
    return Json.obj("request", "main", "driver", "d", "pool", pool, "device", device);
  }

  /** Some do not record what they take, and it counts all the same. */
  private static Json.Obj share(String pool, Random random) {
    var amount = String.valueOf(1 + random.nextInt(BANDWIDTH / 2));
    var share =
        result(pool, "port")
            .with("request", Json.of("take-" + amount))
            .with("shareID", Json.of(new UUID(random.nextLong(), random.nextLong()).toString()));
    return random.nextInt(4) == 0
        ? share
        : share.with("consumedCapacity", Json.obj("bandwidth", amount));
  }

  private void commit(Server server, Random random) {
    if (server.judged.isEmpty()) {
      return;
    }
    var transaction = server.judged.remove(random.nextInt(server.judged.size()));
    boolean lost = random.nextInt(10) == 0;
    if (!lost && store.commit(transaction) instanceof Outcome.Committed) {
      transaction.conditions().stream()
          .filter(Precondition.NotAfterBut.class::isInstance)
          .forEach(_ -> TOGETHER.incrementAndGet());
    }
  }

  private void check(long seed, int step) {
    var owners = new HashMap<String, String>();
    var used = new HashMap<String, Integer>();
    for (var entry : store.list(RangeRequest.all(CLAIMS.keyPrefix(""))).entries()) {
      for (var result : results(entry)) {
        if (result.text("device").equals("port")) {
          // A share, or the whole of it.
          int share =
              result.text("request").equals("main")
                  ? BANDWIDTH
                  : Integer.parseInt(result.text("request").substring("take-".length()));
          used.merge(result.text("pool"), share, Integer::sum);
          continue;
        }
        var device = result.text("pool") + "/" + result.text("device");
        var other = owners.putIfAbsent(device, entry.key());
        assertThat(other)
            .as("seed %d, step %d: other owner of %s than %s", seed, step, device, entry.key())
            .isNull();
      }
    }
    used.forEach(
        (pool, share) ->
            assertThat(share)
                .as("seed %d, step %d: bandwidth given away in pool %s", seed, step, pool)
                .isLessThanOrEqualTo(BANDWIDTH));
  }

  private static List<Json.Obj> results(StoreEntry entry) {
    return new Item(entry).tree().objects("status", "allocation", "devices", "results");
  }
}

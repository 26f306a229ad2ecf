package dev.dray.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dray.kinds.StatusError;
import dev.dray.store.memory.MemoryStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Clients of several servers race for few devices. Whoever is given something writes it down where
 * all can see it, and takes it back before giving it back.
 */
class RacingServersTest {
  private static final int CLIENTS = 6;
  private static final int ROUNDS = 10_000;
  private static final List<String> DEVICES =
      List.of("gpu-0", "gpu-1", "half-0", "half-1", "half-2");

  private final Map<String, Integer> owners = new ConcurrentHashMap<>();
  private final AtomicInteger halves = new AtomicInteger();
  private final AtomicInteger given = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger repeated = new AtomicInteger();

  @Test
  void nothing_is_ever_given_twice() throws Exception {
    var store = new MemoryStore(InstantSource.system());
    try (var one = new GuardedServer(store);
        var two = new GuardedServer(store);
        var clients = Executors.newFixedThreadPool(CLIENTS)) {
      publish(one);
      var tasks = new ArrayList<Callable<Boolean>>();
      for (int i = 0; i < CLIENTS; i++) {
        int client = i;
        one.claim("c" + client);
        tasks.add(() -> race(client, client % 2 == 0 ? one : two));
      }
      for (var done : clients.invokeAll(tasks)) {
        assertThat(outcome(done)).isTrue();
      }
    }
    store.close();
    assertThat(given.get()).isGreaterThanOrEqualTo(ROUNDS);
    assertThat(repeated.get()).as("writes that were looked at again").isPositive();
    assertThat(refused.get()).as("races that were lost").isPositive();
  }

  private static boolean outcome(Future<Boolean> done) throws InterruptedException {
    try {
      return done.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  private static void publish(GuardedServer server) {
    server.put(
        "resourceslices",
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: counters}
        spec:
          driver: d
          pool: {name: p, generation: 1, resourceSliceCount: 2}
          nodeName: node
          sharedCounters: [{name: gpu, counters: {memory: {value: 40Gi}}}]
        """);
    server.put(
        "resourceslices",
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceSlice
        metadata: {name: devices}
        spec:
          driver: d
          pool: {name: p, generation: 1, resourceSliceCount: 2}
          nodeName: node
          devices:
          - {name: gpu-0}
          - {name: gpu-1}
          - name: half-0
            consumesCounters: [{counterSet: gpu, counters: {memory: {value: 20Gi}}}]
          - name: half-1
            consumesCounters: [{counterSet: gpu, counters: {memory: {value: 20Gi}}}]
          - name: half-2
            consumesCounters: [{counterSet: gpu, counters: {memory: {value: 20Gi}}}]
        """);
  }

  /** One who fails holds what it has, and all others would wait for it. */
  private boolean race(int client, GuardedServer server) throws InterruptedException {
    try {
      return take(client, server);
    } catch (AssertionError | RuntimeException e) {
      given.set(ROUNDS);
      throw e;
    }
  }

  private boolean take(int client, GuardedServer server) throws InterruptedException {
    var random = new Random(client);
    var claim = "c" + client;
    while (given.get() < ROUNDS) {
      var wanted = new ArrayList<>(DEVICES);
      Collections.shuffle(wanted, random);
      var devices = List.copyOf(wanted.subList(0, 1 + random.nextInt(2)));
      try {
        var results = devices.stream().map(GuardedServer::result).toArray(String[]::new);
        repeated.addAndGet(server.allocate(claim, results) - 1);
      } catch (StatusError e) {
        refused.incrementAndGet();
        continue;
      }
      given.incrementAndGet();
      own(client, devices);
      disown(client, devices);
      server.deallocate(claim);
    }
    return true;
  }

  private void own(int client, List<String> devices) {
    for (var device : devices) {
      var other = owners.putIfAbsent(device, client);
      if (other != null) {
        throw new AssertionError("%s has owners %d and %d.".formatted(device, other, client));
      }
      if (device.startsWith("half") && halves.incrementAndGet() > 2) {
        throw new AssertionError("More of the counter is given than there is.");
      }
    }
  }

  private void disown(int client, List<String> devices) {
    for (var device : devices) {
      if (device.startsWith("half")) {
        halves.decrementAndGet();
      }
      owners.remove(device, client);
    }
  }
}

package dev.dray.verify.simulation;

import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.apiserver.Backend;
import dev.dray.client.Call;
import dev.dray.client.Reply;
import dev.dray.kinds.RuntimeConfig;
import dev.dray.kinds.catalog.KindCatalog;
import dev.dray.local.ReadObjects;
import dev.dray.local.RegistryApi;
import dev.dray.schema.Schemas;
import dev.dray.security.User;
import dev.dray.store.RangeRequest;
import dev.dray.store.StoreOperation;
import dev.dray.store.Transaction;
import dev.dray.store.memory.MemoryStore;
import dev.dray.watch.Cache;
import dev.dray.watch.Event;
import dev.dray.watch.Window;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * The real API server without HTTP, threads and a clock of its own: registry, checks, the guard of
 * allocations, the cache that watches read from, and the collectors, on a store in memory.
 */
final class SimulatedServer implements AutoCloseable {
  private static final Schemas SCHEMAS = Schemas.load();

  /** So few events are in memory that who lags behind must be given them from the store. */
  private static final Window WINDOW = new Window(40, Long.MAX_VALUE);

  /** What there is in every simulation from the beginning; made once, as it takes its time. */
  private static final class FirstObjects {
    static final List<StoreOperation> ALL = make();

    private static List<StoreOperation> make() {
      var clock = InstantSource.fixed(Clockwork.BEGINNING);
      try (var store = new MemoryStore(clock);
          var backend = backend(store, Gates.defaults(), clock, 0, List.of())) {
        backend.bootstrap();
        var api =
            new RegistryApi(
                new ReadObjects(),
                backend.registry(),
                backend.kinds(),
                backend.authorizer(),
                administrator(),
                "simulation");
        Wishes.firstObjects().forEach(call -> requireDone(api.answer(call)));
        backend.collectors().runDue();
        return store.list(RangeRequest.all(Cache.ROOT)).entries().stream()
            .map(it -> (StoreOperation) new StoreOperation.Put(it.key(), it.value()))
            .toList();
      } catch (InterruptedException e) {
        throw new IllegalStateException("Nobody interrupts a simulation.", e);
      }
    }

    private static void requireDone(Reply reply) {
      if (!(reply instanceof Reply.Done)) {
        throw new IllegalStateException("A first object cannot be created: " + reply);
      }
    }
  }

  private final MemoryStore store;
  private final Backend backend;
  private final ReadObjects read = new ReadObjects();
  private final Consumer<Event> witness;
  private final List<Event> fresh = new ArrayList<>();
  private boolean telling;

  /**
   * @param witness is told of every change, in order, each before anything else can happen
   */
  SimulatedServer(InstantSource clock, long seed, Gates gates, Consumer<Event> witness) {
    this.witness = witness;
    store = new MemoryStore(clock);
    store.commit(new Transaction(List.of(), FirstObjects.ALL));
    backend = backend(store, gates, clock, seed, List.of(fresh::add));
    fresh.forEach(witness);
    fresh.clear();
  }

  private static Backend backend(
      MemoryStore store,
      Gates gates,
      InstantSource clock,
      long seed,
      List<Cache.Listener> listeners) {
    var kinds = KindCatalog.served(gates, RuntimeConfig.defaults(), SCHEMAS, clock);
    var random = new SplittableRandom(seed);
    var parts = new Backend.Parts(store, gates, kinds, SCHEMAS, clock, random, Optional.empty());
    return Backend.onRequest(parts, WINDOW, listeners);
  }

  /** The API as a user has it who is called as the component is. */
  RegistryApi api(User user, String component) {
    return new RegistryApi(
        read, backend.registry(), backend.kinds(), backend.authorizer(), user, component);
  }

  static User administrator() {
    return new User("kubernetes-admin", "", List.of(User.MASTERS, User.AUTHENTICATED), Map.of());
  }

  Reply answer(RegistryApi api, Call call) {
    try {
      return api.answer(call);
    } finally {
      settle();
    }
  }

  /** Lets the server's own collectors do what is due. */
  void collect() {
    try {
      backend.collectors().runDue();
    } catch (InterruptedException e) {
      throw new IllegalStateException("Nobody interrupts a simulation.", e);
    } finally {
      settle();
    }
  }

  /** Brings the cache up to the store, and tells what is new. */
  void settle() {
    try {
      backend.cache().catchUp(Duration.ZERO);
    } catch (InterruptedException e) {
      throw new IllegalStateException("Nobody interrupts a simulation.", e);
    }
    if (!telling) {
      telling = true;
      for (int i = 0; i < fresh.size(); i++) {
        witness.accept(fresh.get(i));
      }
      fresh.clear();
      telling = false;
    }
  }

  /** Stores an object past all checks, as a server without them would. */
  void force(String key, Json.Obj object) {
    store.commit(new Transaction(List.of(), List.of(new StoreOperation.Put(key, object.bytes()))));
    settle();
  }

  /** Forgets what came before the last so many revisions. */
  void compact(long kept) {
    long upTo = store.revision() - kept;
    if (upTo > store.compacted()) {
      store.compact(upTo);
    }
  }

  long revision() {
    return store.revision();
  }

  Cache cache() {
    return backend.cache();
  }

  String prefix(String group, String plural) {
    return backend.kinds().find(group, plural).orElseThrow().keyPrefix();
  }

  @Override
  public void close() {
    backend.close();
    store.close();
  }
}

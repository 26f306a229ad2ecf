package dev.dray.apiserver;

import dev.dray.api.gate.Gates;
import dev.dray.collector.Collectors;
import dev.dray.collector.RegistryObjects;
import dev.dray.guard.AllocationGuard;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.WriteCheck;
import dev.dray.kinds.catalog.WriteChecks;
import dev.dray.registry.FieldOwners;
import dev.dray.registry.Registry;
import dev.dray.schema.Schemas;
import dev.dray.security.authorization.Authorizer;
import dev.dray.security.authorization.NodeRestriction;
import dev.dray.security.authorization.RoleAuthorizer;
import dev.dray.store.Store;
import dev.dray.watch.Cache;
import dev.dray.watch.Window;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** The server without HTTP: a registry with all its write checks, and the collectors. */
public final class Backend implements AutoCloseable {
  private final Store store;
  private final Kinds kinds;
  private final AllocationGuard guard;
  private final Collectors collectors;
  private final StoredFacts facts;
  private final Cache cache;
  private final RoleAuthorizer authorizer;
  private final Registry registry;

  /**
   * The parts of a backend.
   *
   * @param authority the certificate by which clients trust the server, if it has one
   */
  public record Parts(
      Store store,
      Gates gates,
      Kinds kinds,
      Schemas schemas,
      InstantSource clock,
      RandomGenerator random,
      Optional<Supplier<String>> authority) {}

  /** A way to start a cache once its listeners are known. */
  private interface Caching {
    Cache start(Store store, List<Cache.Listener> listeners);
  }

  private Backend(
      Parts parts, LongSupplier nanos, List<Cache.Listener> listeners, Caching caching) {
    store = parts.store();
    kinds = parts.kinds();
    var unrestricted = kinds.unrestricted();
    facts = new StoredFacts(unrestricted);
    guard = new AllocationGuard(parts.gates());
    collectors =
        new Collectors(
            new RegistryObjects(this::registry),
            unrestricted,
            parts.clock(),
            nanos,
            parts.authority());
    var all = new ArrayList<Cache.Listener>(List.of(facts, guard, collectors));
    all.addAll(listeners);
    cache = caching.start(store, all);
    facts.of(cache);
    authorizer = new RoleAuthorizer(facts, facts);
    registry =
        new Registry(
            store,
            cache,
            checks(unrestricted, parts.gates()),
            new FieldOwners(parts.schemas()),
            parts.clock(),
            parts.random());
  }

  /** Returns a backend whose cache follows the store by itself. */
  static Backend of(Parts parts) {
    return new Backend(parts, System::nanoTime, List.of(), Cache::start);
  }

  /**
   * Returns a backend in which nothing happens by itself, for one thread: its cache follows the
   * store on request, and its collectors act in {@link Collectors#runDue}.
   *
   * @param window how much of the past watches find in memory
   * @param listeners are told of all changes, after the listeners that check writes
   */
  public static Backend onRequest(Parts parts, Window window, List<Cache.Listener> listeners) {
    return new Backend(
        parts,
        () -> Duration.between(Instant.EPOCH, parts.clock().instant()).toNanos(),
        listeners,
        (store, all) -> Cache.onRequest(store, all, window));
  }

  private List<WriteCheck> checks(Kinds kinds, Gates gates) {
    var checks = new ArrayList<WriteCheck>();
    checks.add(new AccessCheck(authorizer, new NodeRestriction(facts, authorizer)));
    checks.addAll(WriteChecks.of(kinds, gates, authorizer));
    checks.add(guard);
    return checks;
  }

  /** Creates the objects every cluster has, one after the other. */
  public void bootstrap() {
    new Bootstrap(registry, kinds).runInOrder();
  }

  /** Starts the collectors in the background. */
  void startCollectors(Duration history) {
    collectors.start(store, cache, guard, history);
  }

  public Registry registry() {
    return registry;
  }

  public Kinds kinds() {
    return kinds;
  }

  /** Returns the authorizer, which follows the stored roles. */
  public Authorizer authorizer() {
    return authorizer;
  }

  RoleAuthorizer roles() {
    return authorizer;
  }

  StoredFacts facts() {
    return facts;
  }

  public Cache cache() {
    return cache;
  }

  public Collectors collectors() {
    return collectors;
  }

  /** Stops the collectors and the cache; the store stays open. */
  @Override
  public void close() {
    collectors.close();
    cache.close();
  }
}

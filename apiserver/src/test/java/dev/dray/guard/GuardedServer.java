package dev.dray.guard;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.gate.Gates;
import dev.dray.api.json.Json;
import dev.dray.api.resource.Kind;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.kinds.HubChange;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.Resource;
import dev.dray.kinds.RuntimeConfig;
import dev.dray.kinds.StatusError;
import dev.dray.kinds.WriteCheck;
import dev.dray.kinds.WriteContext;
import dev.dray.kinds.catalog.KindCatalog;
import dev.dray.schema.Schemas;
import dev.dray.security.User;
import dev.dray.store.Outcome;
import dev.dray.store.Precondition;
import dev.dray.store.Store;
import dev.dray.store.StoreOperation;
import dev.dray.store.Transaction;
import dev.dray.watch.Cache;
import dev.dray.watch.Item;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** As much of a server as an allocation needs: a cache, the guard, and transactions. */
final class GuardedServer implements AutoCloseable {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final ObjectTrees TREES = new ObjectTrees(Limits.DEFAULT);
  private static final WriteContext SCHEDULER = new WriteContext(User.SERVER, "update", "v1", NOW);
  static final Kinds KINDS = kinds();
  static final Resource CLAIMS = KINDS.find(ApiVersion.GROUP, "resourceclaims").orElseThrow();

  private final Store store;
  private final Cache cache;
  final AllocationGuard guard;

  GuardedServer(Store store) {
    this(store, Gates.defaults());
  }

  GuardedServer(Store store, Gates gates) {
    this.store = store;
    this.guard = new AllocationGuard(gates);
    this.cache = Cache.start(store, List.of(guard));
  }

  private static Kinds kinds() {
    return RuntimeConfig.parse("") instanceof RuntimeConfig.Parsed.Config(var config)
        ? KindCatalog.served(Gates.defaults(), config, Schemas.load(), InstantSource.fixed(NOW))
        : failed();
  }

  private static Kinds failed() {
    throw new IllegalStateException("No flag is a mistake.");
  }

  static Json.Obj tree(String yaml) {
    return TREES.parse(yaml.getBytes(StandardCharsets.UTF_8))
            instanceof ObjectTrees.Parsed.Tree(Json.Obj tree, _)
        ? tree
        : Json.Obj.EMPTY;
  }

  /** Stores an object as a client would, without further ado. */
  void put(String plural, String yaml) {
    var tree = tree(yaml);
    var resource = KINDS.find(ApiVersion.GROUP, plural).orElseThrow();
    var key = resource.key(tree.text("metadata", "namespace"), tree.text("metadata", "name"));
    commit(List.of(), new StoreOperation.Put(key, tree.bytes()));
  }

  void delete(String plural, String namespace, String name) {
    var resource = KINDS.find(ApiVersion.GROUP, plural).orElseThrow();
    commit(List.of(), new StoreOperation.Delete(resource.key(namespace, name)));
  }

  private void commit(List<Precondition> conditions, StoreOperation operation) {
    var outcome = store.commit(new Transaction(conditions, List.of(operation)));
    if (!(outcome instanceof Outcome.Committed)) {
      throw new IllegalStateException("Not stored: " + outcome);
    }
  }

  /**
   * A claim in the namespace {@code ns} that is not allocated: its request {@code main} asks for
   * nothing in particular, {@code take-5g} and the like for so much bandwidth.
   */
  void claim(String name) {
    var taking =
        Stream.of(5, 10, 20, 30, 40, 41)
            .map(
                it ->
                    ", {name: take-%dg, exactly: {deviceClassName: gpu, capacity: {requests: {bandwidth: %dG}}}}"
                        .formatted(it, it))
            .collect(Collectors.joining());
    put(
        "resourceclaims",
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: %s, namespace: ns, uid: uid-%s}
        spec: {devices: {requests: [{name: main, exactly: {deviceClassName: gpu}}%s]}}
        """
            .formatted(name, name, taking));
  }

  /** A result for the request {@code main} from driver {@code d}, pool {@code p}. */
  static String result(String device) {
    return "{request: main, driver: d, pool: p, device: %s}".formatted(device);
  }

  /**
   * Writes an allocation, again and again until the store takes it.
   *
   * @return how often it was looked at
   * @throws StatusError if the guard refuses it
   */
  int allocate(String claim, String... results) throws InterruptedException {
    var devices = tree("{results: [%s]}".formatted(String.join(", ", results)));
    return write(claim, Optional.of(Json.obj("devices", devices)));
  }

  int deallocate(String claim) throws InterruptedException {
    return write(claim, Optional.empty());
  }

  private int write(String claim, Optional<Json.Obj> allocation) throws InterruptedException {
    for (int round = 1; ; round++) {
      long revision = cache.catchUp(Duration.ofSeconds(30));
      var stored = cache.find(CLAIMS.key("ns", claim)).orElseThrow();
      if (attempt(stored, allocation, revision)) {
        return round;
      }
    }
  }

  /** One attempt with the cache as it is, however old that may be. */
  boolean attempt(Item stored, Optional<Json.Obj> allocation, long revision) {
    var before = stored.tree();
    var after =
        allocation
            .map(it -> before.with(List.of("status", "allocation"), it))
            .orElseGet(() -> before.without("status"));
    var write =
        new WriteCheck.Write(
            WriteCheck.Verb.UPDATE,
            CLAIMS,
            "status",
            "ns",
            before.text("metadata", "name"),
            after,
            Optional.of(before),
            Optional.of(change(before, after)),
            false,
            SCHEDULER);
    var verdict = guard.check(write, new RevisionOnly(revision));
    var conditions = new ArrayList<>(verdict.conditions());
    conditions.add(new Precondition.At(stored.key(), stored.revision()));
    var operations = new ArrayList<>(verdict.operations());
    operations.add(new StoreOperation.Put(stored.key(), after.bytes()));
    return store.commit(new Transaction(conditions, operations)) instanceof Outcome.Committed;
  }

  static HubChange change(Json.Obj before, Json.Obj after) {
    return new HubChange(claim(before), claim(after));
  }

  private static ResourceClaim claim(Json.Obj tree) {
    return HubItems.read(tree, Kind.RESOURCE_CLAIM, ResourceClaim.class);
  }

  /** The guard follows by itself: it asks a view for nothing but its revision. */
  record RevisionOnly(long revision) implements WriteCheck.View {
    @Override
    public Optional<Stored> find(Resource resource, String namespace, String name) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<Stored> list(Resource resource, String namespace) {
      throw new UnsupportedOperationException();
    }
  }

  Cache cache() {
    return cache;
  }

  @Override
  public void close() {
    cache.close();
  }
}

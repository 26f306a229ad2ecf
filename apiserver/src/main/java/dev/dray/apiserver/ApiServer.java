package dev.dray.apiserver;

import dev.dray.collector.Collectors;
import dev.dray.collector.RegistryObjects;
import dev.dray.guard.AllocationGuard;
import dev.dray.http.Health;
import dev.dray.http.HttpApi;
import dev.dray.http.Witness;
import dev.dray.kinds.Check;
import dev.dray.kinds.Checks;
import dev.dray.kinds.Kinds;
import dev.dray.registry.FieldOwners;
import dev.dray.registry.Registry;
import dev.dray.schema.Schemas;
import dev.dray.security.AnonymousPaths;
import dev.dray.security.AuditLog;
import dev.dray.security.Authenticators;
import dev.dray.security.NodeRestriction;
import dev.dray.security.Reviews;
import dev.dray.security.RoleAuthorizer;
import dev.dray.security.ServerIdentity;
import dev.dray.security.ServiceAccountTokens;
import dev.dray.security.StaticTokens;
import dev.dray.security.TokenKeys;
import dev.dray.security.TokenRequests;
import dev.dray.store.Store;
import dev.dray.store.StoreException;
import dev.dray.store.etcd.EtcdStore;
import dev.dray.store.memory.MemoryStore;
import dev.dray.store.sqlite.SqliteStore;
import dev.dray.watch.Cache;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A running API server. */
public final class ApiServer implements AutoCloseable {
  private static final String ISSUER = "https://kubernetes.default.svc";
  private static final Duration LONGEST_TOKEN = Duration.ofDays(365);

  private final Options options;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final ServerIdentity identity;
  private final Registry registry;
  private final Kinds kinds;
  private final Cache cache;
  private final HttpApi http;

  private ApiServer(Options options) throws IOException {
    this.options = options;
    try {
      var opening = StoreOpening.begin(options);
      identity =
          ServerIdentity.in(options.folder().resolve("pki"), options.hosts(), options.clock());
      var schemas = Schemas.load();
      kinds = new Kinds(options.gates(), options.runtimeConfig(), schemas, options.clock());
      var facts = new StoredFacts(kinds);
      var store = opening.join();
      open.push(store);
      var guard = new AllocationGuard(options.gates());
      var collectors = new Collectors(new RegistryObjects(this::registry), kinds, options.clock());
      cache = Cache.start(store, List.of(facts, guard, collectors));
      open.push(cache);
      facts.of(cache);
      var authorizer = new RoleAuthorizer(facts, facts);
      registry =
          new Registry(
              store,
              cache,
              checks(authorizer, facts, guard),
              new FieldOwners(schemas),
              options.clock(),
              new SecureRandom());
      new Bootstrap(registry, kinds).run();
      open.push(collectors);
      collectors.start(store, cache, guard, options.history());
      http =
          HttpApi.start(
              options.address(), identity.tls(), parts(facts, authorizer, store, schemas));
      open.push(http);
      identity.writeKubeconfig(identity.admin(), url(), kubeconfig());
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Starts a server and returns when it answers. */
  public static ApiServer start(Options options) throws IOException {
    return new ApiServer(options);
  }

  private List<Check> checks(RoleAuthorizer authorizer, StoredFacts facts, AllocationGuard guard) {
    var checks = new ArrayList<Check>();
    checks.add(new AccessCheck(authorizer, new NodeRestriction(facts)));
    checks.addAll(Checks.of(kinds, options.gates(), authorizer));
    checks.add(guard);
    return checks;
  }

  private HttpApi.Parts parts(
      StoredFacts facts, RoleAuthorizer authorizer, Store store, Schemas schemas)
      throws IOException {
    var clock = options.clock();
    var tokens =
        new ServiceAccountTokens(
            new TokenKeys(identity.serviceAccountKeys(), List.of()),
            ISSUER,
            List.of(),
            facts,
            clock);
    var fixed = options.tokenFile().map(StaticTokens::read).orElse(StaticTokens.NONE);
    var authenticators = new Authenticators(List.of(identity.authority()), fixed, tokens, clock);
    return new HttpApi.Parts(
        registry,
        cache,
        kinds.all(),
        new ReviewResources(
            new Reviews(authorizer, authenticators, tokens, clock),
            new TokenRequests(tokens, facts, clock, LONGEST_TOKEN),
            new NodeRestriction(facts)),
        new OpenApiDocuments(schemas, kinds),
        schemas,
        new Identities(authenticators, AnonymousPaths.HEALTH, authorizer),
        authorizer,
        witness(),
        health(store),
        Versions.document(),
        clock,
        options.mostReading(),
        options.mostWriting());
  }

  private Witness witness() throws IOException {
    if (options.audit().isEmpty()) {
      return Witness.NONE;
    }
    var audit = options.audit().get();
    var log = AuditLog.to(audit.file(), audit.level(), AuditLog.Rotation.NEVER);
    open.push(log);
    return new AuditTrail(log, options.clock());
  }

  private Health health(Store store) {
    return new Health() {
      @Override
      public Map<String, String> live() {
        return Map.of("ping", "");
      }

      @Override
      public Map<String, String> ready() {
        var checks = new TreeMap<String, String>();
        checks.put("ping", "");
        checks.put("informer-sync", cache.trouble().orElse(""));
        checks.put("store", trouble(store));
        return checks;
      }
    };
  }

  private static String trouble(Store store) {
    try {
      store.revision();
      return "";
    } catch (StoreException e) {
      return String.valueOf(e.getMessage());
    }
  }

  public int port() {
    return http.port();
  }

  public String url() {
    var host = options.address().getHostString();
    var reachable = host.equals("0.0.0.0") || host.equals("::") ? "127.0.0.1" : host;
    return "https://"
        + (reachable.contains(":") ? "[" + reachable + "]" : reachable)
        + ":"
        + port();
  }

  /** For kubectl, as an administrator. */
  public Path kubeconfig() {
    return options.folder().resolve("admin.kubeconfig");
  }

  public Registry registry() {
    return registry;
  }

  public Kinds kinds() {
    return kinds;
  }

  public ServerIdentity identity() {
    return identity;
  }

  /** Ends what was begun, last things first; what fails does not keep the rest open. */
  @Override
  public void close() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        System.getLogger(ApiServer.class.getName())
            .log(System.Logger.Level.WARNING, "Something did not close", e);
      }
    }
  }

  /** The store is opened while certificates are made. */
  private static final class StoreOpening {
    private final CompletableFuture<Store> store;

    private StoreOpening(Options options) {
      store = CompletableFuture.supplyAsync(() -> opened(options));
    }

    static StoreOpening begin(Options options) {
      return new StoreOpening(options);
    }

    private static Store opened(Options options) {
      return switch (options.store()) {
        case Options.StoreChoice.Memory() -> new MemoryStore(options.clock());
        case Options.StoreChoice.Sqlite() ->
            SqliteStore.open(options.folder().resolve("dray.db"), options.clock());
        case Options.StoreChoice.Etcd(var endpoints, var prefix) ->
            EtcdStore.connect(endpoints, prefix);
      };
    }

    Store join() {
      try {
        return store.join();
      } catch (CompletionException e) {
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        throw e;
      }
    }
  }
}

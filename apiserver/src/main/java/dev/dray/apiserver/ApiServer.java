package dev.dray.apiserver;

import dev.dray.http.AuditSink;
import dev.dray.http.Health;
import dev.dray.http.HttpApi;
import dev.dray.kinds.Kinds;
import dev.dray.kinds.catalog.KindCatalog;
import dev.dray.registry.Registry;
import dev.dray.schema.Schemas;
import dev.dray.security.authentication.AnonymousPaths;
import dev.dray.security.authentication.Authenticators;
import dev.dray.security.authentication.ServiceAccountTokens;
import dev.dray.security.authentication.StaticTokens;
import dev.dray.security.authentication.TokenKeys;
import dev.dray.security.authorization.Authorizer;
import dev.dray.security.authorization.NodeRestriction;
import dev.dray.security.pki.ServerIdentity;
import dev.dray.security.review.AuditLog;
import dev.dray.security.review.Reviews;
import dev.dray.security.review.TokenRequests;
import dev.dray.store.Store;
import dev.dray.store.StoreException;
import dev.dray.store.sqlite.FileLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A running API server. */
public final class ApiServer implements AutoCloseable {
  private static final String ISSUER = "https://kubernetes.default.svc";
  private static final Duration LONGEST_TOKEN = Duration.ofDays(365);

  private final ApiServerOptions apiServerOptions;
  private final InProcessComponents inProcessComponents;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final ServerIdentity identity;
  private final Kinds kinds;
  private final Backend backend;
  private final HttpApi http;

  /** Set once the server's Service and its kubeconfigs, which need its port, are written. */
  private volatile boolean introduced;

  private ApiServer(ApiServerOptions apiServerOptions, InProcessComponents inProcessComponents)
      throws IOException {
    this.apiServerOptions = apiServerOptions;
    this.inProcessComponents = inProcessComponents;
    var folder = apiServerOptions.folder();
    open.push(lock(folder));
    var opening = BackgroundTask.by("dray-store", () -> Stores.open(apiServerOptions));
    var identifying =
        BackgroundTask.by(
            "dray-identity",
            () ->
                ServerIdentity.in(
                    folder.resolve("pki"), apiServerOptions.hosts(), apiServerOptions.clock()));
    open.push(() -> opening.end(Store::close));
    open.push(() -> identifying.end(_ -> {}));
    try {
      var schemas = Schemas.load();
      kinds =
          KindCatalog.served(
              apiServerOptions.gates(),
              apiServerOptions.runtimeConfig(),
              schemas,
              apiServerOptions.clock());
      var store = opening.join();
      backend =
          Backend.of(
              new Backend.Parts(
                  store,
                  apiServerOptions.gates(),
                  kinds,
                  schemas,
                  apiServerOptions.clock(),
                  new SecureRandom(),
                  Optional.of(() -> identifying.join().authorityText())));
      open.push(backend);
      new Bootstrap(backend.registry(), kinds).run();
      backend.startCollectors(apiServerOptions.history());
      identity = identifying.join();
      http = HttpApi.start(apiServerOptions.address(), identity.tls(), parts(store, schemas));
      open.push(http);
      new Bootstrap(backend.registry(), kinds).serve(http.port());
      writeKubeconfigs();
      introduced = true;
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private static FileLock lock(Path folder) throws IOException {
    Files.createDirectories(folder);
    return FileLock.take(
        folder.resolve("server.lock"),
        holder ->
            ("The data folder (%s) is in use by process (%s). Two servers would overwrite each"
                    + " other's kubeconfigs: stop the other one, or choose another folder with"
                    + " --data.")
                .formatted(folder, holder));
  }

  /** Starts a server and returns when it answers. */
  public static ApiServer start(ApiServerOptions apiServerOptions) throws IOException {
    return new ApiServer(apiServerOptions, InProcessComponents.none());
  }

  /** Starts a server that shares its process with other components, and returns when it answers. */
  public static ApiServer start(
      ApiServerOptions apiServerOptions, InProcessComponents inProcessComponents)
      throws IOException {
    return new ApiServer(apiServerOptions, inProcessComponents);
  }

  private void writeKubeconfigs() {
    identity.writeKubeconfig(identity.admin(), url(), kubeconfig());
    identity.writeKubeconfig(identity.scheduler(), url(), beside("scheduler"));
    identity.writeKubeconfig(identity.controllerManager(), url(), beside("controllers"));
  }

  private Path beside(String who) {
    return apiServerOptions.folder().resolve(who + ".kubeconfig");
  }

  private HttpApi.Parts parts(Store store, Schemas schemas) throws IOException {
    var clock = apiServerOptions.clock();
    var facts = backend.facts();
    var authorizer = backend.roles();
    var tokens =
        new ServiceAccountTokens(
            new TokenKeys(identity.serviceAccountKeys(), List.of()),
            ISSUER,
            List.of(),
            facts,
            clock);
    var fixed = apiServerOptions.tokenFile().map(StaticTokens::read).orElse(StaticTokens.NONE);
    var authenticators = new Authenticators(List.of(identity.authority()), fixed, tokens, clock);
    return new HttpApi.Parts(
        backend.registry(),
        backend.cache(),
        kinds.all(),
        new ReviewResources(
            apiServerOptions.runtimeConfig(),
            schemas,
            new Reviews(authorizer, authenticators, tokens, clock),
            new TokenRequests(tokens, facts, clock, LONGEST_TOKEN),
            new NodeRestriction(facts, authorizer)),
        new OpenApiDocuments(schemas, kinds),
        schemas,
        new RequestIdentities(authenticators, AnonymousPaths.HEALTH, authorizer),
        authorizer,
        witness(),
        health(store),
        Versions.document(),
        clock,
        apiServerOptions.mostReading(),
        apiServerOptions.mostWriting(),
        Stream.concat(
                Stream.of(FeatureMetrics.of(apiServerOptions.gates())),
                inProcessComponents.metrics().stream())
            .toList());
  }

  private AuditSink witness() throws IOException {
    if (apiServerOptions.audit().isEmpty()) {
      return AuditSink.NONE;
    }
    var audit = apiServerOptions.audit().get();
    var log = AuditLog.to(audit.file(), audit.level(), AuditLog.Rotation.NEVER);
    open.push(log);
    return new AuditTrail(log, apiServerOptions.clock());
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
        checks.put("informer-sync", backend.cache().trouble().orElse(""));
        checks.put("store", trouble(store));
        checks.put(
            "poststarthook/bootstrap-controller",
            introduced ? "" : "The kubeconfigs and the service kubernetes are being written.");
        checks.putAll(inProcessComponents.ready().get());
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
    var host = apiServerOptions.address().getHostString();
    var reachable = host.equals("0.0.0.0") || host.equals("::") ? "127.0.0.1" : host;
    return "https://"
        + (reachable.contains(":") ? "[" + reachable + "]" : reachable)
        + ":"
        + port();
  }

  /** Returns the kubeconfig file of the administrator, for kubectl. */
  public Path kubeconfig() {
    return beside("admin");
  }

  public Registry registry() {
    return backend.registry();
  }

  public Kinds kinds() {
    return kinds;
  }

  /** Returns the authorizer, which follows the stored roles. */
  public Authorizer authorizer() {
    return backend.authorizer();
  }

  public ServerIdentity identity() {
    return identity;
  }

  /** Closes everything that was opened, in reverse order; a failure does not keep the rest open. */
  @Override
  public void close() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        System.getLogger(ApiServer.class.getName())
            .log(System.Logger.Level.WARNING, "A part of the server did not close", e);
      }
    }
  }
}

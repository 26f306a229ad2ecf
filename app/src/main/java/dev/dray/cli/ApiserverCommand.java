package dev.dray.cli;

import dev.dray.api.gate.Gates;
import dev.dray.api.gate.ParsedGates;
import dev.dray.apiserver.ApiServer;
import dev.dray.apiserver.Options;
import dev.dray.apiserver.Options.StoreChoice;
import dev.dray.kinds.RuntimeConfig;
import dev.dray.security.AuditLog;
import dev.dray.security.IdentityException;
import dev.dray.store.StoreException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code dray apiserver}: the API server by itself. */
@Command(
    name = "apiserver",
    description = "Serve the Kubernetes API for devices and what scheduling needs.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "kubectl, client-go and other clients use it like a kube-apiserver, for the kinds",
      "it has (kubectl api-resources lists them). Everything is kept in the data folder:",
      "certificates, an admin's kubeconfig, and the database unless it is in an etcd.",
      "A write that was acknowledged survives the death of the server.",
      "",
      "Examples:",
      "  dray apiserver",
      "  kubectl --kubeconfig .dray/admin.kubeconfig get resourceslices",
      "  dray apiserver --data-dir /var/lib/dray --secure-port 6443 --bind-address 0.0.0.0",
      "  dray apiserver --store etcd=http://10.0.0.1:2379,http://10.0.0.2:2379",
      "  dray apiserver --runtime-config resource.k8s.io/v1beta1=true \\",
      "    --feature-gates DRAResourceSliceMixins=false"
    })
final class ApiserverCommand implements Callable<Integer> {
  /** They tell of themselves at every start; held on to, because loggers forget their level. */
  private static final List<Logger> TALKATIVE =
      List.of(
          Logger.getLogger("org.eclipse.jetty"),
          Logger.getLogger("io.grpc"),
          Logger.getLogger("io.netty"),
          Logger.getLogger("io.vertx"));

  private final Dray.World world;

  @Spec private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--data-dir",
      paramLabel = "FOLDER",
      defaultValue = ".dray",
      description = "Where everything is kept (default: .dray).")
  private Path dataDir = Path.of(".dray");

  @Option(
      names = "--store",
      paramLabel = "STORE",
      defaultValue = "sqlite",
      description =
          "sqlite (in the data folder, the default), memory (for tries) or etcd=URL,URL….")
  private String store = "sqlite";

  @Option(
      names = "--etcd-prefix",
      paramLabel = "PREFIX",
      defaultValue = "/dray",
      description = "What the keys in an etcd begin with (default: /dray).")
  private String etcdPrefix = "/dray";

  @Option(
      names = "--bind-address",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Where to listen (default: 127.0.0.1, this machine only).")
  private String bindAddress = "127.0.0.1";

  @Option(
      names = "--secure-port",
      paramLabel = "PORT",
      defaultValue = "6443",
      description = "The port of HTTPS (default: 6443); 0 is any free one.")
  private int securePort = 6443;

  @Option(
      names = "--advertise-host",
      paramLabel = "HOST",
      description = "A name or address by which clients reach the server. Repeatable.")
  private List<String> hosts = new ArrayList<>();

  @Option(
      names = "--feature-gates",
      paramLabel = "GATE=BOOL,…",
      description = "Features to switch on or off. All five of Dray's are on.")
  private List<String> featureGates = new ArrayList<>();

  @Option(
      names = "--runtime-config",
      paramLabel = "API=BOOL,…",
      description =
          "Versions to serve or not: api/all, api/beta, GROUP/VERSION or GROUP/VERSION/RESOURCE.")
  private List<String> runtimeConfig = new ArrayList<>();

  @Option(
      names = "--token-auth-file",
      paramLabel = "FILE",
      description = "Bearer tokens, a line each: token,user,uid,\"group1,group2\".")
  private Optional<Path> tokenFile = Optional.empty();

  @Option(
      names = "--audit-log-path",
      paramLabel = "FILE",
      description = "Record every request there, as JSON lines.")
  private Optional<Path> auditLog = Optional.empty();

  @Option(
      names = "--audit-level",
      paramLabel = "LEVEL",
      defaultValue = "Metadata",
      description = "What is recorded: Metadata (the default) or Request.")
  private String auditLevel = "Metadata";

  @Option(
      names = "--max-requests-inflight",
      paramLabel = "N",
      defaultValue = "400",
      description = "Reads at a time (default: 400); more are asked to come again.")
  private int mostReading = 400;

  @Option(
      names = "--max-mutating-requests-inflight",
      paramLabel = "N",
      defaultValue = "200",
      description = "Writes at a time (default: 200).")
  private int mostWriting = 200;

  @Option(
      names = "--history",
      paramLabel = "MINUTES",
      defaultValue = "10",
      description = "How long changes are kept for watches that come back (default: 10 minutes).")
  private int historyMinutes = 10;

  ApiserverCommand(Dray.World world) {
    this.world = world;
  }

  @Override
  public Integer call() throws InterruptedException {
    TALKATIVE.forEach(it -> it.setLevel(Level.WARNING));
    var options = options();
    try (var server = ApiServer.start(options)) {
      world.out().println("ready " + server.url());
      world.out().println("kubectl --kubeconfig " + server.kubeconfig() + " api-resources");
      world.out().flush();
      awaitEnd(server);
      return Exit.OK.code();
    } catch (IOException | StoreException | IdentityException e) {
      world.err().println("error: " + e.getMessage());
      return Exit.USAGE.code();
    }
  }

  /** Until a signal comes; the JVM waits for the hook, and the hook for the server. */
  private static void awaitEnd(ApiServer server) throws InterruptedException {
    var end = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .unstarted(
                    () -> {
                      server.close();
                      end.countDown();
                    }));
    end.await();
  }

  private Options options() {
    return new Options(
        dataDir,
        InetSocketAddress.createUnresolved(bindAddress, securePort),
        hosts(),
        store(),
        gates(),
        runtimeConfig(),
        tokenFile,
        auditLog.map(file -> new Options.Audit(file, auditLevel())),
        mostReading,
        mostWriting,
        Duration.ofMinutes(historyMinutes),
        InstantSource.system());
  }

  private List<String> hosts() {
    var all = new ArrayList<>(hosts);
    if (!bindAddress.equals("0.0.0.0") && !bindAddress.equals("::")) {
      all.add(bindAddress);
    }
    return all;
  }

  private StoreChoice store() {
    if (store.startsWith("etcd=")) {
      var endpoints =
          Arrays.stream(store.substring("etcd=".length()).split(",", -1)).map(this::uri).toList();
      return new StoreChoice.Etcd(endpoints, etcdPrefix);
    }
    return switch (store) {
      case "sqlite" -> new StoreChoice.Sqlite();
      case "memory" -> new StoreChoice.Memory();
      default ->
          throw mistake(
              "--store is \"%s\": it is sqlite, memory or etcd=URL,URL….".formatted(store));
    };
  }

  private URI uri(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      throw mistake("--store: \"%s\" is no URL such as http://127.0.0.1:2379.".formatted(text));
    }
  }

  private Gates gates() {
    return switch (Gates.parse(featureGates)) {
      case ParsedGates.Accepted(var gates) -> gates;
      case ParsedGates.Rejected(var mistakes) ->
          throw mistake(
              mistakes.stream()
                  .map(it -> "--feature-gates: " + it.message())
                  .collect(Collectors.joining("\n")));
    };
  }

  private RuntimeConfig runtimeConfig() {
    return switch (RuntimeConfig.parse(runtimeConfig)) {
      case RuntimeConfig.Parsed.Config(var config) -> config;
      case RuntimeConfig.Parsed.Mistake(var message) ->
          throw mistake("--runtime-config: " + message);
    };
  }

  private AuditLog.Level auditLevel() {
    return switch (auditLevel) {
      case "Metadata" -> AuditLog.Level.METADATA;
      case "Request" -> AuditLog.Level.REQUEST;
      default ->
          throw mistake(
              "--audit-level is \"%s\": it is Metadata or Request.".formatted(auditLevel));
    };
  }

  private ParameterException mistake(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}

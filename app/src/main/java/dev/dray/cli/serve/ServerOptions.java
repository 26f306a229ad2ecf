package dev.dray.cli.serve;

import dev.dray.api.gate.Gates;
import dev.dray.apiserver.ApiServerOptions;
import dev.dray.apiserver.ApiServerOptions.StoreChoice;
import dev.dray.cli.options.GateSettings;
import dev.dray.kinds.RuntimeConfig;
import dev.dray.security.review.AuditLog;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of an API server, alone or in a control plane. */
final class ServerOptions {
  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // picocli sets it before a command runs
  private CommandSpec command;

  @Option(
      names = {"--data", "--data-dir"},
      paramLabel = "FOLDER",
      defaultValue = ".dray",
      description = "Where everything is kept (default: .dray).")
  private Path dataDir = Path.of(".dray");

  @Option(
      names = "--store",
      paramLabel = "STORE",
      defaultValue = "sqlite",
      description =
          "sqlite (in the data folder, the default), memory (lost at the end) or etcd=URL,URL….")
  private String store = "sqlite";

  @Option(
      names = "--etcd-prefix",
      paramLabel = "PREFIX",
      defaultValue = "/dray",
      description = "The prefix of all keys in etcd (default: /dray).")
  private String etcdPrefix = "/dray";

  @Option(
      names = "--etcd-cafile",
      paramLabel = "FILE",
      description =
          "PEM file of the authority of an etcd at https URLs (default: those that Java"
              + " trusts).")
  private Optional<Path> etcdAuthority = Optional.empty();

  @Option(
      names = "--etcd-certfile",
      paramLabel = "FILE",
      description = "PEM file of a client certificate for etcd.")
  private Optional<Path> etcdCertificate = Optional.empty();

  @Option(
      names = "--etcd-keyfile",
      paramLabel = "FILE",
      description = "PEM file of its key, without a password.")
  private Optional<Path> etcdKey = Optional.empty();

  @Option(
      names = "--bind-address",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "The address to listen on (default: 127.0.0.1, this machine only).")
  private String bindAddress = "127.0.0.1";

  @Option(
      names = "--secure-port",
      paramLabel = "PORT",
      defaultValue = "6443",
      description = "The HTTPS port (default: 6443); 0 is any free one.")
  private int securePort = 6443;

  @Option(
      names = "--advertise-host",
      paramLabel = "HOST",
      description = "A name or address by which clients reach the server. Repeatable.")
  private List<String> hosts = new ArrayList<>();

  @Option(
      names = "--feature-gates",
      paramLabel = "GATE=BOOL,…",
      description = "Feature gates to enable or disable. Dray's own five are enabled.")
  private List<String> featureGates = new ArrayList<>();

  @Option(
      names = "--runtime-config",
      paramLabel = "API=BOOL,…",
      description =
          "API versions to enable or disable: api/all, api/beta, GROUP/VERSION or"
              + " GROUP/VERSION/RESOURCE.")
  private List<String> runtimeConfig = new ArrayList<>();

  @Option(
      names = "--token-auth-file",
      paramLabel = "FILE",
      description = "A file of bearer tokens, one per line: token,user,uid,\"group1,group2\".")
  private Optional<Path> tokenFile = Optional.empty();

  @Option(
      names = "--audit-log-path",
      paramLabel = "FILE",
      description = "A file to record every request in, as JSON lines.")
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
      description = "Concurrent reads (default: 400); more are told to try again later.")
  private int mostReading = 400;

  @Option(
      names = "--max-mutating-requests-inflight",
      paramLabel = "N",
      defaultValue = "200",
      description = "Concurrent writes (default: 200).")
  private int mostWriting = 200;

  @Option(
      names = "--history",
      paramLabel = "MINUTES",
      defaultValue = "10",
      description =
          "How long changes are kept for watches that resume, in minutes (default: 10), or"
              + " in seconds such as 90s.")
  private String history = "10";

  ApiServerOptions options() {
    return new ApiServerOptions(
        dataDir(),
        InetSocketAddress.createUnresolved(bindAddress, securePort),
        hosts(),
        store(),
        gates(),
        runtimeConfig(),
        tokenFile,
        auditLog.map(file -> new ApiServerOptions.Audit(file, auditLevel())),
        mostReading,
        mostWriting,
        history(),
        InstantSource.system());
  }

  private Path dataDir() {
    if (dataDir.toString().isBlank()) {
      throw mistake(
          "--data: \"%s\" is not the name of a folder. Maybe a variable is empty; . is the current folder."
              .formatted(dataDir));
    }
    return dataDir;
  }

  private Duration history() {
    boolean seconds = history.endsWith("s");
    try {
      long number = Long.parseLong(seconds ? history.substring(0, history.length() - 1) : history);
      if (number > 0) {
        return seconds ? Duration.ofSeconds(number) : Duration.ofMinutes(number);
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // Reported below.
    }
    throw mistake(
        "--history must be a number of minutes, or of seconds such as 90s, got \"%s\"."
            .formatted(history));
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
      return new StoreChoice.Etcd(endpoints, etcdPrefix, etcdFiles(endpoints));
    }
    return switch (store) {
      case "sqlite" -> new StoreChoice.Sqlite();
      case "memory" -> new StoreChoice.Memory();
      default ->
          throw mistake(
              "--store must be sqlite, memory or etcd=URL,URL…, got \"%s\".".formatted(store));
    };
  }

  /**
   * Returns the etcd files. Files that would not be used are a mistake: somebody relies on them.
   */
  private ApiServerOptions.EtcdFiles etcdFiles(List<URI> endpoints) {
    long secured = endpoints.stream().filter(it -> "https".equals(it.getScheme())).count();
    if (secured != 0 && secured != endpoints.size()) {
      throw mistake("--store: either all URLs of an etcd must begin with https, or none.");
    }
    if (etcdCertificate.isPresent() != etcdKey.isPresent()) {
      throw mistake("--etcd-certfile and --etcd-keyfile must be given together.");
    }
    if (secured == 0 && (etcdAuthority.isPresent() || etcdCertificate.isPresent())) {
      throw mistake(
          "--etcd-cafile and --etcd-certfile are for an etcd with TLS: the URLs of --store"
              + " must begin with https.");
    }
    return new ApiServerOptions.EtcdFiles(etcdAuthority, etcdCertificate, etcdKey);
  }

  private URI uri(String text) {
    try {
      var uri = URI.create(text);
      if (uri.getHost() != null && List.of("http", "https").contains(uri.getScheme())) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw mistake("--store: \"%s\" is not a URL such as http://127.0.0.1:2379.".formatted(text));
  }

  Gates gates() {
    return GateSettings.read(featureGates, this::mistake);
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
              "--audit-level must be Metadata or Request, got \"%s\".".formatted(auditLevel));
    };
  }

  ParameterException mistake(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}

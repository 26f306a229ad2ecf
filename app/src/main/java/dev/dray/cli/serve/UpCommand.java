package dev.dray.cli.serve;

import dev.dray.cli.manifest.InputFiles;
import dev.dray.cli.options.SchedulingOptions;
import dev.dray.cli.output.Exit;
import dev.dray.cli.output.Terminal;
import dev.dray.cli.slices.GenerateCommand;
import dev.dray.hollow.HollowOptions;
import dev.dray.local.LocalCluster;
import dev.dray.local.LocalOptions;
import dev.dray.local.LocalOptions.Part;
import dev.dray.local.RefusedException;
import dev.dray.security.pki.IdentityException;
import dev.dray.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dray up}: a whole control plane in one process. */
@Command(
    name = "up",
    description = "Start a control plane: API server, controllers, scheduler, simulated nodes.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "One process is a cluster: apply a manifest with kubectl, and pods get devices. Nodes",
      "are simulated: every Node object becomes ready, and pods on it run, as far as the API",
      "can tell. Their simulated driver refuses what real hardware would refuse.",
      "",
      "Everything is kept in the data folder (.dray in the current one): certificates,",
      "kubeconfigs and the database. A restart continues with it; delete the folder to begin",
      "anew. --store memory keeps objects only as long as the process runs.",
      "",
      "Hardware for --generate, each node with eight GPUs and the like:",
      "  h200-mig, h200, a100-mig, a100-80gb-mig, sriov, numa, tpu-v5e (dray generate --help)",
      "",
      "Flags can also be set in a file, or in the environment with the prefix DRAY_:",
      "  secure-port: 7443                  in the file of --config",
      "  generate: {h200-mig: 4, sriov: 2}",
      "  feature-gates: {DRAResourceSliceMixins: false}",
      "  DRAY_SECURE_PORT=7443              in the environment",
      "",
      "Examples:",
      "  dray up",
      "  dray up --generate h200-mig=4 --generate sriov=2",
      "  dray up --nodes examples/cluster/nodes.yaml --nodes examples/cluster/slices.yaml",
      "  dray up --store etcd=http://127.0.0.1:2379 --secure-port 7443",
      "  dray up --data /var/lib/dray --config dray.yaml --log-format json",
      "",
      "Each part also runs alone, against this or any other Kubernetes API:",
      "  dray apiserver, dray scheduler, dray controllers"
    })
public final class UpCommand implements Callable<Integer> {
  private static final Path FIRST_EXAMPLE = Path.of("examples", "first");

  private final Terminal terminal;

  @Option(
      names = "--nodes",
      paramLabel = "FILE",
      split = ",",
      description =
          "Manifests of nodes, slices, classes and the like to apply at the start: files, folders"
              + " or quoted patterns. Repeatable.")
  private List<String> nodes = new ArrayList<>();

  @Option(
      names = "--generate",
      paramLabel = "KIND=N",
      split = ",",
      completionCandidates = GenerateCommand.Kinds.class,
      description = "Generate N nodes of a kind of hardware. Repeatable.")
  private List<String> generate = new ArrayList<>();

  @Option(
      names = "--no-simulated-nodes",
      description = "Do not simulate nodes: real kubelets, or something else, run their pods.")
  private boolean noSimulatedNodes;

  @Mixin private SchedulingOptions scheduling = new SchedulingOptions();

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private ServiceOptions service = new ServiceOptions();

  public UpCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    service.begin(terminal);
    var first = first();
    var options =
        new LocalOptions(
            server.options(),
            server.gates(),
            parts(),
            scheduling.options(server.gates()),
            HollowOptions.DEFAULT,
            first.objects());
    try {
      var cluster = LocalCluster.start(options);
      tell(cluster, first);
      return new Service(terminal).await(cluster::close);
    } catch (IOException | StoreException | IdentityException | RefusedException e) {
      terminal.err().println("error: " + e.getMessage());
      return Exit.USAGE.code();
    }
  }

  private EnumSet<Part> parts() {
    var parts = EnumSet.allOf(Part.class);
    if (noSimulatedNodes) {
      parts.remove(Part.NODES);
    }
    return parts;
  }

  private FirstObjects first() {
    var first = new FirstObjects();
    try {
      for (var kind : generate) {
        first.generate(kind);
      }
      if (!nodes.isEmpty()) {
        for (var file : new InputFiles(terminal.in(), InputFiles.Depth.THIS_FOLDER).read(nodes)) {
          first.read(file);
        }
      }
    } catch (FirstObjects.MistakeException | InputFiles.UnreadableException e) {
      throw server.mistake(String.valueOf(e.getMessage()));
    }
    return first;
  }

  private void tell(LocalCluster cluster, FirstObjects first) {
    var out = terminal.out();
    out.println(
        terminal
            .ansi()
            .string(
                "@|bold,green ready|@ %s after %s%s"
                    .formatted(cluster.url(), sinceStart(), hardware(first.nodes()))));
    out.println();
    out.println("Try this in another terminal:");
    out.println("  export KUBECONFIG=" + cluster.kubeconfig().toAbsolutePath());
    out.println("  " + applying());
    out.println("  kubectl get pods,resourceclaims -o wide");
    out.println();
    out.println("Press Ctrl-C to stop.");
    out.flush();
  }

  private static String hardware(long nodes) {
    if (nodes == 0) {
      return "";
    }
    return nodes == 1 ? ", with 1 node" : ", with %d nodes".formatted(nodes);
  }

  /**
   * Returns a command to try: pods for the generated hardware, else an example that brings its own.
   */
  private String applying() {
    if (!generate.isEmpty()) {
      var kind = generate.getFirst().replaceFirst("=.*", "");
      return "%s generate %s --nodes 0 --without-classes --pods 3 | kubectl apply -f -"
          .formatted(Files.isExecutable(Path.of("dray")) ? "./dray" : "dray", kind);
    }
    return "kubectl apply -f "
        + (Files.isDirectory(FIRST_EXAMPLE) ? FIRST_EXAMPLE + "/" : "MANIFESTS");
  }

  /** Returns the time since the process started, which is how long the user has waited. */
  private static String sinceStart() {
    var begun = ProcessHandle.current().info().startInstant().orElseGet(Instant::now);
    var millis = Duration.between(begun, Instant.now()).toMillis();
    return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
  }
}

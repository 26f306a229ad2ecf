package dev.dray.cli.serve;

import dev.dray.api.gate.Gates;
import dev.dray.cli.options.GateSettings;
import dev.dray.cli.output.Exit;
import dev.dray.cli.output.Terminal;
import dev.dray.client.http.Kubeconfig;
import dev.dray.client.http.KubeconfigException;
import dev.dray.election.Settings;
import dev.dray.remote.RemoteComponent;
import dev.dray.remote.RemoteOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of components that run alone. */
final class ComponentOptions {
  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // picocli sets it before a command runs
  private CommandSpec command;

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "How to reach and authenticate to the API server (default as in kubectl:"
              + " KUBECONFIG, ~/.kube/config, or the service account of a pod).")
  private Optional<Path> kubeconfig = Optional.empty();

  @Option(
      names = "--context",
      paramLabel = "NAME",
      defaultValue = "",
      description = "The context of the kubeconfig (default: the current one).")
  private String context = "";

  @Option(
      names = "--feature-gates",
      paramLabel = "GATE=BOOL,…",
      description = "Feature gates to enable or disable in this component.")
  private List<String> featureGates = new ArrayList<>();

  @Option(
      names = "--leader-elect",
      paramLabel = "BOOL",
      arity = "0..1",
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Of several replicas, let only the holder of a Lease work (default: true); use false if"
              + " there is only one.")
  private boolean leaderElect = true;

  @Option(
      names = "--leader-elect-resource-namespace",
      paramLabel = "NAMESPACE",
      defaultValue = "kube-system",
      description = "The namespace of that Lease (default: kube-system).")
  private String leaseNamespace = "kube-system";

  @Option(
      names = "--leader-elect-resource-name",
      paramLabel = "NAME",
      defaultValue = "",
      description = "The name of that Lease (default: dray-scheduler or dray-controllers).")
  private String leaseName = "";

  @Option(
      names = "--bind-address",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "The address for /metrics, /healthz and /readyz (default: 127.0.0.1).")
  private String bindAddress = "127.0.0.1";

  @Option(
      names = "--metrics-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "The port for them, with plain HTTP (default: 0, any free one).")
  private int metricsPort;

  Gates gates() {
    return GateSettings.read(featureGates, this::mistake);
  }

  /** Runs a component until it is stopped. */
  int run(Terminal terminal, String component, RemoteComponent.Maker maker) {
    try {
      var config = Kubeconfig.find(Kubeconfig.Search.here(kubeconfig, context));
      var election = leaderElect ? Optional.of(election(component)) : Optional.<Settings>empty();
      var options = new RemoteOptions(component, config, election, bindAddress, metricsPort);
      var service = new Service(terminal);
      var running = RemoteComponent.start(options, maker, () -> service.end(Exit.FINDINGS));
      terminal.out().println("started for " + config.server());
      terminal.out().println("metrics http://%s:%d/metrics".formatted(host(), running.port()));
      terminal.out().flush();
      return service.await(running::close);
    } catch (KubeconfigException | IOException e) {
      terminal.err().println("error: " + e.getMessage());
      return Exit.USAGE.code();
    }
  }

  private String host() {
    return bindAddress.contains(":") ? "[" + bindAddress + "]" : bindAddress;
  }

  private Settings election(String component) {
    return Settings.usual(leaseNamespace, leaseName.isEmpty() ? component : leaseName, identity());
  }

  /** Returns an identity that no other process has, even after a restart in the same place. */
  private static String identity() {
    var host = "localhost";
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      // The random part alone must do.
    }
    return host + "_" + UUID.randomUUID();
  }

  ParameterException mistake(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}

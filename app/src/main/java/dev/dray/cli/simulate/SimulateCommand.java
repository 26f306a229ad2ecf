package dev.dray.cli.simulate;

import dev.dray.allocation.Parallelizer;
import dev.dray.api.gate.Gates;
import dev.dray.cli.manifest.InputFiles;
import dev.dray.cli.options.ClusterOptions;
import dev.dray.cli.options.OptionChoice;
import dev.dray.cli.options.SearchLimit;
import dev.dray.cli.output.Exit;
import dev.dray.cli.output.NoticeText;
import dev.dray.cli.output.Terminal;
import dev.dray.cluster.Cluster;
import dev.dray.framework.whatif.OfflineScheduler;
import dev.dray.framework.whatif.Simulation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dray simulate}: the placement of everything that waits, and what-ifs. */
@Command(
    name = "simulate",
    description = "Place all pending pods as the scheduler would, and say what waits and why.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Takes nodes, slices, device classes, patches, taint rules, claims, claim templates and",
      "pods, and workloads such as Deployments, Jobs and DaemonSets with the pods they lack.",
      "Pods are placed by priority, then age, then name; a node is chosen by the filters and",
      "scores of kube-scheduler's default profile, and of equally good nodes the first by name.",
      "Without any Node, the nodes are those that slices and pods name, without limits.",
      "Nothing is written but the output.",
      "",
      "Exit codes: 0 all pods are placed, 1 some have to wait or were not decided in time,",
      "2 the command could not run.",
      "",
      "Examples:",
      "  dray simulate -f cluster/",
      "  kubectl get nodes,pods,resourceslices,deviceclasses,resourceclaims,\\",
      "    resourceclaimtemplates -A -o yaml | dray simulate -f - --drain node-1 --compare",
      "  dray simulate -f cluster/ --add-nodes gpu-node.yaml=3 --copies train=8",
      "  dray simulate -f cluster/ --without devicetaintrule/maintenance --compare",
      "  dray simulate -f cluster/ -o yaml --all > after.yaml"
    })
public final class SimulateCommand implements Callable<Integer> {
  private static final Parallelizer ALL_CORES =
      (tasks, task) -> IntStream.range(0, tasks).parallel().forEach(task);

  private final Terminal terminal;

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Mixin private WhatIfOptions whatIf = new WhatIfOptions();

  @Mixin private SearchLimit limit = new SearchLimit();

  @Option(
      names = "--claims",
      description = "Also allocate claims that no pod uses; Kubernetes does not.")
  private boolean claims;

  @Option(
      names = "--compare",
      description = "Place everything without the what-ifs and with them, and show the difference.")
  private boolean compare;

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description = "Show the difference to an earlier result, written with -o yaml or json.")
  private Optional<String> against = Optional.empty();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description =
          "text (the default), wide (with drivers, pools and shares), or the resulting pods and"
              + " claims as yaml or json.")
  private String output = "text";

  @Option(
      names = "--all",
      description =
          "With -o yaml or json: write all other objects, too, as input for further commands.")
  private boolean all;

  @Option(
      names = "--output-dir",
      paramLabel = "DIR",
      description = "Also write the resulting objects into files in this folder: pods.yaml, ….")
  private Optional<String> outputDir = Optional.empty();

  public SimulateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var format = OptionChoice.of(Format.class, "-o", output, options::mistake);
    check(format);
    var given = options.read(terminal);
    var gates = options.gates("--gates", whatIf.gates());
    var changed = whatIf.apply(given, options, this::read);
    var before = before(given);
    var result = simulate("placing pods", changed, gates);
    outputDir.ifPresent(dir -> new ResultFiles(result.after(), all).write(dir, options));
    if (before.isPresent()) {
      new ComparisonReport(terminal.ansi())
          .print(before.get(), PodFates.of(result), terminal.out());
    } else {
      print(result, format);
    }
    limit.warn(terminal);
    return (result.allPlaced() ? Exit.OK : Exit.FINDINGS).code();
  }

  private enum Format {
    TEXT,
    WIDE,
    YAML,
    JSON
  }

  private void check(Format format) {
    if (compare && whatIf.isEmpty()) {
      throw options.mistake(
          "--compare needs something to compare: add a what-if such as --drain NODE, or"
              + " compare with an earlier result with --against FILE.");
    }
    if (compare && against.isPresent()) {
      throw options.mistake("--compare and --against cannot be used together.");
    }
    if ((compare || against.isPresent()) && (format == Format.YAML || format == Format.JSON)) {
      throw options.mistake("A comparison is always text: remove -o %s.".formatted(output));
    }
  }

  /** Returns the fates to compare with, if any. */
  private Optional<PodFates> before(Cluster given) {
    if (compare) {
      return Optional.of(
          PodFates.of(simulate("placing pods without what-ifs", given, options.gates())));
    }
    return against.map(file -> PodFates.of(read(file, Cluster.EMPTY)));
  }

  private Cluster read(String file, Cluster around) {
    try {
      var files = new InputFiles(terminal.in(), InputFiles.Depth.THIS_FOLDER).read(List.of(file));
      return options.read(terminal, files, around);
    } catch (InputFiles.UnreadableException e) {
      throw options.mistake(String.valueOf(e.getMessage()));
    }
  }

  private Simulation.Result simulate(String what, Cluster cluster, Gates gates) {
    var scheduler =
        new OfflineScheduler(cluster, gates, ALL_CORES, limit.patience(terminal.clock()));
    scheduler.notices().forEach(it -> terminal.err().println("warning: " + NoticeText.of(it)));
    var idle = claims ? Simulation.IdleClaims.ALLOCATED : Simulation.IdleClaims.LEFT_ALONE;
    try (var bar = terminal.progress().start(what, scheduler.pending().size())) {
      return Simulation.run(scheduler, idle, bar::step);
    }
  }

  private void print(Simulation.Result result, Format format) {
    switch (format) {
      case TEXT ->
          new SimulationReport(SimulationReport.Detail.SHORT, terminal.ansi())
              .print(result, terminal.out());
      case WIDE ->
          new SimulationReport(SimulationReport.Detail.WIDE, terminal.ansi())
              .print(result, terminal.out());
      case YAML -> {
        new ResultFiles(result.after(), all).printYaml(terminal.out());
        SimulationReport.notes(result).forEach(terminal.err()::println);
      }
      case JSON -> {
        new ResultFiles(result.after(), all).printJson(terminal.out());
        SimulationReport.notes(result).forEach(terminal.err()::println);
      }
    }
  }
}

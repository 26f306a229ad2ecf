package dev.dray.cli.fit;

import dev.dray.allocation.Parallelizer;
import dev.dray.api.core.Pod;
import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.resource.DeviceClass;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.cli.manifest.InputFiles;
import dev.dray.cli.options.ClusterOptions;
import dev.dray.cli.options.NamedObject;
import dev.dray.cli.options.OptionChoice;
import dev.dray.cli.options.SearchLimit;
import dev.dray.cli.output.Exit;
import dev.dray.cli.output.SentenceList;
import dev.dray.cli.output.Terminal;
import dev.dray.cluster.Cluster;
import dev.dray.planning.Fit;
import dev.dray.planning.NodeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dray fit}: the number of copies of a pod that fit. */
@Command(
    name = "fit",
    description = "Count how many copies of a pod fit, and say where and what runs out first.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Copies are placed one after the other, as the scheduler would do it, until one",
      "has to wait. Running pods keep what they hold; other pending pods are ignored.",
      "With --node-template: how many nodes of each type would have to be added for",
      "those of --copies that do not fit on the existing nodes. A template is a file",
      "with one Node and its slices.",
      "",
      "Exit codes: 0 all --copies fit (or one, without --copies), 1 they do not, even",
      "if nodes could be added, or it was not decided in time, 2 the command could not",
      "run.",
      "",
      "Examples:",
      "  dray fit -f cluster/ train",
      "  dray fit -f cluster/ --pod train.yaml --copies 16",
      "  dray fit -f cluster/ train --copies 100 --node-template h200.yaml \\",
      "    --node-template a100.yaml"
    })
public final class FitCommand implements Callable<Integer> {
  private static final Parallelizer ALL_CORES =
      (tasks, task) -> IntStream.range(0, tasks).parallel().forEach(task);

  private final Terminal terminal;

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Mixin private SearchLimit limit = new SearchLimit();

  @Parameters(arity = "0..1", paramLabel = "POD", description = "The name of a pod in the files.")
  private Optional<String> name = Optional.empty();

  @Option(
      names = "--pod",
      paramLabel = "FILE",
      description =
          "A file with the pod (or a Deployment, …) and the claims and claim templates that"
              + " it needs.")
  private Optional<String> podFile = Optional.empty();

  @Option(
      names = "--copies",
      paramLabel = "N",
      description = "How many copies are wanted; counting stops there.")
  private Optional<Integer> copies = Optional.empty();

  @Option(
      names = "--max",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Where to stop counting without --copies (${DEFAULT-VALUE}).")
  private int max = 100_000;

  @Option(
      names = "--node-template",
      paramLabel = "FILE",
      description = "A type of node that could be added. Repeatable.")
  private List<String> templates = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (the default), wide (every node) or json.")
  private String output = "text";

  public FitCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var detail = OptionChoice.of(FitReport.Detail.class, "-o", output, options::mistake);
    check();
    var more = podFile.map(this::read).orElse(Cluster.EMPTY);
    var cluster = with(options.read(terminal), more);
    var pod = pod(cluster, more);
    var types = templates.stream().map(this::template).toList();
    int wanted = copies.orElse(max);
    var report = new FitReport(detail, pod, copies.isPresent() ? wanted : -1);
    var fit = here(cluster, pod, wanted, !types.isEmpty());
    var added = new ArrayList<NodeType>();
    int missing = wanted - fit.copies();
    for (var template : types) {
      if (missing > 0) {
        added.add(NodeType.of(cluster, template, pod, missing, means(() -> {})));
      }
    }
    report.print(fit, types.isEmpty() ? Optional.empty() : Optional.of(added), terminal.out());
    limit.warn(terminal);
    return (fit.copies() >= copies.orElse(1) ? Exit.OK : Exit.FINDINGS).code();
  }

  private Fit here(Cluster cluster, Pod pod, int wanted, boolean mayBeEmpty) {
    if (mayBeEmpty && cluster.nodes().isEmpty() && cluster.slices().isEmpty()) {
      return new Fit(0, Map.of(), Optional.empty());
    }
    try (var bar = terminal.progress().start("placing copies", wanted)) {
      return Fit.of(cluster, pod, wanted, means(bar::step));
    }
  }

  private Fit.Means means(Runnable step) {
    return new Fit.Means(options.gates(), ALL_CORES, limit.patience(terminal.clock()), step);
  }

  private void check() {
    if (name.isEmpty() && podFile.isEmpty()) {
      throw options.mistake("No pod is given: add its name, or a file with --pod.");
    }
    if (copies.orElse(1) < 1 || max < 1) {
      throw options.mistake("--copies and --max must be at least 1.");
    }
    if (!templates.isEmpty() && copies.isEmpty()) {
      throw options.mistake("--node-template needs --copies N.");
    }
  }

  private Cluster read(String file) {
    try {
      var files = new InputFiles(terminal.in(), InputFiles.Depth.THIS_FOLDER).read(List.of(file));
      return options.read(terminal, files);
    } catch (InputFiles.UnreadableException e) {
      throw options.mistake(String.valueOf(e.getMessage()));
    }
  }

  private Cluster template(String file) {
    var template = read(file);
    int nodes = NodeType.nodesOf(template).size();
    if (nodes != 1) {
      throw options.mistake(
          "--node-template %s has %s: a template must be one Node with its slices."
              .formatted(file, SentenceList.count(nodes, "node")));
    }
    return template;
  }

  /** Returns the cluster with the objects of the pod's file, which take precedence. */
  private static Cluster with(Cluster cluster, Cluster more) {
    return cluster
        .withPods(together(cluster.pods(), more.pods(), Pod::metadata))
        .withClaims(together(cluster.claims(), more.claims(), ResourceClaim::metadata))
        .withTemplates(
            together(cluster.templates(), more.templates(), ResourceClaimTemplate::metadata))
        .withClasses(together(cluster.classes(), more.classes(), DeviceClass::metadata));
  }

  private static <T> List<T> together(
      List<T> some, List<T> more, Function<T, ObjectMeta> metadata) {
    Function<T, String> name =
        it -> metadata.apply(it).namespace() + "/" + metadata.apply(it).name();
    var names = more.stream().map(name).collect(Collectors.toSet());
    var all = new ArrayList<T>();
    some.stream().filter(it -> !names.contains(name.apply(it))).forEach(all::add);
    all.addAll(more);
    return all;
  }

  private Pod pod(Cluster cluster, Cluster more) {
    if (name.isPresent()) {
      return NamedObject.pod(cluster, name.get(), options);
    }
    // The pods of one workload are alike, so any of them will do.
    if (more.pods().stream().map(Pod::spec).distinct().count() != 1) {
      throw options.mistake(
          "--pod %s has %s: give the name of the one to count."
              .formatted(podFile.orElseThrow(), SentenceList.count(more.pods().size(), "pod")));
    }
    return more.pods().getFirst();
  }
}

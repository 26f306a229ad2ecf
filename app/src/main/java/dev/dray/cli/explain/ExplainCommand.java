package dev.dray.cli.explain;

import dev.dray.allocation.Parallelizer;
import dev.dray.api.core.Pod;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.cli.options.ClusterOptions;
import dev.dray.cli.options.NamedObject;
import dev.dray.cli.options.OptionChoice;
import dev.dray.cli.options.SearchLimit;
import dev.dray.cli.output.Exit;
import dev.dray.cli.output.Terminal;
import dev.dray.cluster.Cluster;
import dev.dray.inventory.LabeledNode;
import dev.dray.planning.ClusterExcerpts;
import dev.dray.planning.SchedulingAccount;
import dev.dray.planning.SchedulingAccounts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dray explain}: the reasons why a pod or claim is placed, or is not. */
@Command(
    name = "explain",
    description = "Explain why a pod or claim is placed, would be placed, or has to wait.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "If it has to wait: how many nodes do not fit, by reason, and for an example of",
      "each reason how many devices are left after each check, and the device that came",
      "nearest. If it has devices: which, and whether it would be allocated them again.",
      "",
      "Exit codes: 0 it is or would be placed, 1 it has to wait, was not decided in time, or",
      "has devices that it would not be allocated again, 2 the command could not run.",
      "",
      "Examples:",
      "  dray explain claim train -f cluster/",
      "  dray explain pod train -n research -f cluster/ --node h200-1",
      "  dray explain pod/train -f cluster/ --all-nodes -o json"
    })
public final class ExplainCommand implements Callable<Integer> {
  private static final Parallelizer ALL_CORES =
      (tasks, task) -> IntStream.range(0, tasks).parallel().forEach(task);

  private final Terminal terminal;

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Mixin private SearchLimit limit = new SearchLimit();

  @Parameters(
      arity = "1..2",
      paramLabel = "pod|claim NAME",
      description = "What to explain; pod/NAME is also accepted.")
  private List<String> target = new ArrayList<>();

  @Option(names = "--node", paramLabel = "NODE", description = "On this node. Repeatable.")
  private List<String> nodes = new ArrayList<>();

  @Option(names = "--all-nodes", description = "On each node by itself.")
  private boolean allNodes;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (the default) or json.")
  private String output = "text";

  public ExplainCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var report = OptionChoice.of(ExplainReport.class, "-o", output, options::mistake);
    var object = NamedObject.of(target, options);
    var cluster = options.read(terminal);
    var accounts =
        switch (object.kind()) {
          case POD -> ofPod(cluster, NamedObject.pod(cluster, object.name(), options));
          case CLAIM -> ofClaim(cluster, NamedObject.claim(cluster, object.name(), options));
        };
    report.print(accounts, nodes.isEmpty() && !allNodes, terminal.out());
    limit.warn(terminal);
    return exit(accounts).code();
  }

  /** Returns OK if it is placed somewhere with devices that still fit, else FINDINGS. */
  private static Exit exit(List<ExplainReport.On> accounts) {
    boolean placed = accounts.stream().anyMatch(it -> isPlaced(it.schedulingAccount().verdict()));
    boolean misfits = accounts.stream().anyMatch(it -> it.schedulingAccount().hasMisfits());
    return placed && !misfits ? Exit.OK : Exit.FINDINGS;
  }

  private static boolean isPlaced(SchedulingAccount.Verdict verdict) {
    return switch (verdict) {
      case PLACED, FITS -> true;
      case WAITS, UNDECIDED -> false;
    };
  }

  private SchedulingAccounts accounts(Cluster cluster) {
    return new SchedulingAccounts(
        cluster, options.gates(), ALL_CORES, limit.patience(terminal.clock()));
  }

  private List<ExplainReport.On> ofClaim(Cluster cluster, ResourceClaim claim) {
    var schedulingAccounts = accounts(cluster);
    var all = cluster.engineNodes();
    if (nodes.isEmpty() && !allNodes) {
      return List.of(new ExplainReport.On("", schedulingAccounts.ofClaim(claim, all)));
    }
    var asked = new ArrayList<ExplainReport.On>();
    check(all.stream().map(LabeledNode::name).toList());
    for (var node : all) {
      if (isAsked(node.name())) {
        asked.add(
            new ExplainReport.On(node.name(), schedulingAccounts.ofClaim(claim, List.of(node))));
      }
    }
    return asked;
  }

  private List<ExplainReport.On> ofPod(Cluster cluster, Pod pod) {
    var schedulingAccounts = accounts(cluster);
    boolean waits = pod.spec().nodeName().isEmpty();
    if (!waits || (nodes.isEmpty() && !allNodes)) {
      return List.of(new ExplainReport.On("", schedulingAccounts.ofPod(pod)));
    }
    var clusterExcerpts = new ClusterExcerpts(cluster);
    var asked = new ArrayList<ExplainReport.On>();
    check(clusterExcerpts.nodes().stream().map(it -> it.metadata().name()).toList());
    for (var node : clusterExcerpts.nodes()) {
      var name = node.metadata().name();
      if (isAsked(name)) {
        asked.add(new ExplainReport.On(name, schedulingAccounts.ofPod(pod, node, clusterExcerpts)));
      }
    }
    return asked;
  }

  private boolean isAsked(String node) {
    return allNodes || nodes.contains(node);
  }

  private void check(List<String> known) {
    for (var node : nodes) {
      if (!known.contains(node)) {
        throw options.missing("node", node, known);
      }
    }
  }
}

package dev.dray.cli.available;

import dev.dray.allocation.Allocator;
import dev.dray.api.meta.LabelQuery;
import dev.dray.api.meta.Parsed;
import dev.dray.cli.options.ClusterOptions;
import dev.dray.cli.options.OptionChoice;
import dev.dray.cli.output.Exit;
import dev.dray.cli.output.Terminal;
import dev.dray.cluster.Cluster;
import dev.dray.inventory.LabeledNode;
import dev.dray.planning.Availability;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dray available}: the devices that are still available. */
@Command(
    name = "available",
    description = "Show which devices are still available, by node, pool and class.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Interchangeable devices are of one kind. The number of a kind is how many claims",
      "for one such device can be allocated one after the other, as the scheduler would",
      "do it, until nothing fits: counters, shares, compatibility groups, taints and",
      "devices in use are taken into account. Kinds that draw from the same counters",
      "are alternatives: 7 of one or 3 of another. \"By amount\" counts what only claims",
      "for an amount can get, because a claim without one would get more than is left.",
      "",
      "Examples:",
      "  dray available -f cluster/",
      "  dray available -f cluster/ --class mig.nvidia.com --node h200-1 -o wide",
      "  dray available -f slices.yaml --by profile",
      "  kubectl get nodes,resourceslices,deviceclasses,resourceclaims -A -o yaml |",
      "    dray available -f -"
    })
public final class AvailableCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Option(
      names = "--class",
      paramLabel = "CLASS",
      description = "Only this device class. Repeatable.")
  private List<String> classes = new ArrayList<>();

  @Option(names = "--node", paramLabel = "NODE", description = "Only this node. Repeatable.")
  private List<String> nodes = new ArrayList<>();

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "SELECTOR",
      defaultValue = "",
      description = "Only nodes with these labels, such as zone=a,type!=small.")
  private String selector = "";

  @Option(
      names = "--by",
      split = ",",
      paramLabel = "ATTRIBUTE",
      description =
          "The attributes that tell kinds apart, instead of all that do not identify a device.")
  private List<String> by = new ArrayList<>();

  @Option(
      names = "--tolerate-all",
      description = "Count devices with taints, as for claims that tolerate all of them.")
  private boolean tolerateAll;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (the default), wide (a line for each node and kind) or json.")
  private String output = "text";

  public AvailableCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var report = OptionChoice.of(AvailableReport.class, "-o", output, options::mistake);
    var cluster = Availability.withClasses(options.read(terminal));
    if (cluster.slices().isEmpty()) {
      terminal
          .err()
          .println("error: There is no ResourceSlice in the files, so there are no devices.");
      return Exit.FINDINGS.code();
    }
    var asked = nodes(cluster);
    var question =
        new Availability.Question(
            classes(cluster), tolerateAll ? List.of(Availability.everything()) : List.of(), by);
    report.print(ask(cluster, asked, question), terminal);
    return Exit.OK.code();
  }

  private Availability ask(
      Cluster cluster, List<LabeledNode> asked, Availability.Question question) {
    var snapshot = cluster.inventory(options.gates()).snapshot();
    try (var bar = terminal.progress().start("checking nodes", asked.size())) {
      var allocator = new Allocator(options.gates());
      return Availability.of(
          allocator, snapshot, cluster.ledger(), asked, question, _ -> bar.step());
    }
  }

  private List<String> classes(Cluster cluster) {
    var known = cluster.classes().stream().map(it -> it.metadata().name()).toList();
    classes.forEach(name -> require("DeviceClass", name, known));
    return classes.isEmpty() ? known : List.copyOf(classes);
  }

  private List<LabeledNode> nodes(Cluster cluster) {
    var all = cluster.engineNodes();
    var known = all.stream().map(LabeledNode::name).toList();
    nodes.forEach(name -> require("node", name, known));
    var query =
        switch (LabelQuery.tryParse(selector)) {
          case Parsed.Value<LabelQuery>(var parsed) -> parsed;
          case Parsed.Mistake<LabelQuery>(var message) ->
              throw options.mistake(
                  "-l \"%s\" is not a label selector: %s".formatted(selector, message));
        };
    return all.stream()
        .filter(node -> nodes.isEmpty() || nodes.contains(node.name()))
        .filter(node -> query.matches(node.labels()))
        .toList();
  }

  private void require(String what, String name, List<String> known) {
    if (!known.contains(name)) {
      throw options.missing(what, name, known);
    }
  }
}

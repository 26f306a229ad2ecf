package dev.dray.cli.slices;

import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.validation.Validator;
import dev.dray.cli.options.ClusterOptions;
import dev.dray.cli.options.OptionChoice;
import dev.dray.cli.output.AuthorNotes;
import dev.dray.cli.output.Exit;
import dev.dray.cli.output.Terminal;
import dev.dray.cluster.Cluster;
import dev.dray.inventory.LabeledNode;
import dev.dray.layout.FlatFilter;
import dev.dray.layout.Flattened;
import dev.dray.layout.Flattening;
import dev.dray.layout.LayoutNote;
import dev.dray.layout.PlainSlices;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dray flatten}: devices as claims see them, with the origin of each value. */
@Command(
    name = "flatten",
    description = "Show devices with mixins, patches and taint rules merged in.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Each value is shown with its origin: the device itself, a mixin, a patch with its priority,",
      "or a taint rule; and with the value that it replaces.",
      "-o yaml writes the same devices as slices without mixins, with patches and taint rules",
      "merged in, so that claims get the same devices from them. Where that is impossible,",
      "nothing is written, the reasons are on standard error, and the exit code is 1.",
      "--diff shows what the objects of a file would change; the exit code is 1 if anything.",
      "",
      "Examples:",
      "  dray flatten -f slices.yaml -f patches.yaml",
      "  dray flatten -f cluster/ --pool node-1 --device gpu-0",
      "  dray flatten -f slices.yaml --diff patch.yaml",
      "  kubectl get resourceslices -o yaml | dray flatten -f - -o yaml > flat.yaml"
    })
public final class FlattenCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Option(names = "--driver", paramLabel = "DRIVER", description = "Only pools of this driver.")
  private @Nullable String driver;

  @Option(
      names = "--pool",
      paramLabel = "POOL",
      description = "Only this pool: its name, or DRIVER/NAME.")
  private @Nullable String pool;

  @Option(names = "--device", paramLabel = "DEVICE", description = "Only devices of this name.")
  private @Nullable String device;

  @Option(
      names = "--node",
      paramLabel = "NODE",
      description = "Only devices that this node can use.")
  private @Nullable String node;

  @Option(
      names = "--diff",
      paramLabel = "FILE",
      description = "Show what the objects in this file would change. Repeatable.")
  private List<String> diff = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (the default), wide (a row per value), json, or yaml (plain slices).")
  private String output = "text";

  public FlattenCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  private enum Format {
    TEXT,
    WIDE,
    JSON,
    YAML
  }

  @Override
  public Integer call() {
    var format = OptionChoice.of(Format.class, "-o", output, options::mistake);
    var cluster = options.read(LayoutInput.timeless(terminal));
    var filter = filter(cluster);
    var flattened = flattened(cluster);
    if (!diff.isEmpty()) {
      return difference(cluster, filter, flattened).code();
    }
    flattened.notices().forEach(AuthorNotes.to(terminal.err())::print);
    var wanted = filter.devices(flattened);
    if (wanted.pools().isEmpty()) {
      terminal.err().println(nothing(flattened));
      return Exit.FINDINGS.code();
    }
    return switch (format) {
      case TEXT -> shown(() -> new FlatText(terminal.out()).print(wanted));
      case WIDE -> shown(() -> new FlatText(terminal.out()).printWide(wanted));
      case JSON -> shown(() -> FlatJson.print(wanted, terminal.out()));
      case YAML -> plain(filter.pools(flattened)).code();
    };
  }

  private static int shown(Runnable print) {
    print.run();
    return Exit.OK.code();
  }

  private Flattened flattened(Cluster cluster) {
    return Flattening.of(
        LayoutInput.withoutMadeUpTimes(cluster.slices()),
        cluster.classes(),
        cluster.patches(),
        LayoutInput.rulesWithoutMadeUpTimes(cluster.taintRules()),
        options.gates());
  }

  private static String nothing(Flattened flattened) {
    return flattened.pools().isEmpty()
        ? "There is no ResourceSlice in the files."
        : "No device matches --driver, --pool, --device and --node; the pools are %s."
            .formatted(
                flattened.pools().stream()
                    .map(it -> it.id().toString())
                    .distinct()
                    .collect(Collectors.joining(", ")));
  }

  private Exit plain(Flattened wanted) {
    if (device != null) {
      throw options.mistake("-o yaml writes whole pools: remove --device.");
    }
    var gates = options.gates();
    var plain = PlainSlices.of(wanted, gates, Validator.with(gates));
    plain.remarks().forEach(it -> terminal.err().println(severity(it) + it.text()));
    if (!plain.isUsable()) {
      terminal.err().println("Nothing is written: the slices would differ, or would be invalid.");
      return Exit.FINDINGS;
    }
    var writer = new ManifestWriter(ApiVersion.V1);
    terminal
        .out()
        .print(plain.slices().stream().map(writer::yaml).collect(Collectors.joining("---\n")));
    return Exit.OK;
  }

  private static String severity(LayoutNote layoutNote) {
    return switch (layoutNote.weight()) {
      case NOTE -> "note: ";
      case INVALID, DIFFERENT -> "error: ";
    };
  }

  private Exit difference(Cluster before, FlatFilter filter, Flattened old) {
    var changes = options.read(LayoutInput.timeless(terminal), options.files(diff, terminal));
    var after = flattened(with(before, changes));
    after.notices().forEach(AuthorNotes.to(terminal.err())::print);
    int changed = FlatDifference.print(filter.devices(old), filter.devices(after), terminal.out());
    terminal
        .err()
        .println(
            changed == 1
                ? "1 device or counter set would change"
                : changed + " devices or counter sets would change");
    return changed == 0 ? Exit.OK : Exit.FINDINGS;
  }

  /** Returns the cluster with these objects, which replace those with the same name. */
  private static Cluster with(Cluster before, Cluster changes) {
    return before
        .withSlices(replaced(before.slices(), changes.slices(), it -> it.metadata().name()))
        .withClasses(replaced(before.classes(), changes.classes(), it -> it.metadata().name()))
        .withPatches(replaced(before.patches(), changes.patches(), it -> it.metadata().name()))
        .withTaintRules(
            replaced(before.taintRules(), changes.taintRules(), it -> it.metadata().name()));
  }

  private static <T> List<T> replaced(List<T> old, List<T> now, Function<T, String> name) {
    var names = now.stream().map(name).collect(Collectors.toSet());
    var all = new ArrayList<T>();
    old.stream().filter(it -> !names.contains(name.apply(it))).forEach(all::add);
    all.addAll(now);
    return all;
  }

  private FlatFilter filter(Cluster cluster) {
    return new FlatFilter(
        Optional.ofNullable(driver),
        Optional.ofNullable(pool),
        Optional.ofNullable(device),
        Optional.ofNullable(node).map(name -> node(name, cluster)));
  }

  /** Returns the node, with its labels if it is part of the input. */
  private static LabeledNode node(String name, Cluster cluster) {
    return cluster.nodes().stream()
        .filter(it -> it.metadata().name().equals(name))
        .findFirst()
        .map(Cluster::engineNode)
        .orElseGet(() -> LabeledNode.named(name));
  }
}

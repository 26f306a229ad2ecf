package dev.dray.cli.slices;

import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.core.CoreObject;
import dev.dray.api.resource.ApiObject;
import dev.dray.cli.options.OptionChoice;
import dev.dray.cli.output.Exit;
import dev.dray.cli.output.Terminal;
import dev.dray.hardware.Fleet;
import dev.dray.hardware.Hardware;
import dev.dray.hardware.HardwareKind;
import dev.dray.hardware.SliceLayout;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dray generate}: a cluster of real hardware models, to try things on. */
@Command(
    name = "generate",
    description = "Write the nodes, slices, classes and pods of a cluster of real hardware.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Kinds of hardware, each node with:",
      "  h200-mig       eight NVIDIA H200 GPUs, whole or in every MIG partition",
      "  h200           eight NVIDIA H200 GPUs, whole only",
      "  a100-mig       eight NVIDIA A100 GPUs of 40 GB, whole or in every MIG partition",
      "  a100-80gb-mig  the same with 80 GB",
      "  sriov          two ports of 100 Gbit/s, whose virtual functions share the bandwidth",
      "  numa           PCIe roots over NUMA nodes, with CPUs, memory, GPUs and network cards",
      "  tpu-v5e        eight TPU v5e chips as slices of 1x1, 2x2 and 2x4",
      "",
      "The same arguments always give the same objects. --layout mixins describes the same",
      "devices as --layout flat, in fewer bytes.",
      "",
      "Examples:",
      "  dray generate h200-mig",
      "  dray generate a100-mig --nodes 3 --layout flat | dray validate -f -",
      "  dray generate h200-mig --nodes 3 --pods 5 | dray simulate -f -",
      "  dray generate sriov --devices 8 --claims 4 --seed 7 -o json"
    })
public final class GenerateCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before a command runs
  private CommandSpec command;

  @Parameters(
      paramLabel = "KIND",
      completionCandidates = Kinds.class,
      description = "The kind of hardware: ${COMPLETION-CANDIDATES}.")
  private String kind = "";

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many nodes (the default is ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--devices",
      paramLabel = "N",
      description =
          "How many GPUs a node has (default 8), or virtual functions a port (default 16).")
  private Optional<Integer> devices = Optional.empty();

  @Option(
      names = "--pods",
      paramLabel = "N",
      defaultValue = "0",
      description = "Pods that wait for devices, with the templates of their claims.")
  private int pods;

  @Option(
      names = "--claims",
      paramLabel = "N",
      defaultValue = "0",
      description = "Claims that wait for devices and belong to no pod.")
  private int claims;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Another seed gives other serial numbers and another mixture of pods.")
  private long seed;

  @Option(
      names = "--layout",
      paramLabel = "LAYOUT",
      completionCandidates = Layouts.class,
      defaultValue = "mixins",
      description = "How slices are written: mixins (the default) or flat.")
  private String layout = "mixins";

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      defaultValue = "default",
      description = "Where pods, claims and templates are (the default is ${DEFAULT-VALUE}).")
  private String namespace = "default";

  @Option(
      names = "--without-classes",
      description = "Leave out device classes, to add nodes to a cluster that has them.")
  private boolean withoutClasses;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      completionCandidates = Formats.class,
      defaultValue = "yaml",
      description = "yaml (the default) or json, one object on a line.")
  private String output = "yaml";

  public GenerateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    check("--nodes", nodes);
    check("--pods", pods);
    check("--claims", claims);
    var fleet =
        new Fleet(
            hardware(),
            OptionChoice.of(SliceLayout.class, "--layout", layout, this::mistake),
            seed);
    var printer =
        new Printer(terminal.out(), OptionChoice.of(Format.class, "-o", output, this::mistake));
    if (!withoutClasses) {
      fleet.classes(printer);
    }
    fleet.nodes(nodes, printer);
    if (pods > 0) {
      fleet.templates(namespace, printer);
    }
    fleet.pods(pods, namespace, printer);
    fleet.claims(claims, namespace, printer);
    return Exit.OK.code();
  }

  private void check(String option, int count) {
    if (count < 0) {
      throw mistake("%s must be 0 or more, got %d.".formatted(option, count));
    }
  }

  private Hardware hardware() {
    var chosen =
        HardwareKind.named(kind.toLowerCase(Locale.ROOT))
            .orElseThrow(
                () -> mistake("KIND must be one of %2$s, got \"%1$s\".".formatted(kind, kinds())));
    var countable = chosen.countable();
    int count = devices.orElse(countable.usual());
    if (countable == HardwareKind.Countable.NOTHING && devices.isPresent()) {
      throw mistake("--devices: nodes of %s always have the same devices.".formatted(kind));
    }
    if (count > countable.most() || (count < 1 && devices.isPresent())) {
      throw mistake(
          "--devices must be from 1 to %3$d for %2$s, got %1$d."
              .formatted(count, kind, countable.most()));
    }
    return chosen.of(count);
  }

  private enum Format {
    YAML,
    JSON
  }

  private ParameterException mistake(String message) {
    return new ParameterException(command.commandLine(), message);
  }

  private static String kinds() {
    return Arrays.stream(HardwareKind.values())
        .map(HardwareKind::title)
        .collect(Collectors.joining(", "));
  }

  /** A taker that prints each object as it comes. */
  private static final class Printer implements Fleet.Taker {
    private final ManifestWriter writer = new ManifestWriter(ApiVersion.V1);
    private final PrintWriter out;
    private final Format format;
    private boolean first = true;

    Printer(PrintWriter out, Format format) {
      this.out = out;
      this.format = format;
    }

    @Override
    public void take(ApiObject object) {
      print(format == Format.YAML ? writer.yaml(object) : writer.json(object) + "\n");
    }

    @Override
    public void take(CoreObject object) {
      print(format == Format.YAML ? writer.yaml(object) : writer.json(object) + "\n");
    }

    private void print(String text) {
      if (format == Format.YAML && !first) {
        out.print("---\n");
      }
      out.print(text);
      first = false;
    }
  }

  /** The completion candidates of KIND. */
  public static final class Kinds implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(HardwareKind.values()).map(HardwareKind::title).iterator();
    }
  }

  /** The completion candidates of --layout. */
  static final class Layouts implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return List.of("mixins", "flat").iterator();
    }
  }

  /** The completion candidates of -o. */
  static final class Formats implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return List.of("yaml", "json").iterator();
    }
  }
}

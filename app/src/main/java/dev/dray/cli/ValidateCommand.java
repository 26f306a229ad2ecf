package dev.dray.cli;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dray validate}: every mistake in the manifests, as an API server would find it. */
@Command(
    name = "validate",
    description = "Find every mistake in manifests, with file, line and column.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Checks what a Kubernetes API server with Dray's features checks when the objects are",
      "created: syntax, unknown fields, types, every rule and limit of resource.k8s.io.",
      "Objects of other API groups are passed over.",
      "",
      "Examples:",
      "  dray validate -f examples/",
      "  dray validate -f slice.yaml --feature-gates=DRAResourceSliceMixins=false",
      "  kubectl get resourceslices -o yaml | dray validate -f - -o json"
    })
final class ValidateCommand implements Callable<Integer> {
  private final Dray.World world;

  @Mixin private ManifestOptions manifests = new ManifestOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (the default) or json.")
  private String output = "text";

  ValidateCommand(Dray.World world) {
    this.world = world;
  }

  @Override
  public Integer call() {
    var report = report();
    var inspection =
        new Inspection(manifests.gates(), manifests.fieldValidation(), world.clock().instant());
    var files = manifests.read(world.in());
    var inspected = files.stream().flatMap(file -> inspection.inspect(file).stream()).toList();
    report.print(inspected, world.out());
    return exit(inspected).code();
  }

  private Report report() {
    return switch (output.toLowerCase(Locale.ROOT)) {
      case "text" -> new TextReport(world.ansi());
      case "json" -> new JsonReport();
      default -> throw manifests.mistake("-o is \"%s\": it is text or json.".formatted(output));
    };
  }

  private static Exit exit(List<Inspection.Inspected> inspected) {
    return inspected.stream().allMatch(Inspection.Inspected::valid) ? Exit.OK : Exit.FINDINGS;
  }
}

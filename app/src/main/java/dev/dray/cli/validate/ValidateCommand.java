package dev.dray.cli.validate;

import dev.dray.api.gate.Gates;
import dev.dray.api.validation.Validator;
import dev.dray.cli.manifest.Inspection.Inspected;
import dev.dray.cli.manifest.JsonReport;
import dev.dray.cli.manifest.Report;
import dev.dray.cli.manifest.SarifReport;
import dev.dray.cli.manifest.TextReport;
import dev.dray.cli.options.ClusterOptions;
import dev.dray.cli.options.ManifestOptions;
import dev.dray.cli.options.SelectionOptions;
import dev.dray.cli.output.Exit;
import dev.dray.cli.output.Terminal;
import dev.dray.lint.Portability;
import dev.dray.lint.Release;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dray validate}: every mistake in manifests, also those that no API server sees. */
@Command(
    name = "validate",
    description = "Find every mistake in manifests, with file, line and column.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Errors are what a Kubernetes API server with Dray's features would reject when",
      "the objects are created: syntax, unknown fields, types, every rule and limit of",
      "resource.k8s.io; and what makes a pool invalid. Warnings come from comparing the",
      "objects with each other: missing slices, names that no device has, selectors",
      "that match nothing, devices that can never be allocated. Give all objects that",
      "belong together, so that none of them is reported as missing.",
      "",
      "Examples:",
      "  dray validate -f slices.yaml -f classes.yaml -f claims/",
      "  dray validate -f 'slices/*.yaml' --strict",
      "  dray validate -f slices.yaml --target-version 1.36",
      "  dray validate -f slices.yaml --sizes",
      "  dray validate -R -f manifests/ -o sarif > findings.sarif",
      "  kubectl get resourceslices,deviceclasses -o yaml | dray validate -f -"
    })
public final class ValidateCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private ManifestOptions manifests = new ManifestOptions();

  @Mixin private SelectionOptions selection = new SelectionOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (the default), wide (text with --sizes), json or sarif.")
  private String output = "text";

  @Option(
      names = {"--strict", "--warnings-as-errors"},
      description = "Warnings also make the exit code 1.")
  private boolean strict;

  @Option(
      names = "--sizes",
      description = "Show the bytes of each slice and what is left to each limit.")
  private boolean sizes;

  @Option(
      names = "--target-version",
      paramLabel = "RELEASE",
      description =
          "The Kubernetes release that the manifests are for, such as 1.35: whatever it"
              + " lacks or would drop is an error. Feature gates are as in that release unless"
              + " set with --feature-gates.")
  private Optional<String> targetVersion = Optional.empty();

  public ValidateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var report = report();
    var validationRun = new ValidationRun(settings(), terminal.clock().instant());
    manifests.read(terminal.in()).forEach(validationRun::add);
    if (validationRun.isEmpty()) {
      throw manifests.mistake(
          selection.labels().isEmpty()
              ? ClusterOptions.NO_OBJECTS
              : "no object in the files of -f has labels that match -l.");
    }
    var inspected = validationRun.findings();
    report.print(inspected, wantsSizes() ? validationRun.sizes() : List.of(), terminal.out());
    if (!validationRun.isWhole() && inspected.size() > 1) {
      terminal
          .err()
          .println("note: because of these errors, objects were not compared with each other.");
    }
    return exit(inspected).code();
  }

  private ValidationRun.Settings settings() {
    var release = targetVersion.map(this::release);
    var gates = release.map(it -> manifests.gates(it.defaults())).orElseGet(manifests::gates);
    // With a target nothing is dropped here: the target reports what it would drop, and why.
    var kept = release.isPresent() ? Gates.all() : gates;
    return new ValidationRun.Settings(
        kept,
        Validator.with(kept, gates),
        manifests.fieldValidation(),
        selection.namespace().orElse("default"),
        release.map(it -> new Portability(it, gates)),
        selection.labels());
  }

  private Release release(String text) {
    return Release.of(text)
        .orElseThrow(
            () ->
                manifests.mistake(
                    "--target-version must be one of %2$s, got \"%1$s\"."
                        .formatted(text, Release.known())));
  }

  private Report report() {
    return switch (output.toLowerCase(Locale.ROOT)) {
      case "text", "wide" -> new TextReport(terminal.ansi());
      case "json" -> new JsonReport();
      case "sarif" -> new SarifReport();
      default ->
          throw manifests.mistake(
              "-o must be text, wide, json or sarif, got \"%s\".".formatted(output));
    };
  }

  private boolean wantsSizes() {
    return sizes || output.equalsIgnoreCase("wide");
  }

  private Exit exit(List<Inspected> inspected) {
    boolean fine = inspected.stream().allMatch(it -> it.valid() && (!strict || it.warnings() == 0));
    return fine ? Exit.OK : Exit.FINDINGS;
  }
}

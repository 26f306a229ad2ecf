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
      "Errors are what a Kubernetes API server with Dray's features refuses when the",
      "objects are created: syntax, unknown fields, types, every rule and limit of",
      "resource.k8s.io; and what makes a pool invalid. Warnings are what comes out",
      "when the objects are looked at together: slices that are missing, names that",
      "nobody publishes, selectors that match nothing, devices that can never be",
      "allocated. Give all objects that belong together: what is missed is looked",
      "for among these.",
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
      description = "Warnings count for the exit code, too.")
  private boolean strict;

  @Option(
      names = "--sizes",
      description = "Show the bytes of each slice and how much is left to each limit.")
  private boolean sizes;

  @Option(
      names = "--target-version",
      paramLabel = "RELEASE",
      description =
          "The Kubernetes release that the manifests are for, such as 1.35: what it would drop or"
              + " does not have is an error. Gates are as in that release unless --feature-gates"
              + " says otherwise.")
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
              : "no object in what -f names has labels that -l selects.");
    }
    var inspected = validationRun.findings();
    report.print(inspected, wantsSizes() ? validationRun.sizes() : List.of(), terminal.out());
    if (!validationRun.isWhole() && inspected.size() > 1) {
      terminal
          .err()
          .println(
              "note: because of these errors it was not checked whether something is missing.");
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
                    "--target-version is \"%s\": the releases are %s."
                        .formatted(text, Release.known())));
  }

  private Report report() {
    return switch (output.toLowerCase(Locale.ROOT)) {
      case "text", "wide" -> new TextReport(terminal.ansi());
      case "json" -> new JsonReport();
      case "sarif" -> new SarifReport();
      default ->
          throw manifests.mistake(
              "-o is \"%s\": it is text, wide, json or sarif.".formatted(output));
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

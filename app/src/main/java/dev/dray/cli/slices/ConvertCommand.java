package dev.dray.cli.slices;

import dev.dray.api.codec.Document;
import dev.dray.api.codec.Loss;
import dev.dray.api.codec.ManifestWriter;
import dev.dray.api.codec.Manifests;
import dev.dray.api.codec.shape.ApiVersion;
import dev.dray.api.codec.shape.DecodingError;
import dev.dray.api.core.CoreObject;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.meta.LabelQuery;
import dev.dray.api.resource.ApiObject;
import dev.dray.api.resource.Kind;
import dev.dray.cli.manifest.FieldFinding;
import dev.dray.cli.manifest.Finding;
import dev.dray.cli.manifest.InputFile;
import dev.dray.cli.manifest.Inspection.Inspected;
import dev.dray.cli.manifest.Inspection.Kindred;
import dev.dray.cli.manifest.ManifestObject;
import dev.dray.cli.manifest.TextReport;
import dev.dray.cli.options.ClusterOptions;
import dev.dray.cli.options.ManifestOptions;
import dev.dray.cli.options.OptionChoice;
import dev.dray.cli.options.SelectionOptions;
import dev.dray.cli.output.Exit;
import dev.dray.cli.output.Terminal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dray convert}: the same objects in another API version. */
@Command(
    name = "convert",
    description = "Write manifests in another version of resource.k8s.io.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Kinds and fields that the version does not have are left out and reported on",
      "standard error, with file, line and column, and the exit code is then 1. Pods,",
      "nodes and workloads such as Deployments are written as they are. Objects of",
      "other API groups are left out. Comments are lost.",
      "",
      "Examples:",
      "  dray convert --to v1 -f old-claim.yaml",
      "  dray convert --to v1beta1 -o json -f slices/",
      "  kubectl get resourceclaims -A -o yaml | dray convert --to v1beta2 -f -"
    })
public final class ConvertCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Mixin private ManifestOptions manifests = new ManifestOptions();

  @Mixin private SelectionOptions selection = new SelectionOptions();

  @Option(
      names = "--to",
      required = true,
      paramLabel = "VERSION",
      description = "v1, v1beta2, v1beta1 or v1alpha3.")
  private String to = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "yaml",
      description = "yaml (the default) or json.")
  private String output = "yaml";

  public ConvertCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var conversion =
        new Conversion(
            version(),
            OptionChoice.of(Format.class, "-o", output, manifests::mistake),
            selection.labels());
    manifests.read(terminal.in()).forEach(conversion::add);
    if (conversion.entries.isEmpty()) {
      throw manifests.mistake(
          selection.labels().isEmpty()
              ? ClusterOptions.NO_OBJECTS
              : "no object in the files of -f has labels that match -l.");
    }
    var separator = conversion.format == Format.YAML ? "---\n" : "";
    terminal.out().print(String.join(separator, conversion.texts));
    return report(ManifestObject.inspected(conversion.entries)).code();
  }

  /** Prints only findings: the objects themselves go to standard output. */
  private Exit report(List<Inspected> inspected) {
    var report = new TextReport(terminal.ansi());
    report.printFindings(inspected, terminal.err());
    return inspected.stream().allMatch(Inspected::valid) ? Exit.OK : Exit.FINDINGS;
  }

  private enum Format {
    YAML,
    JSON
  }

  /** The converted objects so far. */
  private final class Conversion {
    private final ApiVersion version;
    private final ManifestWriter writer;
    private final Format format;
    private final LabelQuery labels;
    private final List<String> texts = new ArrayList<>();
    private final List<ManifestObject> entries = new ArrayList<>();

    Conversion(ApiVersion version, Format format, LabelQuery labels) {
      this.version = version;
      this.writer = new ManifestWriter(version);
      this.format = format;
      this.labels = labels;
    }

    void add(InputFile file) {
      for (var document :
          new Manifests(manifests.fieldValidation()).read(file.bytes(), file.firstLine())) {
        add(file, document);
      }
    }

    private void add(InputFile file, Document document) {
      switch (document) {
        case Document.Read read -> {
          if (labels.matches(read.object().metadata().labels())) {
            convert(
                read, entry(file, document, ManifestObject.titleOf(read.object()), Kindred.OURS));
          }
        }
        case Document.Core core -> {
          if (labels.matches(core.object().metadata().labels())) {
            entry(file, document, core.object().kindName(), Kindred.FOREIGN);
            texts.add(text(core.object()));
          }
        }
        case Document.Unreadable _ -> entry(file, document, "", Kindred.UNREADABLE);
        case Document.Foreign(var apiVersion, var kind, _) -> {
          if (labels.isEmpty()) {
            entry(file, document, kind, Kindred.FOREIGN)
                .add(
                    left(
                        FieldPath.of("kind"),
                        "%s of %s does not belong to %s and is left out."
                            .formatted(kind, apiVersion, ApiVersion.GROUP)));
          }
        }
      }
    }

    private ManifestObject entry(InputFile file, Document document, String title, Kindred kindred) {
      var problems =
          switch (document) {
            case Document.Read read -> read.problems();
            case Document.Core core -> core.problems();
            case Document.Unreadable unreadable -> unreadable.problems();
            case Document.Foreign _ -> List.<DecodingError>of();
          };
      var manifestObject =
          new ManifestObject(
              file, document, title, kindred, problems.stream().map(FieldFinding::of).toList());
      entries.add(manifestObject);
      return manifestObject;
    }

    private void convert(Document.Read read, ManifestObject manifestObject) {
      if (read.hasErrors()) {
        return;
      }
      var object = placed(read.object());
      if (!version.serves(object.kind())) {
        manifestObject.add(
            left(
                FieldPath.of("kind"),
                "%s does not have the kind %s, which is left out. It is in %s."
                    .formatted(
                        version.apiVersion(), object.kind().kindName(), versions(object.kind()))));
        return;
      }
      Loss.of(object, version)
          .forEach(
              path ->
                  manifestObject.add(
                      left(
                          path,
                          "%s: %s cannot hold this; it is left out."
                              .formatted(path, version.apiVersion()))));
      texts.add(text(object));
    }

    private ApiObject placed(ApiObject object) {
      return object.kind().scope() == Kind.Scope.NAMESPACED
              && object.metadata().namespace().isEmpty()
          ? object.withMetadata(object.metadata().withNamespace(selection.namespace().orElse("")))
          : object;
    }

    private String text(ApiObject object) {
      return switch (format) {
        case YAML -> writer.yaml(object);
        case JSON -> writer.indentedJson(object) + "\n";
      };
    }

    private String text(CoreObject object) {
      return switch (format) {
        case YAML -> writer.yaml(object);
        case JSON -> writer.indentedJson(object) + "\n";
      };
    }

    private static FieldFinding left(FieldPath path, String message) {
      return new FieldFinding(
          Finding.Severity.ERROR, path, Optional.empty(), message, "convert", Optional.empty());
    }
  }

  private static String versions(Kind kind) {
    return ApiVersion.serving(kind).stream()
        .map(ApiVersion::versionName)
        .collect(Collectors.joining(", "));
  }

  private ApiVersion version() {
    var wanted = to.startsWith(ApiVersion.GROUP + "/") ? to : ApiVersion.GROUP + "/" + to;
    return ApiVersion.of(wanted)
        .orElseThrow(
            () ->
                manifests.mistake(
                    "--to must be one of %2$s, got \"%1$s\"."
                        .formatted(
                            to,
                            Arrays.stream(ApiVersion.values())
                                .map(ApiVersion::versionName)
                                .collect(Collectors.joining(", ")))));
  }
}

package dev.dray.cli.options;

import dev.dray.api.codec.shape.FieldValidation;
import dev.dray.api.gate.Gates;
import dev.dray.api.gate.ParsedGates;
import dev.dray.cli.manifest.InputFile;
import dev.dray.cli.manifest.InputFiles;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of commands that read manifests. */
public final class ManifestOptions {
  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // picocli sets it before a command runs
  private CommandSpec command;

  @Option(
      names = {"-f", "--filename"},
      required = true,
      paramLabel = "FILE",
      description =
          "A manifest, a folder of manifests, a quoted pattern such as 'slices/*.yaml', or - for"
              + " standard input. Repeatable.")
  private List<String> filenames = new ArrayList<>();

  @Option(
      names = {"-R", "--recursive"},
      description = "Read folders recursively.")
  private boolean recursive;

  @Option(
      names = "--feature-gates",
      paramLabel = "GATE=BOOL,…",
      description = "Feature gates to enable or disable, as on an API server.")
  private List<String> featureGates = new ArrayList<>();

  @Option(
      names = "--field-validation",
      paramLabel = "MODE",
      defaultValue = "Strict",
      description = "Unknown and repeated fields: Strict (errors, the default), Warn or Ignore.")
  private String fieldValidation = "Strict";

  public List<InputFile> read(InputStream standardInput) {
    return read(filenames, standardInput);
  }

  /** Reads these files instead of those of -f. */
  List<InputFile> read(List<String> names, InputStream standardInput) {
    var depth = recursive ? InputFiles.Depth.RECURSIVE : InputFiles.Depth.THIS_FOLDER;
    try {
      return new InputFiles(standardInput, depth).read(names);
    } catch (InputFiles.UnreadableException e) {
      throw mistake(String.valueOf(e.getMessage()));
    }
  }

  public Gates gates() {
    return gates(Gates.defaults());
  }

  /** Returns the gates, with other defaults such as those of a release. */
  public Gates gates(Gates unlessSet) {
    return gates("--feature-gates", featureGates, unlessSet);
  }

  /** Returns the gates with the additional settings of an option. */
  Gates gates(String option, List<String> more) {
    var all = new ArrayList<>(featureGates);
    all.addAll(more);
    return gates(option, all, Gates.defaults());
  }

  private Gates gates(String option, List<String> settings, Gates unlessSet) {
    return switch (Gates.parse(settings, unlessSet)) {
      case ParsedGates.Accepted(var gates) -> gates;
      case ParsedGates.Rejected(var mistakes) ->
          throw mistake(
              mistakes.stream()
                  .map(it -> option + ": " + it.message())
                  .collect(Collectors.joining("\n")));
    };
  }

  public FieldValidation fieldValidation() {
    return switch (fieldValidation.toLowerCase(Locale.ROOT)) {
      case "strict", "true" -> FieldValidation.STRICT;
      case "warn" -> FieldValidation.WARN;
      case "ignore", "false" -> FieldValidation.IGNORE;
      default ->
          throw mistake(
              "--field-validation must be Strict, Warn or Ignore, got \"%s\"."
                  .formatted(fieldValidation));
    };
  }

  public ParameterException mistake(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}

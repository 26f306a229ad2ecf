package dev.dray.cli.options;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.Spelling;
import dev.dray.cli.manifest.ClusterFiles;
import dev.dray.cli.manifest.InputFile;
import dev.dray.cli.manifest.Inspection;
import dev.dray.cli.manifest.TextReport;
import dev.dray.cli.output.Exit;
import dev.dray.cli.output.Terminal;
import dev.dray.cli.output.UnusableInput;
import dev.dray.cluster.Cluster;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of commands that read a whole cluster from manifests. */
public final class ClusterOptions {
  public static final String NO_OBJECTS = "there are no objects in what -f names.";

  @Mixin private ManifestOptions manifests = new ManifestOptions();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      defaultValue = "default",
      description = "The namespace of names, and of objects without one.")
  private String namespace = "default";

  /**
   * Reads the cluster from the files.
   *
   * @throws UnusableInput if the files have errors, which have been printed
   */
  public Cluster read(Terminal terminal) {
    return read(terminal, manifests.read(terminal.in()));
  }

  /** Reads a cluster from other files, such as those of another option. */
  public Cluster read(Terminal terminal, List<InputFile> inputs) {
    return read(terminal, inputs, Cluster.EMPTY);
  }

  /** Returns a cluster with the objects of other files, which replace those with the same name. */
  public Cluster read(Terminal terminal, List<InputFile> inputs, Cluster around) {
    var files =
        new ClusterFiles(
            manifests.gates(), manifests.fieldValidation(), namespace, terminal.clock().instant());
    inputs.forEach(files::add);
    if (files.inspected().isEmpty()) {
      throw manifests.mistake(NO_OBJECTS);
    }
    var cluster = files.in(around);
    if (!files.inspected().stream().allMatch(Inspection.Inspected::valid)) {
      new TextReport(terminal.ansi()).print(files.inspected(), terminal.err());
      throw new UnusableInput(Exit.FINDINGS);
    }
    return cluster;
  }

  /** Reads the files of another option, found like those of -f. */
  public List<InputFile> files(List<String> names, Terminal terminal) {
    return manifests.read(names, terminal.in());
  }

  public Gates gates() {
    return manifests.gates();
  }

  /** Returns the gates with the additional settings of an option. */
  public Gates gates(String option, List<String> more) {
    return manifests.gates(option, more);
  }

  public String namespace() {
    return namespace;
  }

  public ParameterException mistake(String message) {
    return manifests.mistake(message);
  }

  /** Returns the mistake that the files have no object of this name. */
  public ParameterException missing(String what, String name, List<String> known) {
    return mistake(
        "There is no %s \"%s\" in the files.%s"
            .formatted(
                what,
                name,
                Spelling.nearest(name, known).map(" Did you mean %s?"::formatted).orElse("")));
  }
}

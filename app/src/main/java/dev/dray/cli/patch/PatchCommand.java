package dev.dray.cli.patch;

import dev.dray.api.resource.DeviceTaintRule;
import dev.dray.cli.manifest.InputFiles;
import dev.dray.cli.options.ClusterOptions;
import dev.dray.cli.options.OptionChoice;
import dev.dray.cli.options.SearchLimit;
import dev.dray.cli.output.Exit;
import dev.dray.cli.output.Terminal;
import dev.dray.cluster.Cluster;
import dev.dray.planning.PatchTrial;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dray patch --dry-run}: the effects of a ResourceSlicePatch or DeviceTaintRule. */
@Command(
    name = "patch",
    description =
        "Show what a ResourceSlicePatch or DeviceTaintRule would change, for devices, pods and"
            + " claims.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Shows which devices would change, which pending pods and claims would start to",
      "fit or stop fitting, and which claims have devices that they would no longer be",
      "allocated. Nothing is changed: --dry-run is required, so that a later version",
      "can apply patches without it.",
      "",
      "Exit codes: 0 nothing is worse off, 1 something is or it was not decided in time, 2 the",
      "command could not run.",
      "",
      "Examples:",
      "  dray patch --dry-run -f cluster/ -p patch.yaml",
      "  dray patch --dry-run -f slices.yaml -f patch.yaml",
      "  dray patch --dry-run -f cluster/ --delete resourceslicepatch/more-memory",
      "  kubectl get resourceslices,deviceclasses,resourceclaims -A -o yaml |",
      "    dray patch --dry-run -f - -p patch.yaml -o json"
    })
public final class PatchCommand implements Callable<Integer> {
  private static final String PATCH = "resourceslicepatch";
  private static final String RULE = "devicetaintrule";

  private final Terminal terminal;

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Mixin private SearchLimit limit = new SearchLimit();

  @Option(
      names = "--dry-run",
      description = "Show what would happen. Required: there is nothing to apply a patch to here.")
  private boolean dryRun;

  @Option(
      names = {"-p", "--patch"},
      paramLabel = "FILE",
      description =
          "ResourceSlicePatches and DeviceTaintRules to create, or to replace those of the same"
              + " name. Repeatable.")
  private List<String> patches = new ArrayList<>();

  @Option(
      names = "--delete",
      paramLabel = "NAME",
      description =
          "A patch or taint rule in the files to delete: NAME, resourceslicepatch/NAME or"
              + " devicetaintrule/NAME. Repeatable.")
  private List<String> deleted = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (the default) or json.")
  private String output = "text";

  public PatchCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var report = OptionChoice.of(PatchReport.class, "-o", output, options::mistake);
    check();
    var given = options.read(terminal);
    boolean named = !patches.isEmpty() || !deleted.isEmpty();
    var cluster = named ? given : withoutAny(given);
    var proposal = named ? proposal(given) : all(given);
    var impact =
        PatchTrial.of(cluster, options.gates(), proposal, limit.patience(terminal.clock()));
    report.print(impact, terminal.out());
    limit.warn(terminal);
    boolean sure = impact.undecided().isEmpty();
    return (impact.hurts() || !sure ? Exit.FINDINGS : Exit.OK).code();
  }

  private void check() {
    if (!dryRun) {
      throw options.mistake(
          "Without --dry-run a patch would be applied, but there is no cluster here: add"
              + " --dry-run, and use kubectl apply to apply it.");
    }
  }

  /**
   * Returns all patches, or else all taint rules, of the files; the rest is the cluster to try them
   * on.
   */
  private PatchTrial.Proposal all(Cluster given) {
    if (given.patches().isEmpty() && given.taintRules().isEmpty()) {
      throw options.mistake(
          "There is no patch in the files: add one with -f or -p, or name one with --delete.");
    }
    var rules = given.patches().isEmpty() ? given.taintRules() : List.<DeviceTaintRule>of();
    return new PatchTrial.Proposal(given.patches(), rules, List.of(), List.of());
  }

  private static Cluster withoutAny(Cluster given) {
    return given.patches().isEmpty()
        ? given.withTaintRules(List.of())
        : given.withPatches(List.of());
  }

  private PatchTrial.Proposal proposal(Cluster cluster) {
    var proposed = proposed();
    var oldPatches = cluster.patches().stream().map(it -> it.metadata().name()).toList();
    var oldRules = cluster.taintRules().stream().map(it -> it.metadata().name()).toList();
    var deletedPatches = new ArrayList<String>();
    var deletedRules = new ArrayList<String>();
    for (var name : deleted) {
      int slash = name.indexOf('/');
      var kind = slash < 0 ? "" : name.substring(0, slash).toLowerCase(Locale.ROOT);
      var bare = name.substring(slash + 1);
      boolean isPatch = !kind.startsWith(RULE) && oldPatches.contains(bare);
      boolean isRule = !kind.startsWith(PATCH) && oldRules.contains(bare);
      if (isPatch == isRule) {
        throw isPatch
            ? options.mistake(twice(bare))
            : options.missing(
                "patch or taint rule",
                bare,
                Stream.concat(oldPatches.stream(), oldRules.stream()).toList());
      }
      (isPatch ? deletedPatches : deletedRules).add(bare);
    }
    return new PatchTrial.Proposal(
        proposed.patches(), proposed.taintRules(), deletedPatches, deletedRules);
  }

  private static String twice(String name) {
    return "There are a patch and a taint rule \"%s\": write resourceslicepatch/%s or devicetaintrule/%s."
        .formatted(name, name, name);
  }

  private Cluster proposed() {
    if (patches.isEmpty()) {
      return Cluster.EMPTY;
    }
    try {
      var files = new InputFiles(terminal.in(), InputFiles.Depth.THIS_FOLDER).read(patches);
      var read = options.read(terminal, files);
      if (read.patches().isEmpty() && read.taintRules().isEmpty()) {
        throw options.mistake(
            "There is neither a ResourceSlicePatch nor a DeviceTaintRule in %s."
                .formatted(String.join(", ", patches)));
      }
      return read;
    } catch (InputFiles.UnreadableException e) {
      throw options.mistake(String.valueOf(e.getMessage()));
    }
  }
}

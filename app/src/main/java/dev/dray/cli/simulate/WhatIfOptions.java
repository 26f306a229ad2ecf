package dev.dray.cli.simulate;

import dev.dray.api.meta.ObjectMeta;
import dev.dray.api.meta.Spelling;
import dev.dray.cli.options.ClusterOptions;
import dev.dray.cli.options.ObjectReference;
import dev.dray.cluster.Cluster;
import dev.dray.framework.whatif.ClusterChanges;
import dev.dray.framework.whatif.ClusterCopies;
import dev.dray.framework.whatif.NodeDrain;
import dev.dray.inventory.LabeledNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import picocli.CommandLine.Option;

/** The what-if options, which change a cluster before anything is placed. */
final class WhatIfOptions {
  private static final int MOST_COPIES = 100_000;

  @Option(
      names = "--with",
      paramLabel = "FILE",
      description = "What if these objects existed; they replace those of the same name.")
  private List<String> with = new ArrayList<>();

  @Option(
      names = "--without",
      paramLabel = "KIND/NAME",
      description =
          "What if this object did not exist: node/a, pod/NAME, deviceclass/NAME, … (or"
              + " KIND/NAMESPACE/NAME). The pods of a removed node are scheduled again.")
  private List<String> without = new ArrayList<>();

  @Option(
      names = "--drain",
      paramLabel = "NODE",
      description =
          "What if the node were drained: it takes no new pods, and its own are scheduled"
              + " again, except those of DaemonSets.")
  private List<String> drain = new ArrayList<>();

  @Option(
      names = "--add-nodes",
      paramLabel = "FILE=N",
      description = "What if there were N more nodes like the one in the file, with its slices.")
  private List<String> addNodes = new ArrayList<>();

  @Option(
      names = {"--copies", "--replicas"},
      paramLabel = "POD=N",
      description = "What if there were N pods like this one in all.")
  private List<String> copies = new ArrayList<>();

  @Option(
      names = "--gates",
      paramLabel = "GATE=BOOL,…",
      description = "What if the scheduler had these feature gates; see --feature-gates.")
  private List<String> gates = new ArrayList<>();

  boolean isEmpty() {
    return with.isEmpty()
        && without.isEmpty()
        && drain.isEmpty()
        && addNodes.isEmpty()
        && copies.isEmpty()
        && gates.isEmpty();
  }

  List<String> gates() {
    return gates;
  }

  /**
   * Returns the cluster with all changes, in the order in which the options are listed.
   *
   * @param readInto reads a file into a cluster
   */
  Cluster apply(
      Cluster cluster, ClusterOptions options, BiFunction<String, Cluster, Cluster> readInto) {
    var changed = cluster;
    for (var file : with) {
      changed = readInto.apply(file, changed);
    }
    for (var reference : without) {
      changed = remove(changed, ObjectReference.parse(reference, options), options);
    }
    for (var setting : addNodes) {
      var counted = Counted.parse("--add-nodes", setting, options);
      changed = addNodes(changed, counted, readInto.apply(counted.name(), Cluster.EMPTY), options);
    }
    for (var node : drain) {
      changed = drain(changed, node, options);
    }
    for (var setting : copies) {
      changed = copy(changed, Counted.parse("--copies", setting, options), options);
    }
    return changed;
  }

  /** A name with a number. */
  private record Counted(String name, int count) {
    static Counted parse(String option, String setting, ClusterOptions options) {
      int equals = setting.lastIndexOf('=');
      var count = setting.substring(equals + 1);
      if (equals <= 0 || !count.matches("[0-9]{1,9}") || Integer.parseInt(count) > MOST_COPIES) {
        throw options.mistake(
            "%1$s must be NAME=N with a number up to %3$,d, got \"%2$s\"."
                .formatted(option, setting, MOST_COPIES));
      }
      return new Counted(setting.substring(0, equals), Integer.parseInt(count));
    }
  }

  private static Cluster addNodes(
      Cluster cluster, Counted counted, Cluster template, ClusterOptions options) {
    boolean named = template.slices().stream().anyMatch(it -> it.spec().nodeName().isPresent());
    if (template.nodes().isEmpty() && !named) {
      throw options.mistake(
          "--add-nodes: %s has neither a Node nor a slice with nodeName, so there is no node to"
                  .formatted(counted.name())
              + " copy.");
    }
    return ClusterCopies.ofNodes(cluster, template, counted.count());
  }

  private static Cluster drain(Cluster cluster, String node, ClusterOptions options) {
    var names = cluster.engineNodes().stream().map(LabeledNode::name).toList();
    check("--drain", "node", node, names, options);
    return NodeDrain.drain(cluster, node);
  }

  private static Cluster copy(Cluster cluster, Counted counted, ClusterOptions options) {
    var pods =
        cluster.pods().stream()
            .filter(pod -> pod.metadata().namespace().equals(options.namespace()))
            .toList();
    var names = pods.stream().map(pod -> pod.metadata().name()).toList();
    check("--copies", "pod", counted.name(), names, options);
    var pod = pods.get(names.indexOf(counted.name()));
    return ClusterCopies.ofPod(cluster, pod, counted.count());
  }

  private static Cluster remove(
      Cluster cluster, ObjectReference reference, ClusterOptions options) {
    var names =
        reference.kind().objects(cluster).stream()
            .filter(it -> it.namespace().equals(reference.namespace()))
            .map(ObjectMeta::name)
            .toList();
    if (!(reference.kind() == ObjectReference.Kind.NODE && cluster.nodes().isEmpty())) {
      check("--without", reference.kind().word(), reference.name(), names, options);
    }
    return ClusterChanges.without(
        cluster, reference.kind().kindName(), reference.namespace(), reference.name());
  }

  private static void check(
      String option, String kind, String name, List<String> names, ClusterOptions options) {
    if (!names.contains(name)) {
      throw options.mistake(
          "%s: there is no %s \"%s\".%s"
              .formatted(
                  option,
                  kind,
                  name,
                  Spelling.nearest(name, names)
                      .map(it -> " Did you mean \"%s\"?".formatted(it))
                      .orElse("")));
    }
  }
}

package dev.dray.verify.throughput;

import dev.dray.verify.wire.Arguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code bench/scheduling/run}: pods per second, shape by shape, all in one process. */
public final class Throughput {
  private static final String USAGE =
      """
      --shape NAME      one of them, more than once for several (default: all)
      --nodes N         how many nodes (default 500)
      --pods N          how many pods are measured, at most what fits (default 2500)
      --filled PERCENT  how much of what fits is taken before (default 0)
      --steady N        N pods at a time wait for a node, and each goes once it has one, so that a
                        cluster stays as full as it is (default: all at once, and they stay)
      --store NAME      sqlite or memory (default sqlite)
      --in-flight N     how many calls the maker of pods has under way (default 100)
      --kubelets WORD   yes or no: whether simulated nodes run the pods (default no, as upstream's)
      --kubeconfig FILE another control plane than one in this process; it must be empty, and is
                        asked for one shape in one round
      --rounds N        how often each shape is measured, each on an empty cluster (default 1)
      --waves N         how often pods are made in each round: the control plane stays, and so do
                        the pods (default 1)
      --folder FOLDER   where data is kept, and left (default: a new one, removed)\
      """;

  private Throughput() {}

  public static void main(String[] words) throws Exception {
    var arguments =
        Arguments.of(
            words,
            USAGE,
            "shape",
            "nodes",
            "pods",
            "filled",
            "steady",
            "store",
            "in-flight",
            "kubelets",
            "kubeconfig",
            "rounds",
            "waves",
            "folder");
    var folder =
        arguments.one("folder").isPresent()
            ? arguments.path("folder")
            : Files.createTempDirectory("dray-throughput");
    System.out.println(Line.HEAD);
    for (var shape : shapes(arguments)) {
      for (int round = 0; round < arguments.number("rounds", 1); round++) {
        measure(shape, arguments, folder.resolve(shape.name() + "-" + round));
      }
    }
    if (arguments.one("folder").isEmpty()) {
      remove(folder);
    }
  }

  private static List<Shape> shapes(Arguments arguments) {
    if (arguments.all("shape").isEmpty()) {
      return Shape.ALL;
    }
    var shapes = new ArrayList<Shape>();
    for (var name : arguments.all("shape")) {
      shapes.add(
          Shape.named(name)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "There is no shape (%s); there are %s."
                              .formatted(name, Shape.ALL.stream().map(Shape::name).toList()))));
    }
    return shapes;
  }

  private static void measure(Shape shape, Arguments arguments, Path folder) throws Exception {
    int nodes = arguments.number("nodes", 500);
    int fitting = nodes * shape.podsPerNode();
    int filled = fitting * arguments.number("filled", 0) / 100;
    int steady = arguments.number("steady", 0);
    int wanted = arguments.number("pods", 2500);
    int waves = arguments.number("waves", 1);
    int pods = steady > 0 ? wanted : Math.min(wanted, (fitting - filled) / waves);
    Files.createDirectories(folder);
    try (var plane = plane(arguments, folder)) {
      int inFlight = arguments.number("in-flight", 100);
      var workload = new Workload(plane.api(), plane.loop(), shape, inFlight, steady);
      workload.prepare(nodes);
      if (filled > 0) {
        workload.fill("before", filled);
      }
      for (int wave = 0; wave < waves; wave++) {
        long cpu = Line.cpuNanos();
        var result = workload.run("measured-" + wave, pods);
        int before = filled + (steady > 0 ? 0 : wave * pods);
        System.out.println(Line.of(shape.name(), nodes, before, result, Line.cpuNanos() - cpu));
      }
    }
  }

  private static Plane plane(Arguments arguments, Path folder) throws IOException {
    if (arguments.one("kubeconfig").isPresent()) {
      return Plane.at(arguments.path("kubeconfig"));
    }
    return Plane.here(
        folder,
        arguments.one("store").orElse("sqlite").equals("sqlite"),
        arguments.one("kubelets").orElse("no").equals("yes"));
  }

  private static void remove(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

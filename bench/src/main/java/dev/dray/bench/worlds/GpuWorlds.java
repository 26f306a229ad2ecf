package dev.dray.bench.worlds;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Nodes of whole GPUs: one device, several that match, alternatives, and a puzzle. */
final class GpuWorlds {
  private static final String DRIVER = "gpu.example.com";
  private static final String CLASS = "gpu.example.com";
  private static final int NODES = 1000;
  private static final int GPUS = 8;

  private GpuWorlds() {}

  static WorldText one() {
    var world =
        new WorldText("w1", NODES, "one GPU by model and memory; the fifth of a node is the first");
    return nodes(world, GpuWorlds::oldOrNew)
        .claim(
            "\"requests\": [%s]"
                .formatted(
                    Requests.exactly(
                        "gpu",
                        CLASS,
                        1,
                        """
                        device.attributes["gpu.example.com"].model == "H100" && \
                        device.capacity["gpu.example.com"].memory.compareTo(quantity("80Gi")) >= 0\
                        """)));
  }

  static WorldText four() {
    var world = new WorldText("w2a", NODES, "four GPUs of one NUMA node; the first four are");
    return fourOfOneNumaNode(nodes(world, GpuWorlds::oldOrNew));
  }

  static WorldText fourWithTheFirstTaken() {
    var world = new WorldText("w2b", NODES, "as w2a, the first GPU of each node taken");
    for (int node = 0; node < NODES; node++) {
      world.allocated(new LocalPool(DRIVER, LocalPool.nodeName(node), 1), "gpu-0");
    }
    return fourOfOneNumaNode(nodes(world, GpuWorlds::oldOrNew));
  }

  static WorldText lastOfEightAlternatives() {
    var world = new WorldText("w5", NODES, "eight alternatives by model, of which the last is had");
    return nodes(world, _ -> "model-7")
        .claim(
            "\"requests\": [{\"name\": \"gpu\", \"firstAvailable\": %s}]"
                .formatted(alternatives(CLASS, "gpu.example.com")));
  }

  /** Eight alternatives that want {@code model-0} to {@code model-7}. */
  static String alternatives(String deviceClass, String domain) {
    return WorldText.list(
        IntStream.range(0, 8)
            .mapToObj(
                i ->
                    Requests.alternative(
                        "sub-" + i,
                        deviceClass,
                        "device.attributes[\"%s\"].model == \"model-%s\"".formatted(domain, i)))
            .toList());
  }

  /** Three requests of five, all of one group, on a node where no group has fifteen. */
  static WorldText groups(int... sizes) {
    int devices = Arrays.stream(sizes).sum();
    var text = Arrays.stream(sizes).mapToObj(Integer::toString).collect(Collectors.joining("_"));
    var node = LocalPool.nodeName(0);
    return new WorldText(
            "w4-%s-groups_%s".formatted(devices, text),
            0,
            "three requests of five devices, all of one group; none is large enough")
        .node(node)
        .classOf(DRIVER, CLASS)
        .slice(
            node + "-gpu",
            new LocalPool(DRIVER, node, 1),
            "\"devices\": " + WorldText.list(grouped(sizes)))
        .claim(
            "\"requests\": %s, \"constraints\": [{\"matchAttribute\": \"gpu.example.com/group\"}]"
                .formatted(
                    WorldText.list(
                        IntStream.range(0, 3)
                            .mapToObj(i -> Requests.exactly("req-" + i, CLASS, 5, anyGpu()))
                            .toList())));
  }

  private static List<String> grouped(int... sizes) {
    var members = new ArrayList<String>();
    for (int group = 0; group < sizes.length; group++) {
      for (int i = 0; i < sizes[group]; i++) {
        members.add(
            """
            {"name": "gpu-%02d",
             "attributes": {"group": {"string": "group-%d"}, "type": {"string": "gpu"}}}
            """
                .formatted(members.size(), group));
      }
    }
    return members;
  }

  private static String anyGpu() {
    return "device.attributes[\"gpu.example.com\"].type == \"gpu\"";
  }

  private static WorldText fourOfOneNumaNode(WorldText world) {
    return world.claim(
        """
        "requests": [%s],
        "constraints": [{"requests": ["gpus"], "matchAttribute": "gpu.example.com/numa"}]
        """
            .formatted(
                Requests.exactly(
                    "gpus",
                    CLASS,
                    4,
                    """
                    device.attributes["gpu.example.com"].type == "gpu" && \
                    device.capacity["gpu.example.com"].memory.compareTo(quantity("40Gi")) >= 0\
                    """)));
  }

  private static String oldOrNew(int gpu) {
    return gpu < GPUS / 2 ? "A100" : "H100";
  }

  private static WorldText nodes(WorldText world, IntFunction<String> model) {
    world.classOf(DRIVER, CLASS);
    for (int number = 0; number < NODES; number++) {
      int node = number;
      var name = LocalPool.nodeName(number);
      world
          .node(name)
          .slice(
              name + "-gpu",
              new LocalPool(DRIVER, name, 1),
              "\"devices\": "
                  + WorldText.list(
                      IntStream.range(0, GPUS)
                          .mapToObj(gpu -> gpu(node, gpu, model.apply(gpu)))
                          .toList()));
    }
    return world;
  }

  private static String gpu(int node, int gpu, String model) {
    int half = 2 * gpu / GPUS;
    return """
    {"name": "gpu-%2$s",
     "attributes": {"model": {"string": "%3$s"}, "numa": {"int": %4$s}, "type": {"string": "gpu"},
      "uuid": {"string": "GPU-%1$04d-%2$s"}},
     "capacity": {"memory": {"value": "%5$s"}}}
    """
        .formatted(node, gpu, model, half, half == 0 ? "40Gi" : "80Gi");
  }
}

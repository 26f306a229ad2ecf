package dev.dray.bench.worlds;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Worlds shaped like the workloads by which upstream watches the speed of its scheduler. */
final class PerfWorlds {
  private static final String DRIVER = "perf.example.com";
  private static final String CLASS = "perf-class";
  private static final int NODES = 500;
  private static final int NODES_WITH_LISTS = 50;

  private PerfWorlds() {}

  static WorldText selector() {
    var world =
        new WorldText("perf-selector", NODES, "one of ten by version and quantity; all pass");
    return plain(world, _ -> "B60").claim("\"requests\": [%s]".formatted(recent("req-0")));
  }

  static WorldText halfTaken() {
    var world = new WorldText("perf-half", NODES, "perf-selector, the first five of ten taken");
    for (int node = 0; node < NODES; node++) {
      for (int i = 0; i < 5; i++) {
        world.allocated(pool(node, 1), "device-" + i);
      }
    }
    return plain(world, _ -> "B60").claim("\"requests\": [%s]".formatted(recent("req-0")));
  }

  static WorldText match() {
    var world =
        new WorldText("perf-match", NODES, "five requests of one PCI root; two roots alternate");
    return plain(world, _ -> "B60")
        .claim(
            "\"requests\": %s, \"constraints\": [{\"matchAttribute\": \"%s\"}]"
                .formatted(each(5, i -> recent("req-" + i)), "resource.kubernetes.io/pciRoot"));
  }

  static WorldText alternatives() {
    var world =
        new WorldText("perf-alternatives", NODES, "eight alternatives, of which the last is had");
    return plain(world, _ -> "model-7")
        .claim(
            "\"requests\": [{\"name\": \"req-0\", \"firstAvailable\": %s}]"
                .formatted(GpuWorlds.alternatives(CLASS, DRIVER)));
  }

  /** The amount that makes a search of all subsets take as many steps as there are of them. */
  static WorldText shortage() {
    var world = new WorldText("shortage-21-of-20", 0, "21 devices of one node that has 20");
    var pool = pool(0, 1);
    return world
        .node(pool.node())
        .classOf(DRIVER, CLASS)
        .slice(
            pool.node(),
            pool,
            "\"devices\": " + each(20, i -> "{\"name\": \"device-%02d\"}".formatted(i)))
        .claim("\"requests\": [%s]".formatted(Requests.exactly("req-0", CLASS, 21)));
  }

  static WorldText backtracking() {
    var world =
        new WorldText("perf-backtracking", NODES, "seven of eight partitions; not the first");
    var counters =
        """
        "sharedCounters": [{"name": "cpu", "counters": {%s}},
         {"name": "memory", "counters": {"mem": {"value": "70Gi"}}}]
        """
            .formatted(
                IntStream.rangeClosed(1, 8)
                    .mapToObj("\"cpu%d\": {\"value\": \"1\"}"::formatted)
                    .collect(Collectors.joining(", ")));
    return partitioned(world, counters, each(8, PerfWorlds::partition)).claim(count(7));
  }

  private static String partition(int index) {
    return """
    {"name": "device-%1$s", "consumesCounters": [
     {"counterSet": "cpu", "counters": {"cpu%1$s": {"value": "1"}}},
     {"counterSet": "memory", "counters": {"mem": {"value": "%2$s"}}}]}
    """
        .formatted(index + 1, index == 0 ? "20Gi" : "10Gi");
  }

  static WorldText groups() {
    var world = new WorldText("perf-groups", NODES, "both of two partitions of one group");
    return partitioned(world, fourCounters(), grouped(List.of("mig", "mig"))).claim(count(2));
  }

  static WorldText mixedGroups() {
    var world =
        new WorldText(
            "groups", NODES, "two of four partitions of alternating groups: not the next");
    return partitioned(world, fourCounters(), grouped(List.of("mig", "vgpu", "mig", "vgpu")))
        .claim(count(2));
  }

  private static String fourCounters() {
    return "\"sharedCounters\": [{\"name\": \"set\", \"counters\": {%s}}]"
        .formatted(
            IntStream.rangeClosed(1, 8)
                .mapToObj("\"counter%d\": {\"value\": \"1\"}"::formatted)
                .collect(Collectors.joining(", ")));
  }

  private static String grouped(List<String> groups) {
    return each(
        groups.size(),
        i ->
            """
            {"name": "device-%1$s", "consumesCounters": [{"counterSet": "set",
              "compatibilityGroups": ["%2$s"],
              "counters": {"counter%3$s": {"value": "1"}, "counter%4$s": {"value": "1"}}}]}
            """
                .formatted(i + 1, groups.get(i), 2 * i + 1, 2 * i + 2));
  }

  static WorldText shares() {
    var world = new WorldText("perf-shares", NODES, "2.5G of two of four devices of 10G");
    world.classOf(DRIVER, CLASS);
    addNodes(world, NODES, 1, _ -> each(4, PerfWorlds::shareable));
    return world.claim(
        "\"requests\": [%s], \"constraints\": [{\"distinctAttribute\": \"%s\"}]"
            .formatted(
                Requests.share("req-0", CLASS, 2, "bandwidth", "2500M"), "dra.example.com/index"));
  }

  private static String shareable(int index) {
    return """
    {"name": "device-%1$s", "allowMultipleAllocations": true,
     "attributes": {"dra.example.com/index": {"int": %1$s}},
     "capacity": {"bandwidth": {"value": "10G",
      "requestPolicy": {"default": "1M", "validRange": {"min": "1M", "step": "8"}}}}}
    """
        .formatted(index);
  }

  /** Lists of 48 values, the longest there may be, with one in common on the last 32 devices. */
  static WorldText lists() {
    var world =
        new WorldText("perf-lists", NODES_WITH_LISTS, "32 requests of one value; 32 of 64 have it");
    world.classOf(DRIVER, CLASS);
    addNodes(world, NODES_WITH_LISTS, 1, _ -> each(64, PerfWorlds::withList));
    return world.claim(
        "\"requests\": %s, \"constraints\": [{\"matchAttribute\": \"dra.example.com/match\"}]"
            .formatted(each(32, i -> Requests.exactly("req-" + i, CLASS, 1))));
  }

  private static String withList(int index) {
    var values = new ArrayList<String>();
    values.add(index < 32 ? "none-" + index : "shared");
    IntStream.range(0, 47).forEach(i -> values.add("device-%d-value-%d".formatted(index, i)));
    return """
    {"name": "device-%02d", "attributes": {"dra.example.com/match": {"strings": %s}}}
    """
        .formatted(index, WorldText.list(values.stream().map(WorldText::quoted).toList()));
  }

  private static String recent(String request) {
    return Requests.exactly(
        request,
        CLASS,
        1,
        """
        device.attributes["perf.example.com"].driverVersion.compareTo(semver("1.2.3")) >= 0 && \
        device.capacity["perf.example.com"].memory.compareTo(quantity("16Gi")) >= 0\
        """);
  }

  private static String count(int devices) {
    return "\"requests\": [%s]".formatted(Requests.exactly("req-0", CLASS, devices));
  }

  static LocalPool pool(int node, int slices) {
    return new LocalPool(DRIVER, LocalPool.nodeName(node), slices);
  }

  private static WorldText plain(WorldText world, IntFunction<String> model) {
    world.classOf(DRIVER, CLASS);
    addNodes(world, NODES, 1, node -> each(10, i -> device(i, model.apply(node), "")));
    return world;
  }

  /** A device with as many attributes as drivers publish. */
  static String device(int index, String model, String moreAttributes) {
    return """
    {"name": "device-%1$s",
     "attributes": {"driver": {"string": "xe"}, "driverVersion": {"version": "1.2.3"},
      "family": {"string": "Pro"}, "health": {"string": "Healthy"},
      "model": {"string": "%3$s"}, "pciAddress": {"string": "0000:0%1$s:00.0"},
      "pciId": {"string": "0xe211"}, "pciRoot": {"string": "0%2$s"},
      "resource.kubernetes.io/pciBusID": {"string": "0000:0%1$s:00.0"},
      "resource.kubernetes.io/pciRoot": {"string": "pci0000:0%2$s"},%4$s
      "sriov": {"bool": true}, "type": {"string": "gpu"}},
     "capacity": {"memory": {"value": "24480Mi"}, "millicores": {"value": "1k"}}}
    """
        .formatted(index, index % 2, model, moreAttributes);
  }

  private static WorldText partitioned(WorldText world, String counters, String devices) {
    world.classOf(DRIVER, CLASS);
    for (int node = 0; node < NODES; node++) {
      var pool = pool(node, 2);
      world.slice(pool.node() + "-counters", pool, counters);
    }
    addNodes(world, NODES, 2, _ -> devices);
    return world;
  }

  static void addNodes(WorldText world, int count, int slices, IntFunction<String> devices) {
    for (int node = 0; node < count; node++) {
      var pool = pool(node, slices);
      world
          .node(pool.node())
          .slice(pool.node() + "-devices", pool, "\"devices\": " + devices.apply(node));
    }
  }

  static String each(int count, IntFunction<String> item) {
    return WorldText.list(IntStream.range(0, count).mapToObj(item).toList());
  }
}

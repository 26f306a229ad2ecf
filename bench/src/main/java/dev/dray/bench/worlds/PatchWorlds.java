package dev.dray.bench.worlds;

import java.util.function.IntFunction;

/**
 * Nodes of ten devices to which an administrator adds an attribute (KEP-5027), and a claim that
 * selects by it. Upstream reads worlds in which the driver publishes it.
 */
final class PatchWorlds {
  private static final String CLASS = "perf-class";
  private static final String DRIVER = "perf.example.com";
  private static final int NODES = 500;
  private static final String TIER = "\"site.example.com/tier\": {\"string\": \"%s\"}";

  private PatchWorlds() {}

  static WorldText one() {
    var world = new WorldText("patches-1", NODES, "one patch of all devices, selected by it");
    return filled(world, _ -> "")
        .patch("tier", filter("\"driver\": \"%s\"".formatted(DRIVER), "gold"))
        .upstreamReads("patches-1-flat");
  }

  static WorldText oneFlat() {
    var world = new WorldText("patches-1-flat", NODES, "patches-1, its attribute published");
    return filled(world, _ -> TIER.formatted("gold") + ",");
  }

  static WorldText many() {
    var world =
        new WorldText("patches-500", NODES / 2, "a patch for each node, gold for every second");
    for (int node = 0; node < NODES; node++) {
      var pool = LocalPool.nodeName(node);
      world.patch(
          "tier-" + pool,
          filter("\"driver\": \"%s\", \"pool\": \"%s\"".formatted(DRIVER, pool), tier(node)));
    }
    return filled(world, _ -> "").upstreamReads("patches-500-flat");
  }

  static WorldText manyFlat() {
    var world = new WorldText("patches-500-flat", NODES / 2, "patches-500, attributes published");
    return filled(world, node -> TIER.formatted(tier(node)) + ",");
  }

  private static String tier(int node) {
    return node % 2 == 0 ? "silver" : "gold";
  }

  private static String filter(String filter, String tier) {
    return "\"filter\": {%s}, \"attributes\": {%s}".formatted(filter, TIER.formatted(tier));
  }

  private static WorldText filled(WorldText world, IntFunction<String> more) {
    world.classOf(DRIVER, CLASS);
    PerfWorlds.addNodes(
        world,
        NODES,
        1,
        node -> PerfWorlds.each(10, i -> PerfWorlds.device(i, "B60", more.apply(node))));
    return world.claim(
        "\"requests\": [%s]"
            .formatted(
                Requests.exactly(
                    "req-0",
                    CLASS,
                    1,
                    "device.attributes[\"site.example.com\"].tier == \"gold\"")));
  }
}

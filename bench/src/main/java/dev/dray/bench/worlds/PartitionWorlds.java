package dev.dray.bench.worlds;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Nodes of eight GPUs that can be had in partitions, thirteen of each in four sizes; the lower half
 * of each GPU is taken. What the partitions draw from are eight slices of memory and the
 * multiprocessors.
 */
final class PartitionWorlds {
  private static final String DRIVER = "gpu.example.com";
  private static final String CLASS = "mig.example.com";
  private static final int NODES = 100;
  private static final int GPUS = 8;
  private static final int GPUS_OF_A_SLICE = 4;

  /** A size of partitions: where each begins, and how many slices of memory it has. */
  private record Profile(
      String name, int slices, int multiprocessors, String memory, List<Integer> placements) {}

  private static final List<Profile> PROFILES =
      List.of(
          new Profile("1g", 1, 14, "5Gi", List.of(0, 1, 2, 3, 4, 5, 6)),
          new Profile("2g", 2, 28, "10Gi", List.of(0, 2, 4)),
          new Profile("3g", 4, 42, "20Gi", List.of(0, 4)),
          new Profile("7g", 8, 98, "40Gi", List.of(0)));

  /** How the same devices are written. */
  private enum Writing {
    FLAT,
    MIXINS
  }

  private PartitionWorlds() {}

  static WorldText some() {
    var world = new WorldText("w3", NODES, "two small partitions and a large one");
    return filled(world, Writing.FLAT, 2, 1);
  }

  static WorldText tooMany() {
    var world = new WorldText("w3u", 0, "five small partitions and four large: one GPU too few");
    return filled(world, Writing.FLAT, 5, 4);
  }

  static WorldText mixins() {
    var world =
        new WorldText("mixins", NODES, "w3 by mixins of attributes, consumption and counters");
    return filled(world, Writing.MIXINS, 2, 1).upstreamReads("w3");
  }

  static WorldText tooManyWithMixins() {
    var world = new WorldText("mixins-u", 0, "w3u by mixins of attributes, consumption, counters");
    return filled(world, Writing.MIXINS, 5, 4).upstreamReads("w3u");
  }

  private static WorldText filled(WorldText world, Writing writing, int small, int large) {
    world.classOf(DRIVER, CLASS);
    for (int node = 0; node < NODES; node++) {
      node(world, writing, node);
    }
    return world.claim(
        "\"requests\": [%s, %s]"
            .formatted(
                Requests.exactly("two-g", CLASS, small, ofProfile("2g")),
                Requests.exactly("three-g", CLASS, large, ofProfile("3g"))));
  }

  private static String ofProfile(String profile) {
    return "device.attributes[\"gpu.example.com\"].profile == \"%s\"".formatted(profile);
  }

  private static void node(WorldText world, Writing writing, int number) {
    var name = LocalPool.nodeName(number);
    var pool = new LocalPool(DRIVER, name, 1 + GPUS / GPUS_OF_A_SLICE);
    world.node(name).slice(name + "-counters", pool, counters(writing));
    for (int first = 0; first < GPUS; first += GPUS_OF_A_SLICE) {
      var devices = new ArrayList<String>();
      for (int gpu = first; gpu < first + GPUS_OF_A_SLICE; gpu++) {
        devices.addAll(partitions(writing, number, gpu));
      }
      world.slice(
          "%s-devices-%s".formatted(name, first / GPUS_OF_A_SLICE),
          pool,
          mixins(writing) + "\"devices\": " + WorldText.list(devices));
    }
    for (int gpu = 0; gpu < GPUS; gpu++) {
      world.allocated(pool, "gpu-%s-mig-3g-0".formatted(gpu));
    }
  }

  private static String counters(Writing writing) {
    var all = "\"counters\": " + consumed(0, 8, 98);
    return switch (writing) {
      case FLAT -> "\"sharedCounters\": " + sets(all);
      case MIXINS ->
          "\"mixins\": {\"counterSet\": [{\"name\": \"gpu\", %s}]}, \"sharedCounters\": %s"
              .formatted(all, sets("\"includes\": [\"gpu\"]"));
    };
  }

  private static String sets(String content) {
    return WorldText.list(
        IntStream.range(0, GPUS)
            .mapToObj(gpu -> "{\"name\": \"gpu-%s\", %s}".formatted(gpu, content))
            .toList());
  }

  /** Amounts of counters: one of each memory slice, and multiprocessors. */
  private static String consumed(int first, int slices, int multiprocessors) {
    return IntStream.range(first, first + slices)
        .mapToObj("\"memory-slice-%d\": {\"value\": \"1\"}, "::formatted)
        .collect(
            Collectors.joining(
                "", "{", "\"multiprocessors\": {\"value\": \"%s\"}}".formatted(multiprocessors)));
  }

  private static String mixins(Writing writing) {
    if (writing == Writing.FLAT) {
      return "";
    }
    var devices = new ArrayList<String>();
    var consumptions = new ArrayList<String>();
    for (var profile : PROFILES) {
      devices.add("{\"name\": \"%s\", %s}".formatted(profile.name(), entries(profile, "")));
      for (int placement : profile.placements()) {
        consumptions.add(
            "{\"name\": \"%s-%s\", \"counters\": %s}"
                .formatted(
                    profile.name(),
                    placement,
                    consumed(placement, profile.slices(), profile.multiprocessors())));
      }
    }
    return "\"mixins\": {\"device\": %s, \"deviceCounterConsumption\": %s}, "
        .formatted(WorldText.list(devices), WorldText.list(consumptions));
  }

  private static String entries(Profile profile, String ownAttributes) {
    return """
    "attributes": {%s"profile": {"string": "%s"}, "type": {"string": "mig"}},
    "capacity": {"memory": {"value": "%s"}}
    """
        .formatted(ownAttributes, profile.name(), profile.memory());
  }

  private static List<String> partitions(Writing writing, int node, int gpu) {
    var devices = new ArrayList<String>();
    for (var profile : PROFILES) {
      for (int placement : profile.placements()) {
        devices.add(
            "{\"name\": \"gpu-%s-mig-%s-%s\", %s}"
                .formatted(
                    gpu,
                    profile.name(),
                    placement,
                    content(writing, node, gpu, profile, placement)));
      }
    }
    return devices;
  }

  private static String content(
      Writing writing, int node, int gpu, Profile profile, int placement) {
    var own =
        "\"parentUUID\": {\"string\": \"GPU-%04d-%s\"}, \"placement\": {\"int\": %s}"
            .formatted(node, gpu, placement);
    return switch (writing) {
      case FLAT ->
          "%s, \"consumesCounters\": [{\"counterSet\": \"gpu-%s\", \"counters\": %s}]"
              .formatted(
                  entries(profile, own + ", "),
                  gpu,
                  consumed(placement, profile.slices(), profile.multiprocessors()));
      case MIXINS ->
          """
          "includes": ["%2$s"], "attributes": {%1$s},
          "consumesCounters": [{"counterSet": "gpu-%4$s", "includes": ["%2$s-%3$s"]}]
          """
              .formatted(own, profile.name(), placement, gpu);
    };
  }
}

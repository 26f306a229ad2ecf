package dev.dray.bench.worlds;

import java.util.UUID;
import java.util.stream.IntStream;

/** Nodes of network cards that are had in shares. */
final class ShareWorlds {
  private static final String DRIVER = "nic.example.com";
  private static final String CLASS = "nic.example.com";
  private static final int NODES = 200;
  private static final int CARDS = 4;
  private static final int SHARES_OF_A_CARD = 10;

  private static final String BANDWIDTH =
      """
      "capacity": {"bandwidth": {"value": "100G", "requestPolicy":
       {"default": "1G", "validRange": {"min": "1G", "max": "100G", "step": "1G"}}}},
      """;

  private ShareWorlds() {}

  static WorldText withBandwidth() {
    var world =
        new WorldText("w6", NODES, "four shares of 10G on different ports; ten of 5G on each card");
    for (int node = 0; node < NODES; node++) {
      for (int card = 0; card < CARDS; card++) {
        world.allocatedAmount(pool(node), "nic-" + card, "bandwidth", "50G");
      }
    }
    return filled(world, BANDWIDTH, Requests.amount("bandwidth", "10G"));
  }

  static WorldText withoutCapacity() {
    var world =
        new WorldText("w6b", NODES, "four shares on different ports; ten on each card, no amounts");
    return filled(world, "", "");
  }

  private static LocalPool pool(int node) {
    return new LocalPool(DRIVER, LocalPool.nodeName(node), 1);
  }

  private static WorldText filled(WorldText world, String capacity, String amount) {
    world.classOf(DRIVER, CLASS);
    long share = 0;
    for (int number = 0; number < NODES; number++) {
      var pool = pool(number);
      world.node(pool.node()).slice(pool.node() + "-nic", pool, "\"devices\": " + cards(capacity));
      for (int i = 0; i < CARDS * SHARES_OF_A_CARD; i++) {
        world.allocatedShare(pool, "nic-" + i / SHARES_OF_A_CARD, new UUID(0, share++).toString());
      }
    }
    var selector =
        Requests.selector(
            """
            device.allowMultipleAllocations == true && \
            device.attributes["nic.example.com"].type == "nic"\
            """);
    return world.claim(
        """
        "requests": [{"name": "nics", "exactly": {%s}}],
        "constraints": [{"requests": ["nics"], "distinctAttribute": "nic.example.com/port"}]
        """
            .formatted(Requests.wanted(CLASS, CARDS, selector + amount)));
  }

  private static String cards(String capacity) {
    return WorldText.list(
        IntStream.range(0, CARDS)
            .mapToObj(
                i ->
                    """
                    {"name": "nic-%1$s",
                     "attributes": {"port": {"int": %1$s}, "type": {"string": "nic"}},
                     %2$s "allowMultipleAllocations": true}
                    """
                        .formatted(i, capacity))
            .toList());
  }
}

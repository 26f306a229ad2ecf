package dev.dray.bench.worlds;

import java.util.stream.IntStream;

/**
 * Nodes of one network port with sixteen virtual functions that share its 100G (KEP-5941). Five of
 * them are taken with 10G each, so five more can be had, whatever the number of functions.
 *
 * <p>Upstream cannot take an amount from a request: it reads worlds in which each function is
 * published with a fixed 10G, and must come to the same devices.
 */
final class FunctionWorlds {
  private static final String DRIVER = "sriov.example.com";
  private static final String CLASS = "sriov-vf";
  private static final int NODES = 100;
  private static final int FUNCTIONS = 16;
  private static final int TAKEN = 5;

  /** How much a function takes of the port. */
  private enum Amount {
    FIXED,
    REQUESTED
  }

  private FunctionWorlds() {}

  static WorldText fit() {
    var world = new WorldText("shared-capacity", NODES, "four functions of 10G where 50G are left");
    return filled(world, Amount.REQUESTED, 4).upstreamReads("shared-capacity-fixed");
  }

  static WorldText fitFixed() {
    var world = new WorldText("shared-capacity-fixed", NODES, "shared-capacity, amounts fixed");
    return filled(world, Amount.FIXED, 4);
  }

  static WorldText shortage() {
    var world = new WorldText("shared-capacity-u", 0, "six functions of 10G where 50G are left");
    return filled(world, Amount.REQUESTED, 6).upstreamReads("shared-capacity-u-fixed");
  }

  static WorldText shortageFixed() {
    var world = new WorldText("shared-capacity-u-fixed", 0, "shared-capacity-u, amounts fixed");
    return filled(world, Amount.FIXED, 6);
  }

  private static WorldText filled(WorldText world, Amount amount, int count) {
    world.classOf(DRIVER, CLASS);
    for (int number = 0; number < NODES; number++) {
      node(world, amount, new LocalPool(DRIVER, LocalPool.nodeName(number), 2));
    }
    return world.claim(
        "\"requests\": [%s]"
            .formatted(
                switch (amount) {
                  case FIXED -> Requests.exactly("vf", CLASS, count);
                  case REQUESTED ->
                      Requests.share("vf", CLASS, count, "sriov.example.com/bandwidth", "10G");
                }));
  }

  private static void node(WorldText world, Amount amount, LocalPool pool) {
    var policy =
        switch (amount) {
          case FIXED -> "";
          case REQUESTED ->
              """
              , "requestPolicy": {"default": "1G", "validRange": {"min": "1M", "step": "1M"}}
              """;
        };
    world
        .node(pool.node())
        .slice(
            pool.node() + "-counters",
            pool,
            """
            "sharedCounters": [
             {"name": "pf-0", "counters": {"bandwidth": {"value": "100G"%s}}}]
            """
                .formatted(policy))
        .slice(pool.node() + "-functions", pool, "\"devices\": " + functions(amount));
    for (int i = 0; i < TAKEN; i++) {
      switch (amount) {
        case FIXED -> world.allocated(pool, "vf-%02d".formatted(i));
        case REQUESTED -> world.allocatedClaim(holder(pool, "vf-%02d".formatted(i)));
      }
    }
  }

  private static String functions(Amount amount) {
    var counter =
        switch (amount) {
          case FIXED -> "{\"value\": \"10G\"}";
          case REQUESTED -> "{\"valueFrom\": {\"capacityKey\": \"sriov.example.com/bandwidth\"}}";
        };
    return WorldText.list(
        IntStream.range(0, FUNCTIONS)
            .mapToObj(
                i ->
                    """
                    {"name": "vf-%02d", "attributes": {"parent": {"string": "pf-0"}},
                     "consumesCounters": [
                      {"counterSet": "pf-0", "counters": {"bandwidth": %s}}]}
                    """
                        .formatted(i, counter))
            .toList());
  }

  private static String holder(LocalPool pool, String function) {
    return """
    {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim",
     "metadata": {"name": "%1$s-%2$s", "namespace": "default", "uid": "%1$s-%2$s"},
     "spec": {"devices": {"requests": [%3$s]}},
     "status": {"allocation": {"devices": {"results": [
      {"request": "vf", %4$s, "consumedCounters": {"pf-0": {"bandwidth": "10G"}}}]}}}}
    """
        .formatted(
            pool.node(),
            function,
            Requests.share("vf", CLASS, 1, "sriov.example.com/bandwidth", "10G"),
            pool.id(function));
  }
}

package dev.dray.hollow;

import dev.dray.api.meta.FrozenMap;
import dev.dray.api.meta.LabelQuery;
import dev.dray.api.meta.Quantity;
import java.time.Duration;
import java.util.Map;

/**
 * The behaviour of simulated nodes.
 *
 * @param nodes the labels of the nodes to simulate
 * @param leases the interval at which each node renews its lease; zero for never, because nobody
 *     reads leases where all nodes are simulated
 * @param patience the time to wait for allocated devices that are not known: slices may come later
 *     than the pods that use them
 * @param amounts the resources of a node that states none
 */
public record HollowOptions(
    LabelQuery nodes, Duration leases, Duration patience, Map<String, Quantity> amounts) {
  public static final HollowOptions DEFAULT =
      new HollowOptions(
          LabelQuery.EVERYTHING,
          Duration.ZERO,
          Duration.ofSeconds(2),
          Map.of(
              "cpu", Quantity.parse("64"),
              "memory", Quantity.parse("512Gi"),
              "pods", Quantity.parse("110")));

  public HollowOptions {
    amounts = FrozenMap.copyOf(amounts);
  }
}

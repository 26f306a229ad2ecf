package dev.dray.allocation.placement;

import static java.util.Objects.requireNonNull;

import dev.dray.inventory.Node;
import java.util.List;

/** Devices for every request of some claims on one node, in the order of the claims. */
public record Placement(Node node, List<PlacedClaim> claims) {
  public Placement {
    requireNonNull(node, "node");
    claims = List.copyOf(claims);
  }
}

package dev.dray.allocation.placement;

import dev.dray.inventory.LabeledNode;
import java.util.List;

/** The devices for every request of some claims on one node, in the order of the claims. */
public record Placement(LabeledNode node, List<PlacedClaim> claims) {
  public Placement {
    claims = List.copyOf(claims);
  }
}

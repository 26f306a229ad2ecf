package dev.dray.allocation.placement;

import dev.dray.api.resource.ResourceClaim;
import java.util.List;

/** A claim with the devices of each of its requests, in their order. */
public record PlacedClaim(ResourceClaim claim, List<PlacedRequest> requests) {
  public PlacedClaim {
    requests = List.copyOf(requests);
  }
}

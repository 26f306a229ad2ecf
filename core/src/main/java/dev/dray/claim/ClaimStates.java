package dev.dray.claim;

import dev.dray.allocation.placement.Placement;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimStatus;
import dev.dray.api.resource.claim.AllocationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The transitions of a claim between allocated and not. */
public final class ClaimStates {
  private ClaimStates() {}

  /** Returns the claim with this allocation. */
  public static ResourceClaim allocated(ResourceClaim claim, AllocationResult allocation) {
    return claim.withStatus(claim.status().withAllocation(Optional.of(allocation)));
  }

  /** Returns the claims of a placement with the allocations that were written for them. */
  public static List<ResourceClaim> allocated(Placement placement, Written.Results results) {
    var placed = placement.claims();
    var allocations = results.allocations();
    if (placed.size() != allocations.size()) {
      throw new IllegalArgumentException(
          "Allocations [%d] of another placement, which has claims [%d]."
              .formatted(allocations.size(), placed.size()));
    }
    var claims = new ArrayList<ResourceClaim>();
    for (int i = 0; i < placed.size(); i++) {
      claims.add(allocated(placed.get(i).claim(), allocations.get(i)));
    }
    return List.copyOf(claims);
  }

  /** Returns the claim without devices, and hence without users and without device status. */
  public static ResourceClaim released(ResourceClaim claim) {
    return claim.withStatus(ResourceClaimStatus.EMPTY);
  }
}

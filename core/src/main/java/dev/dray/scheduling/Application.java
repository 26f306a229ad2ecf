package dev.dray.scheduling;

import static java.util.Objects.requireNonNull;

import dev.dray.api.core.Pod;
import dev.dray.api.resource.ResourceClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A pod that asks for a place, with its claims.
 *
 * @param pod empty if a claim asks for itself
 * @param claims each claim of it once
 * @param demand what it comes to
 */
record Application(Optional<Pod> pod, List<PodClaims.PodClaim> claims, Demand demand) {
  Application {
    requireNonNull(pod, "pod");
    requireNonNull(demand, "demand");
    claims = List.copyOf(claims);
  }

  /** The claims that are to be allocated on a node of this variant. */
  List<ResourceClaim> unallocated(Variant variant) {
    var open = new ArrayList<ResourceClaim>();
    for (var claim : claims) {
      if (!claim.allocated()) {
        open.add(claim.claim());
      }
    }
    if (pod.isPresent() && variant.extended().isPresent()) {
      open.add(MadeClaims.extended(pod.get(), variant.extended().get(), _ -> false));
    }
    return open;
  }
}

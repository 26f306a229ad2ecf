package dev.dray.scheduling;

import static java.util.Objects.requireNonNull;

import dev.dray.api.core.Pod;
import dev.dray.api.resource.DeviceClaim;
import dev.dray.api.resource.ResourceClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

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

  /**
   * What a pod with these claims, each once, asks for.
   *
   * @param uses from where claims that are allocated can be used
   * @param relations how the pod stands to those on nodes
   */
  static Application of(
      Pod pod,
      List<PodClaims.PodClaim> claims,
      ExtendedWants extended,
      Function<ResourceClaim, Usable> uses,
      Relations relations) {
    var asks = new ArrayList<DeviceClaim>();
    var bound = new ArrayList<Usable>();
    for (var it : claims) {
      if (!it.allocated()) {
        asks.add(it.claim().spec().devices());
      } else if (!uses.apply(it.claim()).equals(Usable.EVERYWHERE)) {
        bound.add(uses.apply(it.claim()));
      }
    }
    var where = Where.of(pod.spec());
    var amounts = PodAmounts.of(pod.spec());
    var demand = new Demand(where, amounts, asks, bound, extended, relations);
    return new Application(Optional.of(pod), claims, demand);
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

package dev.dray.framework;

import static java.util.Objects.requireNonNull;

import dev.dray.api.core.Pod;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.framework.affinity.AffinitySignature;
import dev.dray.framework.claim.ClaimNodes;
import dev.dray.framework.claim.GeneratedClaims;
import dev.dray.framework.claim.PodClaims;
import dev.dray.framework.node.NodeRequirements;
import dev.dray.framework.node.PodRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A pod that asks for a place, with its claims.
 *
 * @param pod empty if a claim asks for itself
 * @param claims each claim of it once
 * @param signature what it comes to
 */
public record PodInfo(Optional<Pod> pod, List<PodClaims.PodClaim> claims, PodSignature signature) {
  public PodInfo {
    requireNonNull(pod, "pod");
    requireNonNull(signature, "demand");
    claims = List.copyOf(claims);
  }

  /**
   * What a pod with these claims, each once, asks for.
   *
   * @param uses from where claims that are allocated can be used
   * @param affinitySignature how the pod stands to those on nodes
   */
  public static PodInfo of(
      Pod pod,
      List<PodClaims.PodClaim> claims,
      ExtendedResourceRequests extended,
      Function<ResourceClaim, ClaimNodes> uses,
      AffinitySignature affinitySignature) {
    var asks = new ArrayList<DeviceClaim>();
    var bound = new ArrayList<ClaimNodes>();
    for (var it : claims) {
      if (!it.allocated()) {
        asks.add(it.claim().spec().devices());
      } else if (!uses.apply(it.claim()).equals(ClaimNodes.EVERYWHERE)) {
        bound.add(uses.apply(it.claim()));
      }
    }
    var requirements = NodeRequirements.of(pod.spec());
    var amounts = PodRequests.of(pod.spec());
    var signature =
        new PodSignature(requirements, amounts, asks, bound, extended, affinitySignature);
    return new PodInfo(Optional.of(pod), claims, signature);
  }

  /** The claims that are to be allocated on a node of this variant. */
  List<ResourceClaim> unallocated(ExtendedResourceVariant variant) {
    var open = new ArrayList<ResourceClaim>();
    for (var claim : claims) {
      if (!claim.allocated()) {
        open.add(claim.claim());
      }
    }
    if (pod.isPresent() && variant.extended().isPresent()) {
      open.add(GeneratedClaims.extended(pod.get(), variant.extended().get(), _ -> false));
    }
    return open;
  }
}

package dev.dray.framework;

import dev.dray.api.core.Pod;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.framework.affinity.AffinitySignature;
import dev.dray.framework.claim.ClaimNodes;
import dev.dray.framework.claim.ClaimStore;
import dev.dray.framework.claim.GeneratedClaims;
import dev.dray.framework.claim.PodClaims;
import dev.dray.framework.node.NodeRequirements;
import dev.dray.framework.node.PodRequests;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A pod to be placed, with its claims and its signature.
 *
 * @param pod empty if a claim is placed by itself
 * @param claims each claim of it once
 * @param signature everything that decides where it is placed
 */
public record PodInfo(Optional<Pod> pod, List<PodClaims.PodClaim> claims, PodSignature signature) {
  public PodInfo {
    claims = List.copyOf(claims);
  }

  /**
   * Returns a pod with these claims.
   *
   * @param found the claims that it names, some perhaps more than once
   * @param uses the nodes from which an allocated claim can be used
   * @param affinitySignature the pod's affinity to pods on nodes
   */
  public static PodInfo of(
      Pod pod,
      List<PodClaims.PodClaim> found,
      ExtendedResourceRequests extended,
      Function<ResourceClaim, ClaimNodes> uses,
      AffinitySignature affinitySignature) {
    var requests = new ArrayList<DeviceClaim>();
    var bound = new ArrayList<ClaimNodes>();
    var claims = new LinkedHashMap<String, PodClaims.PodClaim>();
    found.forEach(it -> claims.putIfAbsent(ClaimStore.key(it.claim().metadata()), it));
    for (var it : claims.values()) {
      if (!it.allocated()) {
        requests.add(it.claim().spec().devices());
      } else if (!uses.apply(it.claim()).equals(ClaimNodes.EVERYWHERE)) {
        bound.add(uses.apply(it.claim()));
      }
    }
    var requirements = NodeRequirements.of(pod.spec());
    var amounts = PodRequests.of(pod.spec());
    var signature =
        new PodSignature(requirements, amounts, requests, bound, extended, affinitySignature);
    return new PodInfo(Optional.of(pod), List.copyOf(claims.values()), signature);
  }

  /** Returns the claims that are to be allocated on a node of this variant. */
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

package dev.dray.framework;

import static java.util.Objects.requireNonNull;

import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.framework.affinity.AffinitySignature;
import dev.dray.framework.claim.ClaimNodes;
import dev.dray.framework.node.NodeRequirements;
import dev.dray.framework.node.PodRequests;
import java.util.List;

/**
 * All of a pod that decides where it is placed. Pods with equal demands share what was found out.
 *
 * @param asks what its claims ask for that are not allocated yet
 * @param uses from where its allocated claims can be used, unless that is everywhere
 * @param signature how it stands to pods on nodes
 */
public record PodSignature(
    NodeRequirements requirements,
    PodRequests amounts,
    List<DeviceClaim> asks,
    List<ClaimNodes> uses,
    ExtendedResourceRequests extended,
    AffinitySignature signature) {
  public PodSignature {
    requireNonNull(requirements, "where");
    requireNonNull(amounts, "amounts");
    requireNonNull(extended, "extended");
    requireNonNull(signature, "relations");
    asks = List.copyOf(asks);
    uses = List.copyOf(uses);
  }
}

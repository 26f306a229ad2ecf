package dev.dray.framework;

import dev.dray.api.resource.claim.DeviceClaim;
import dev.dray.framework.affinity.AffinitySignature;
import dev.dray.framework.claim.ClaimNodes;
import dev.dray.framework.node.NodeRequirements;
import dev.dray.framework.node.PodRequests;
import java.util.List;

/**
 * Everything of a pod that decides where it is placed. Pods with equal signatures share filter
 * results and scores.
 *
 * @param requests the device requests of its claims that are not allocated yet
 * @param uses the nodes from which its allocated claims can be used, unless that is every node
 * @param signature its affinity to pods on nodes
 */
public record PodSignature(
    NodeRequirements requirements,
    PodRequests amounts,
    List<DeviceClaim> requests,
    List<ClaimNodes> uses,
    ExtendedResourceRequests extended,
    AffinitySignature signature) {
  public PodSignature {
    requests = List.copyOf(requests);
    uses = List.copyOf(uses);
  }
}

package dev.dray.framework.claim;

import dev.dray.api.core.Pod;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.claim.ClaimStates;
import dev.dray.cluster.Cluster;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The release of claims when pods end or are deleted: they no longer hold devices for them. */
public final class PodDepartures {
  private final Map<String, Pod> gone = new HashMap<>();
  private final Set<String> stillNamed = new HashSet<>();

  private PodDepartures(Cluster cluster, List<Pod> pods) {
    pods.forEach(pod -> gone.put(pod.metadata().uid(), pod));
    for (var pod : cluster.pods()) {
      if (!gone.containsKey(pod.metadata().uid()) && runs(pod)) {
        pod.spec()
            .resourceClaims()
            .forEach(
                it ->
                    stillNamed.add(
                        ClaimStore.key(pod.metadata().namespace(), it.resourceClaimName())));
      }
    }
  }

  private static boolean runs(Pod pod) {
    return !pod.spec().nodeName().isEmpty() && !pod.status().finished();
  }

  /**
   * Returns the claims of the cluster once these pods are gone: claims generated for them are
   * deleted; others lose the reservation, and their devices if no other pod uses them.
   */
  public static List<ResourceClaim> claimsAfter(Cluster cluster, List<Pod> pods) {
    if (pods.isEmpty()) {
      return cluster.claims();
    }
    var podDepartures = new PodDepartures(cluster, pods);
    var left = new ArrayList<ResourceClaim>();
    for (var claim : cluster.claims()) {
      if (!podDepartures.ownedByGone(claim)) {
        left.add(podDepartures.after(claim));
      }
    }
    return List.copyOf(left);
  }

  private boolean ownedByGone(ResourceClaim claim) {
    return ClaimStore.controller(claim.metadata())
        .filter(owner -> gone.containsKey(owner.uid()))
        .isPresent();
  }

  private ResourceClaim after(ResourceClaim claim) {
    var users =
        claim.status().reservedFor().stream()
            .filter(user -> !gone.containsKey(user.uid()))
            .toList();
    if (users.size() == claim.status().reservedFor().size()) {
      return claim;
    }
    boolean free = users.isEmpty() && !stillNamed.contains(ClaimStore.key(claim.metadata()));
    return free
        ? Reservations.unguarded(ClaimStates.released(claim))
        : claim.withStatus(claim.status().withReservedFor(users));
  }
}

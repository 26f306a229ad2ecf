package dev.dray.framework.claim;

import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.cluster.Cluster;
import java.util.Optional;

/** A lookup of the claims and templates of pods. */
public interface ClaimLister {

  Optional<ResourceClaim> claim(String namespace, String name);

  /** Returns the claim that was created for an entry of the pod with this UID. */
  Optional<ResourceClaim> madeFor(String podUid, String entry);

  Optional<ResourceClaimTemplate> template(String namespace, String name);

  /** Returns a lister of the claims and templates of a cluster. */
  static ClaimLister of(Cluster cluster) {
    return new ClaimStore(cluster.claims(), cluster.templates());
  }
}

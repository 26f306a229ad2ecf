package dev.dray.framework.claim;

import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimTemplate;
import dev.dray.cluster.Cluster;
import java.util.Optional;

/** Where the claims of pods are looked up. */
public interface ClaimLister {

  Optional<ResourceClaim> claim(String namespace, String name);

  /** The claim that was made for an entry of the pod with this uid. */
  Optional<ResourceClaim> madeFor(String podUid, String entry);

  Optional<ResourceClaimTemplate> template(String namespace, String name);

  /** The claims and templates of a cluster as it is. */
  static ClaimLister of(Cluster cluster) {
    return new ClaimStore(cluster.claims(), cluster.templates());
  }
}

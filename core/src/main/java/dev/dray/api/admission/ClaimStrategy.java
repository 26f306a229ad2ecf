package dev.dray.api.admission;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.ResourceClaim;
import dev.dray.api.resource.ResourceClaimStatus;
import java.time.Instant;

/**
 * The admission of claims. The spec of a claim never changes, so claims do without a generation.
 */
record ClaimStrategy(Gates gates) implements AdmissionStrategy<ResourceClaim> {

  @Override
  public Admitted<ResourceClaim> create(ResourceClaim written) {
    return ClaimSpecFields.ALL
        .onCreate(written.spec(), SPEC, gates)
        .map(written.withStatus(ResourceClaimStatus.EMPTY)::withSpec);
  }

  @Override
  public Admitted<ResourceClaim> update(ResourceClaim written, ResourceClaim stored, Instant now) {
    return ClaimSpecFields.ALL
        .onUpdate(written.spec(), stored.spec(), SPEC, gates)
        .map(written.withStatus(stored.status())::withSpec);
  }

  @Override
  public Admitted<ResourceClaim> updateStatus(ResourceClaim written, ResourceClaim stored) {
    return ClaimStatusFields.ALL
        .onUpdate(written.withSpec(stored.spec()), stored, FieldPath.ROOT, gates)
        .map(claim -> StaleDevices.pruned(claim, stored));
  }
}

package dev.dray.api.admission;

import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ResourcePoolStatusRequest;
import java.time.Instant;
import java.util.Optional;

/**
 * The admission of pool status requests. Their spec never changes, so they do without a generation.
 */
record PoolStatusRequestStrategy(Gates gates)
    implements AdmissionStrategy<ResourcePoolStatusRequest> {

  @Override
  public Admitted<ResourcePoolStatusRequest> create(ResourcePoolStatusRequest written) {
    return PoolStatusRequestFields.ALL
        .onCreate(written.spec(), SPEC, gates)
        .map(written.withStatus(Optional.empty())::withSpec);
  }

  @Override
  public Admitted<ResourcePoolStatusRequest> update(
      ResourcePoolStatusRequest written, ResourcePoolStatusRequest stored, Instant now) {
    return PoolStatusRequestFields.ALL
        .onUpdate(written.spec(), stored.spec(), SPEC, gates)
        .map(written.withStatus(stored.status())::withSpec);
  }

  @Override
  public Admitted<ResourcePoolStatusRequest> updateStatus(
      ResourcePoolStatusRequest written, ResourcePoolStatusRequest stored) {
    return Admitted.silently(written.withSpec(stored.spec()));
  }
}

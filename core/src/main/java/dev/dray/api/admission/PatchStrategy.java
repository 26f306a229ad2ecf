package dev.dray.api.admission;

import dev.dray.api.gate.Gates;
import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.ResourceSlicePatch;
import dev.dray.api.resource.ResourceSlicePatchSpec;
import java.time.Instant;

/** The admission of patches, which count generations of their spec. */
record PatchStrategy(Gates gates) implements AdmissionStrategy<ResourceSlicePatch> {
  private static final FieldPath DEVICES = SPEC.child("devices");

  @Override
  public Admitted<ResourceSlicePatch> create(ResourceSlicePatch written) {
    var first = written.withMetadata(SpecGeneration.first(written.metadata()));
    return PatchFields.ALL
        .onCreate(written.spec().devices(), DEVICES, gates)
        .map(ResourceSlicePatchSpec::new)
        .map(first::withSpec);
  }

  @Override
  public Admitted<ResourceSlicePatch> update(
      ResourceSlicePatch written, ResourceSlicePatch stored, Instant now) {
    return PatchFields.ALL
        .onUpdate(written.spec().devices(), stored.spec().devices(), DEVICES, gates)
        .map(ResourceSlicePatchSpec::new)
        .map(written::withSpec)
        .map(
            left ->
                left.spec().equals(stored.spec())
                    ? left
                    : left.withMetadata(SpecGeneration.next(left.metadata())));
  }
}

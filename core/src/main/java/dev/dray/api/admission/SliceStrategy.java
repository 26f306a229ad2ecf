package dev.dray.api.admission;

import dev.dray.api.gate.Gates;
import dev.dray.api.resource.ResourceSlice;
import java.time.Instant;

/** The admission of slices, which count generations of their spec. */
record SliceStrategy(Gates gates) implements AdmissionStrategy<ResourceSlice> {

  @Override
  public Admitted<ResourceSlice> create(ResourceSlice written) {
    var first = written.withMetadata(SpecGeneration.first(written.metadata()));
    return SliceFields.ALL.onCreate(written.spec(), SPEC, gates).map(first::withSpec);
  }

  // The specs are compared before anything is dropped, so a slice that is sent again and again with
  // a field that is dropped gets a new generation each time. Upstream does so, for slices only; the
  // test has_a_new_generation_even_if_what_is_new_is_dropped asserts it.
  @Override
  public Admitted<ResourceSlice> update(ResourceSlice written, ResourceSlice stored, Instant now) {
    var next =
        SemanticEquality.equal(written.spec(), stored.spec())
            ? written
            : written.withMetadata(SpecGeneration.next(written.metadata()));
    return SliceFields.ALL.onUpdate(written.spec(), stored.spec(), SPEC, gates).map(next::withSpec);
  }
}

package dev.dray.api.admission;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.ApiObject;
import java.time.Instant;

/**
 * What is particular to the writes of one kind.
 *
 * <p>What comes in has its defaults, and its metadata is already limited to what the writer may
 * change; in particular its generation is the stored one.
 */
interface AdmissionStrategy<T extends ApiObject> {
  FieldPath SPEC = FieldPath.of("spec");

  Admitted<T> create(T written);

  Admitted<T> update(T written, T stored, Instant now);

  default Admitted<T> updateStatus(T written, T stored) {
    throw new IllegalArgumentException(
        "Objects of kind (%s) have no status of their own.".formatted(written.kind()));
  }
}

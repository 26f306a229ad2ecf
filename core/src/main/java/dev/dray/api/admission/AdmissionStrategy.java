package dev.dray.api.admission;

import dev.dray.api.meta.FieldPath;
import dev.dray.api.resource.ApiObject;
import java.time.Instant;

/**
 * The part of admission that is particular to one kind.
 *
 * <p>Objects arrive with their defaults, and with metadata already limited to what the writer may
 * change; in particular the generation is the stored one.
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

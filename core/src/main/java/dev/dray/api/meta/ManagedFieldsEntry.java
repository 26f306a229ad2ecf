package dev.dray.api.meta;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/** The fields that one manager owns, kept as they were written. */
public record ManagedFieldsEntry(
    String manager,
    String operation,
    String apiVersion,
    Optional<Instant> time,
    String fieldsType,
    Optional<RawJson> fieldsV1,
    String subresource) {
  public ManagedFieldsEntry {
    requireNonNull(manager, "manager");
    requireNonNull(operation, "operation");
    requireNonNull(apiVersion, "apiVersion");
    requireNonNull(time, "time");
    requireNonNull(fieldsType, "fieldsType");
    requireNonNull(fieldsV1, "fieldsV1");
    requireNonNull(subresource, "subresource");
  }
}

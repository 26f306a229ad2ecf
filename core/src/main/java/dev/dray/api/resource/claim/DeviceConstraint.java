package dev.dray.api.resource.claim;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/** A constraint that the devices of several requests must satisfy together. */
public record DeviceConstraint(
    List<String> requests, Optional<String> matchAttribute, Optional<String> distinctAttribute) {
  public DeviceConstraint {
    requests = List.copyOf(requests);
    requireNonNull(matchAttribute, "matchAttribute");
    requireNonNull(distinctAttribute, "distinctAttribute");
  }

  public DeviceConstraint withoutDistinctAttribute() {
    return new DeviceConstraint(requests, matchAttribute, Optional.empty());
  }
}

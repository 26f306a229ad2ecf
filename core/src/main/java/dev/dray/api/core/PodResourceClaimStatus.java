package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

/** The claim created for an entry of the pod; an empty name means that none is needed. */
public record PodResourceClaimStatus(String name, String resourceClaimName) {
  public PodResourceClaimStatus {
    requireNonNull(name, "name");
    requireNonNull(resourceClaimName, "resourceClaimName");
  }
}

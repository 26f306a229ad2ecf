package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

/** The claim made for an entry of the pod; an empty name says that none is needed. */
public record PodResourceClaimStatus(String name, String resourceClaimName) {
  public PodResourceClaimStatus {
    requireNonNull(name, "name");
    requireNonNull(resourceClaimName, "resourceClaimName");
  }
}

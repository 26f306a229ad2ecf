package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

/** A claim of a pod: one that is there, or one to be made of a template; one of them is empty. */
public record PodResourceClaim(
    String name, String resourceClaimName, String resourceClaimTemplateName) {
  public PodResourceClaim {
    requireNonNull(name, "name");
    requireNonNull(resourceClaimName, "resourceClaimName");
    requireNonNull(resourceClaimTemplateName, "resourceClaimTemplateName");
  }
}

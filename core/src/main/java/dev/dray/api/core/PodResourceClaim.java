package dev.dray.api.core;

import static java.util.Objects.requireNonNull;

/**
 * A claim of a pod: an existing one, or one to be created from a template; the other name is empty.
 */
public record PodResourceClaim(
    String name, String resourceClaimName, String resourceClaimTemplateName) {
  public PodResourceClaim {
    requireNonNull(name, "name");
    requireNonNull(resourceClaimName, "resourceClaimName");
    requireNonNull(resourceClaimTemplateName, "resourceClaimTemplateName");
  }
}
